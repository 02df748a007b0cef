// Dates written as text: ISO 8601 with or without fraction and with any offset, and Unicode patterns read in UTC.
// Calendar arithmetic is the proleptic Gregorian one; results are seconds since 2001-01-01 00:00 UTC.

enum JSONDateText {
    /// Seconds from 1970 to 2001.
    static let secondsTo2001: Int64 = 978_307_200

    /// Days from 1970-01-01 to a date of the Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that the leap day is the last one (H. Hinnant's civil calendar).
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The parts of a date that a text may give.
    struct Parts {
        var year = 1970
        var month = 1
        var day = 1
        var hour = 0
        var minute = 0
        var second = 0
        /// Of a second.
        var fraction = 0.0
        /// East of UTC, in seconds.
        var offset = 0

        /// nil for a 30th of February and the like.
        var secondsSince2001: Double? {
            guard month >= 1, month <= 12, day >= 1, day <= JSONDateText.dayCount(year: year, month: month),
                hour < 24, minute < 60, second < 60
            else { return nil }
            let days = JSONDateText.days(year: year, month: month, day: day)
            let whole = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
            return Double(whole - JSONDateText.secondsTo2001) + fraction
        }
    }

    /// The bytes of a text with a place in it.
    struct Scanner {
        let bytes: JSONBytes
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func accept(_ byte: UInt8) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        /// A number of at least `minimum` and at most `maximum` digits.
        mutating func number(_ minimum: Int, _ maximum: Int) -> Int? {
            var value = 0
            var count = 0
            while count < maximum, position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
                value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
                position += 1
                count += 1
            }
            return count >= minimum ? value : nil
        }

        /// The digits behind a point, as a part of one; digits beyond the eighteenth do not count.
        mutating func fraction() -> Double? {
            var value: UInt64 = 0
            var count = 0
            let start = position
            while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
                if count < 18 {
                    value = value * 10 + UInt64(bytes[position] - UInt8(ascii: "0"))
                    count += 1
                }
                position += 1
            }
            guard position > start else { return nil }
            return Double(value) / JSONReader.powersOfTen(count)
        }

        /// `+02:00`, `+0200` or `+02`, in seconds.
        mutating func offset() -> Int? {
            let sign: Int
            if accept(UInt8(ascii: "+")) {
                sign = 1
            } else if accept(UInt8(ascii: "-")) {
                sign = -1
            } else {
                return nil
            }
            guard let hours = number(2, 2), hours < 24 else { return nil }
            var minutes = 0
            if accept(UInt8(ascii: ":")) {
                guard let value = number(2, 2) else { return nil }
                minutes = value
            } else if position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
                guard let value = number(2, 2) else { return nil }
                minutes = value
            }
            guard minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }

    /// `2024-01-02T03:04:05Z`, `…05.123Z`, `…05+02:00`; nil for anything else.
    static func iso8601(_ bytes: JSONBytes) -> Double? {
        var scanner = Scanner(bytes: bytes)
        var parts = Parts()
        guard let year = scanner.number(4, 4), scanner.accept(UInt8(ascii: "-")),
            let month = scanner.number(2, 2), scanner.accept(UInt8(ascii: "-")),
            let day = scanner.number(2, 2),
            scanner.accept(UInt8(ascii: "T")) || scanner.accept(UInt8(ascii: "t")),
            let hour = scanner.number(2, 2), scanner.accept(UInt8(ascii: ":")),
            let minute = scanner.number(2, 2), scanner.accept(UInt8(ascii: ":")),
            let second = scanner.number(2, 2)
        else { return nil }
        (parts.year, parts.month, parts.day) = (year, month, day)
        (parts.hour, parts.minute, parts.second) = (hour, minute, second)
        if scanner.accept(UInt8(ascii: ".")) {
            guard let fraction = scanner.fraction() else { return nil }
            parts.fraction = fraction
        }
        if !scanner.accept(UInt8(ascii: "Z")), !scanner.accept(UInt8(ascii: "z")) {
            guard let offset = scanner.offset() else { return nil }
            parts.offset = offset
        }
        return scanner.isAtEnd ? parts.secondsSince2001 : nil
    }
}
