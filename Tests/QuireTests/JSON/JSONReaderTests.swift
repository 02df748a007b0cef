// The grammar: what is JSON and what is not, with the place of the fault.

import QuireTestSupport
import XCTest

@testable import Quire

final class JSONReaderTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    private let accepted: [String] = [
        "null", "true", "false", "0", "-0", "-1", "1.5", "0.1", "1e5", "1E+5", "1e-05", "-0.0e0",
        "123456789012345678901234567890",
        "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\uD83D\\uDE00\"", "\"\\u0000\"",
        "\"\u{7F}\"",
        "\"é€😀\"", "[]", "[ ]", "{}", "{ }", "[1]", "[1,2]", "[[],{}]", "{\"a\":1}", "{\"\":0}", "{\"a\":{\"a\":{}}}",
        " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 ] \t\r\n", "\u{FEFF}[]", "                      1                      ",
        "{\"a\" : [ true , false , null ] , \"b\" : \"x\" }",
        "[\"long enough to take more than one word of eight bytes\"]",
        "{\"a\":1,\"a\":2}", "[0,0.0,0e0,-0]", "\"\\ud800\\udc00\"", "[1e400]",
    ]

    private let refused: [(String, JSONFault.Reason, Int)] = [
        ("", .unexpectedEnd, 0), ("   ", .unexpectedEnd, 3), ("nul", .unexpectedEnd, 3), ("nulx", .invalidLiteral, 0),
        ("True", .expectedValue, 0), ("NaN", .expectedValue, 0), ("Infinity", .expectedValue, 0),
        ("-Infinity", .invalidNumber, 1),
        ("-", .unexpectedEnd, 1), ("01", .invalidNumber, 1), ("-01", .invalidNumber, 2), ("1.", .unexpectedEnd, 2),
        ("1.x", .invalidNumber, 2), (".5", .expectedValue, 0), ("+1", .expectedValue, 0), ("1e", .unexpectedEnd, 2),
        ("1e+", .unexpectedEnd, 3), ("1ex", .invalidNumber, 2), ("0x10", .trailingBytes, 1), ("1 2", .trailingBytes, 2),
        ("\"", .unexpectedEnd, 1), ("\"abc", .unexpectedEnd, 4), ("\"\\", .unexpectedEnd, 2),
        ("\"\\x\"", .invalidEscape, 1),
        ("\"\\u12\"", .invalidEscape, 1), ("\"\\u12", .unexpectedEnd, 5),
        ("\"\\u12G4\"", .invalidEscape, 1), ("\"\\uD800\"", .loneSurrogate, 1),
        ("\"\\uDC00\"", .loneSurrogate, 1), ("\"\\uD800\\u0041\"", .loneSurrogate, 1),
        ("\"\\uD800x\"", .loneSurrogate, 1),
        ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
        ("\"0123456789\u{1F}\"", .controlCharacter, 11),
        ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3), ("[1,]", .expectedValue, 3),
        ("[,1]", .expectedValue, 1), ("[1 2]", .expectedCommaOrBracket, 3), ("[1}", .expectedCommaOrBracket, 2),
        ("]", .expectedValue, 0), ("{", .unexpectedEnd, 1), ("{\"a\"", .unexpectedEnd, 4),
        ("{\"a\":", .unexpectedEnd, 5),
        ("{\"a\":1", .unexpectedEnd, 6), ("{\"a\":1,", .unexpectedEnd, 7), ("{\"a\":1,}", .expectedKey, 7),
        ("{a:1}", .expectedKey, 1), ("{1:1}", .expectedKey, 1), ("{\"a\" 1}", .expectedColon, 5),
        ("{\"a\":1 \"b\":2}", .expectedCommaOrBrace, 7), ("{\"a\":}", .expectedValue, 5),
        ("{\"a\":1]", .expectedCommaOrBrace, 6),
        ("{,}", .expectedKey, 1), ("[]]", .trailingBytes, 2), ("[] x", .trailingBytes, 3), ("'a'", .expectedValue, 0),
        ("//c\n1", .expectedValue, 0), ("1//c", .trailingBytes, 1), ("[1,\u{FEFF}2]", .expectedValue, 3),
        ("\u{A0}1", .expectedValue, 0),
    ]

    func testGrammar_documentsThatAreJSON_areAccepted() {
        for text in accepted {
            XCTAssertNil(faultOfSkipping(Array(text.utf8)), text)
            if text != "[1e400]" { XCTAssertNil(faultOfReading(Array(text.utf8)), text) }
        }
    }

    func testGrammar_documentsThatAreNot_areRefusedAtTheirPlace() {
        for (text, reason, offset) in refused {
            XCTAssertEqual(faultOfSkipping(Array(text.utf8)), JSONFault(reason, at: offset), text)
            XCTAssertEqual(faultOfReading(Array(text.utf8)), JSONFault(reason, at: offset), text)
        }
    }

    func testUTF8_illFormedSequences_areRefusedAtTheirFirstByte() {
        let sequences: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xF0, 0x9F, 0x98],
        ]
        for sequence in sequences {
            for padding in [0, 3, 7, 8, 13] {
                let before = [UInt8](repeating: UInt8(ascii: "x"), count: padding)
                let bytes = [UInt8(ascii: "\"")] + before + sequence + [UInt8(ascii: "\"")]
                XCTAssertEqual(faultOfSkipping(bytes), JSONFault(.invalidUTF8, at: 1 + padding), "\(sequence)")
            }
        }
    }

    func testDepth_limitIsExact() {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        XCTAssertNil(faultOfSkipping(nested(512)))
        XCTAssertNil(faultOfReading(nested(512)))
        XCTAssertEqual(faultOfSkipping(nested(513)), JSONFault(.tooDeep, at: 512))
        XCTAssertEqual(faultOfReading(nested(513)), JSONFault(.tooDeep, at: 512))
        XCTAssertEqual(faultOfSkipping(nested(1_000_000)), JSONFault(.tooDeep, at: 512))
        XCTAssertNil(faultOfSkipping(nested(1_000_000), depthLimit: 1_000_000))
    }

    func testSkip_longContainersPassedTwice_endAtTheSamePlace() throws {
        let inner =
            "[" + [String](repeating: "{\"k\":\"some text\",\"n\":[1,2,3]}", count: 2_000).joined(separator: ",") + "]"
        let document = Array("{\"a\":\(inner),\"b\":{\"c\":\(inner)}}".utf8)
        try withReader(document) { reader in
            try reader.skipValue(depth: 0)
            XCTAssertEqual(reader.position, document.count)
            XCTAssertGreaterThanOrEqual(reader.containerEnds.count, 4)
            reader.position = 0
            try reader.skipValue(depth: 0)
            XCTAssertEqual(reader.position, document.count)
            XCTAssertTrue(reader.openContainers.isEmpty)
        }
    }

    func testTruncation_everyPrefixOfADocument_isRefused() {
        let text = Array(
            "{\"id\":12,\"name\":\"é\\u00e9\\ud83d\\ude00\",\"n\":[1.5e3,-2,true,null],\"o\":{\"x\":{}}}".utf8)
        XCTAssertNil(faultOfSkipping(text))
        for length in 0..<text.count {
            XCTAssertNotNil(faultOfSkipping(Array(text[..<length])), "\(length)")
            XCTAssertNotNil(faultOfReading(Array(text[..<length])), "\(length)")
        }
    }

    func testMutation_anyByteAnywhere_bothReadersAgree() {
        let text = Array("{\"a\":[1,2.5e1,\"x\\n\\u0041é\"],\"b\":{\"c\":null,\"d\":true}}".utf8)
        for position in text.indices {
            for byte in UInt8.min...UInt8.max {
                var mutated = text
                mutated[position] = byte
                let skipping = faultOfSkipping(mutated)
                let reading = faultOfReading(mutated)
                // Reading judges one thing more: a number beyond Double.
                if reading?.reason != .numberOutOfRange { XCTAssertEqual(skipping, reading, "\(position) \(byte)") }
            }
        }
    }

    func testRandomBytes_neverTrap() {
        let seed: UInt64 = 20_261_130
        var generator = SplitMix(seed: seed)
        let alphabet = Array("{}[]\",:\\u0123456789eE+-.truefalsn \n\u{E9}".utf8)
        for _ in 0..<5_000 {
            let count = Int(generator.next() % 40)
            let bytes = (0..<count).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
            let skipping = faultOfSkipping(bytes)
            let reading = faultOfReading(bytes)
            if reading?.reason != .numberOutOfRange { XCTAssertEqual(skipping, reading, "seed \(seed): \(bytes)") }
        }
    }
}
