// Unicode date patterns (`yyyy-MM-dd HH:mm`), compiled once per rule and read in UTC with English names.

struct JSONDatePattern: Sendable {
    private enum Field: Sendable {
        case literal(UInt8)
        case year(digits: Int)
        case month(digits: Int)
        case monthName(isShort: Bool)
        case day(digits: Int)
        case hour24(digits: Int)
        case hour12(digits: Int)
        case halfDay
        case minute(digits: Int)
        case second(digits: Int)
        case fraction
        case weekday(isShort: Bool)
        /// `acceptsZ`: a plain Z stands for UTC.
        case zone(acceptsZ: Bool)
    }

    private let fields: [Field]

    /// nil if the pattern holds a letter that is not known here: y M d H h a m s S E Z X x are.
    init?(_ pattern: String) {
        let bytes = [UInt8](pattern.utf8)
        var fields: [Field] = []
        var i = 0
        while i < bytes.count {
            let byte = bytes[i]
            if byte == UInt8(ascii: "'") {
                guard let end = Self.appendQuoted(bytes, from: i, to: &fields) else { return nil }
                i = end
                continue
            }
            let letter = byte | 0x20
            guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else {
                fields.append(.literal(byte))
                i += 1
                continue
            }
            var run = 1
            while i + run < bytes.count, bytes[i + run] == byte { run += 1 }
            guard let field = Self.field(byte, run) else { return nil }
            fields.append(field)
            i += run
        }
        guard !fields.isEmpty else { return nil }
        self.fields = fields
    }

    /// `'T'` is a T; `''` is a quotation mark, inside of others too.
    private static func appendQuoted(_ bytes: [UInt8], from start: Int, to fields: inout [Field]) -> Int? {
        let quote = UInt8(ascii: "'")
        if start + 1 < bytes.count, bytes[start + 1] == quote {
            fields.append(.literal(quote))
            return start + 2
        }
        var i = start + 1
        while i < bytes.count {
            if bytes[i] == quote {
                i += 1
                guard i < bytes.count, bytes[i] == quote else { return i }
            }
            fields.append(.literal(bytes[i]))
            i += 1
        }
        return nil
    }

    private static func field(_ letter: UInt8, _ run: Int) -> Field? {
        switch letter {
        case UInt8(ascii: "y"): .year(digits: run)
        case UInt8(ascii: "M"), UInt8(ascii: "L"): run <= 2 ? .month(digits: run) : .monthName(isShort: run == 3)
        case UInt8(ascii: "d"): .day(digits: run)
        case UInt8(ascii: "H"): .hour24(digits: run)
        case UInt8(ascii: "h"): .hour12(digits: run)
        case UInt8(ascii: "a"): .halfDay
        case UInt8(ascii: "m"): .minute(digits: run)
        case UInt8(ascii: "s"): .second(digits: run)
        case UInt8(ascii: "S"): .fraction
        case UInt8(ascii: "E"): .weekday(isShort: run <= 3)
        case UInt8(ascii: "Z"): .zone(acceptsZ: run == 5)
        case UInt8(ascii: "X"): .zone(acceptsZ: true)
        case UInt8(ascii: "x"): .zone(acceptsZ: false)
        default: nil
        }
    }

    /// Seconds since 2001-01-01 00:00 UTC; nil if the text does not have this form or names no date.
    func read(_ bytes: JSONBytes) -> Double? {
        var scanner = JSONDateText.Scanner(bytes: bytes)
        var parts = JSONDateText.Parts()
        var half: Int?
        for field in fields {
            guard Self.read(field, &scanner, &parts, &half) else { return nil }
        }
        guard scanner.isAtEnd else { return nil }
        if let half {
            guard parts.hour >= 1, parts.hour <= 12 else { return nil }
            parts.hour = parts.hour % 12 + half * 12
        }
        return parts.secondsSince2001
    }

    private static func read(
        _ field: Field, _ scanner: inout JSONDateText.Scanner, _ parts: inout JSONDateText.Parts, _ half: inout Int?
    ) -> Bool {
        switch field {
        case .literal(let byte): return scanner.accept(byte)
        case .year(let digits):
            guard let value = scanner.number(digits == 1 ? 1 : digits, digits == 2 ? 2 : max(4, min(digits, 9)))
            else { return false }
            // Two digits name a year from 1950 to 2049.
            parts.year = digits == 2 ? (value < 50 ? 2000 : 1900) + value : value
        case .month(let digits): return number(digits, &scanner, &parts.month)
        case .day(let digits): return number(digits, &scanner, &parts.day)
        case .hour24(let digits), .hour12(let digits): return number(digits, &scanner, &parts.hour)
        case .minute(let digits): return number(digits, &scanner, &parts.minute)
        case .second(let digits): return number(digits, &scanner, &parts.second)
        case .fraction:
            guard let value = scanner.fraction() else { return false }
            parts.fraction = value
        case .monthName(let isShort):
            guard let index = name(&scanner, monthNames, isShort) else { return false }
            parts.month = index + 1
        case .weekday(let isShort): return name(&scanner, weekdayNames, isShort) != nil
        case .halfDay:
            guard let index = name(&scanner, ["AM", "PM"], false) else { return false }
            half = index
        case .zone(let acceptsZ):
            if acceptsZ, scanner.accept(UInt8(ascii: "Z")) { return true }
            guard let offset = scanner.offset() else { return false }
            parts.offset = offset
        }
        return true
    }

    private static func number(_ digits: Int, _ scanner: inout JSONDateText.Scanner, _ part: inout Int) -> Bool {
        guard let value = scanner.number(min(digits, 2), 2) else { return false }
        part = value
        return true
    }

    private static func name(_ scanner: inout JSONDateText.Scanner, _ names: [String], _ isShort: Bool) -> Int? {
        for (index, name) in names.enumerated() {
            let wanted = isShort ? name.utf8.prefix(3) : name.utf8[...]
            let end = scanner.position + wanted.count
            guard end <= scanner.bytes.count else { continue }
            if zip(scanner.position..<end, wanted).allSatisfy({ scanner.bytes[$0] | 0x20 == $1 | 0x20 }) {
                scanner.position = end
                return index
            }
        }
        return nil
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
