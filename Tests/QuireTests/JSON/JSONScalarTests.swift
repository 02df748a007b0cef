// Strings, numbers, dates and binary text, value by value.

import Foundation
import XCTest

@testable import Quire

final class JSONScalarTests: XCTestCase {
    private func number<R>(_ text: String, _ body: (JSONReader, JSONNumber) -> R) throws -> R {
        try withReader(Array(text.utf8)) { reader in
            let number = try reader.number()
            XCTAssertEqual(reader.position, text.utf8.count)
            return body(reader, number)
        }
    }

    private func integer(_ text: String) throws -> String {
        try number(text) { reader, number in
            switch reader.integer(number) {
            case .value(let value): "\(value)"
            case .mismatch: "mismatch"
            case .outOfRange: "outOfRange"
            }
        }
    }

    private func double(_ text: String) throws -> Double? {
        try number(text) { reader, number in
            if case .value(let value) = reader.double(number) { return value }
            return nil
        }
    }

    func testText_escapes_areReplaced() {
        XCTAssertEqual(jsonValue("\"a\\n\\u00e9\\ud83d\\ude00\\/\\u0000z\""), .string("a\né😀/\u{0}z"))
        XCTAssertEqual(jsonValue("\"é€😀 and more than eight bytes\""), .string("é€😀 and more than eight bytes"))
        XCTAssertEqual(jsonValue("{\"a\\u0062\":1,\"ab\":2}"), .object(["ab": .int(1)]))
    }

    func testInteger_everySpellingOfAWholeNumber_isExact() throws {
        let answers = [
            "0": "0", "-0": "0", "1": "1", "1.0": "1", "1e3": "1000", "1.5e1": "15", "1500e-2": "15", "1.5": "mismatch",
            "1e-1": "mismatch", "9007199254740993": "9007199254740993", "9223372036854775807": "9223372036854775807",
            "9223372036854775808": "outOfRange", "-9223372036854775808": "-9223372036854775808",
            "-9223372036854775809": "outOfRange", "9.223372036854775807e18": "9223372036854775807",
            "18446744073709551616": "outOfRange", "1e18": "1000000000000000000", "1e19": "outOfRange",
            "1e999999999999999999999": "outOfRange", "1e-999999999999999999999": "mismatch", "0e999": "0",
            "0.000e-9": "0",
            "100000000000000000000000e-22": "10", "1.00000000000000000000000000": "1",
            "1.00000000000000000000000001": "mismatch", "123456789012345678901234567890": "outOfRange",
            "10000000000000000000000000001": "outOfRange", "10000000000000000000000000001e-3": "mismatch",
            "0.00000000000000000000000000000000000000012e41": "12", "-1.0": "-1",
        ]
        for (text, answer) in answers { XCTAssertEqual(try integer(text), answer, text) }
    }

    func testDouble_isTheNearest() throws {
        let texts = [
            "0", "-0.0", "1", "0.1", "0.3", "1e22", "1e23", "1e-22", "1e-23", "123456789.123456789", "9007199254740993",
            "5e-324",
            "2.2250738585072011e-308", "1.7976931348623157e308", "0.1e1", "123e-2", "3.141592653589793238462643383279",
            "89255.0e-22", "9007199254740991e22", "1e-400",
        ]
        for text in texts { XCTAssertEqual(try double(text)?.bitPattern, Double(text)?.bitPattern, text) }
        XCTAssertNil(try double("1e999"))
        XCTAssertNil(try double("-1e309"))
    }

    func testDouble_fractionsOfAnyLength_areTheNearest() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix(seed: seed)
        for _ in 0..<20_000 {
            // Up to 19 digits with the point anywhere, numbers halfway between two Doubles among them.
            var mantissa = generator.next() >> (generator.next() % 64)
            if generator.next() % 4 == 0 { mantissa = (generator.next() >> 11 | 1 << 52) << 1 | 1 }
            var digits = String(mantissa % 10_000_000_000_000_000_000)
            let places = Int(generator.next() % 20)
            while digits.utf8.count <= places { digits = "0" + digits }
            let text = "-" + digits.dropLast(places) + (places > 0 ? "." : "") + digits.suffix(places)
            XCTAssertEqual(try double(text)?.bitPattern, Double(text)?.bitPattern, "\(text), seed \(seed)")
        }
    }

    func testFloat_isTheNearestToTheDigits() throws {
        for text in ["0.1", "16777217", "1.00000017881393432617187499", "3.4028234e38"] {
            let value: Float? = try number(text) { reader, number in
                if case .value(let value) = reader.float(number) { return value }
                return nil
            }
            XCTAssertEqual(value, Float(text), text)
        }
        let beyond: Bool = try number("1e39") { reader, number in
            if case .outOfRange = reader.float(number) { return true }
            return false
        }
        XCTAssertTrue(beyond)
    }

    func testISO8601_offsetsAndFractions() throws {
        func date(_ text: String) -> Double? { withBytes(text, JSONDateText.iso8601) }
        let plain = try XCTUnwrap(date("2024-01-02T03:04:05Z"))
        XCTAssertEqual(plain, 725_857_445)
        XCTAssertEqual(date("2024-01-02T03:04:05.123Z"), plain + 0.123)
        XCTAssertEqual(date("2024-01-02T05:04:05+0200"), plain)
        XCTAssertEqual(date("2024-01-02T05:04:05+02:00"), plain)
        XCTAssertEqual(date("2024-01-01T21:34:05-05:30"), plain)
        XCTAssertEqual(date("2001-01-01T00:00:00Z"), 0)
        XCTAssertEqual(date("1970-01-01T00:00:00Z"), -978_307_200)
        XCTAssertEqual(date("2024-02-29T00:00:00.000000001Z"), 730_857_600.000000001)
        for text in [
            "2024-01-02", "2024-01-02T03:04:05", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-02T24:00:00Z",
            "2024-01-02T03:04:05.Z", "2024-01-02T03:04:05+2", "2024-01-02T03:04:05Zx", "24-01-02T03:04:05Z", "",
            "yesterday",
        ] { XCTAssertNil(date(text), text) }
    }

    func testDatePattern_readsWhatUnicodePatternsSay() throws {
        func date(_ pattern: String, _ text: String) throws -> Double? {
            try withBytes(text, XCTUnwrap(JSONDatePattern(pattern), pattern).read)
        }
        XCTAssertEqual(try date("yyyy-MM-dd", "2024-01-02"), 725_846_400)
        XCTAssertEqual(try date("d.M.yyyy HH:mm", "2.1.2024 03:04"), 725_857_440)
        XCTAssertEqual(try date("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2024-01-02T05:04:05.500+02:00"), 725_857_445.5)
        XCTAssertEqual(try date("EEE, dd MMM yyyy HH:mm:ss Z", "Tue, 02 Jan 2024 03:04:05 +0000"), 725_857_445)
        XCTAssertEqual(try date("MMMM d, yyyy h:mm a", "January 2, 2024 12:04 AM"), 725_846_640)
        XCTAssertEqual(try date("yyMMdd", "240102"), 725_846_400)
        XCTAssertEqual(try date("yyyy-MM-dd h 'o''clock' a", "2024-01-02 12 o'clock AM"), 725_846_400)
        XCTAssertNil(try date("yyyy-MM-dd", "2024-02-30"))
        XCTAssertNil(try date("yyyy-MM-dd", "2024-01-02 "))
        XCTAssertNil(JSONDatePattern("yyyy-QQ"))
        XCTAssertNil(JSONDatePattern(""))
        XCTAssertNil(JSONDatePattern("'open"))
    }

    func testBase64_agreesWithFoundation() {
        for length in 0...20 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5) }
            XCTAssertEqual(withBytes(Data(bytes).base64EncodedString(), JSONBinaryText.base64), bytes)
        }
        for text in ["A", "AA", "AAA", "A===", "AB==CD==", "A*==", "AAB=", "====", "AA\n="] {
            XCTAssertNil(withBytes(text, JSONBinaryText.base64), text)
        }
    }

    func testUUID_oneFormOnly() throws {
        let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let (high, low) = try XCTUnwrap(withBytes(text.lowercased(), JSONBinaryText.uuid))
        XCTAssertEqual(high, 0xE621_E1F8_C36C_495A)
        XCTAssertEqual(low, 0x93FC_0C24_7A3E_6E5F)
        for wrong in ["", "E621E1F8C36C495A93FC0C247A3E6E5F", text + "0", String(text.dropLast()) + "G"] {
            XCTAssertNil(withBytes(wrong, JSONBinaryText.uuid), wrong)
        }
    }

    func testLocator_pointersLinesAndColumns() {
        let text = "{\n  \"a/b\": [1, {\"c~\": 2}],\n  \"d\" : \"x\"\n}"
        let bytes = Array(text.utf8)
        func offset(_ needle: String) -> Int {
            let found = text.range(of: needle).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
            return found ?? -1
        }
        let targets = [0, offset("[1"), offset("1,"), offset("{\"c"), offset("2}"), offset("\"x\"")]
        let places = unsafe bytes.withUnsafeBytes { buffer in
            JSONLocator.places(of: targets, in: unsafe JSONBytes(buffer), depthLimit: 512)
        }
        XCTAssertEqual(
            places,
            [
                JSONPlace(pointer: "", line: 1, column: 1), JSONPlace(pointer: "/a~1b", line: 2, column: 10),
                JSONPlace(pointer: "/a~1b/0", line: 2, column: 11), JSONPlace(pointer: "/a~1b/1", line: 2, column: 14),
                JSONPlace(pointer: "/a~1b/1/c~0", line: 2, column: 21), JSONPlace(pointer: "/d", line: 3, column: 9),
            ])
    }

    func testLocator_behindASyntaxError_keepsTheInnermostPointer() {
        let bytes = Array("[{\"a\":1},\n{\"a\":tru}]".utf8)
        let places = unsafe bytes.withUnsafeBytes { buffer in
            JSONLocator.places(of: [15, 19], in: unsafe JSONBytes(buffer), depthLimit: 512)
        }
        XCTAssertEqual(places[0], JSONPlace(pointer: "/1/a", line: 2, column: 6))
        XCTAssertEqual(places[1], JSONPlace(pointer: "/1/a", line: 2, column: 10))
    }
}
