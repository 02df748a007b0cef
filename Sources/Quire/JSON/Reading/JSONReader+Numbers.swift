// Numbers, exactly: the digits are read once into a mantissa and a power of ten, from which the property's type takes
// what it needs without rounding twice.

/// A number of the document: ±mantissa × 10^exponent, unless it has more digits than the mantissa holds.
struct JSONNumber {
    let offset: Int
    let byteCount: Int
    let isNegative: Bool
    /// Meaningless if `isLong`.
    let mantissa: UInt64
    let exponent: Int
    /// More than 19 digits.
    let isLong: Bool
    /// Written without point and exponent.
    let isPlainInteger: Bool
}

/// What became of a number as a value of some type.
enum JSONNumberResult<Value> {
    case value(Value)
    /// It has a fraction.
    case mismatch
    case outOfRange
}

extension JSONReader {
    @inline(__always)
    private func digit(_ i: Int) -> UInt8? {
        guard i < bytes.count else { return nil }
        let value = bytes[i] &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    /// The number that eight digits stand for; nil if there are not as many.
    @inline(__always)
    private func eightDigits(_ i: Int) -> UInt64? {
        guard i + 8 <= bytes.count else { return nil }
        let word = bytes.word(i)
        let tens: UInt64 = 0x3030_3030_3030_3030
        let highs: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        // Six more than a 9 leaves the tens of the digits.
        guard word & highs == tens, (word &+ 0x0606_0606_0606_0606) & highs == tens else { return nil }
        // Pairs, then fours, then all eight.
        let digits = word & 0x0F0F_0F0F_0F0F_0F0F
        let pairs = (digits &* 2_561) &>> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) &>> 32
    }

    /// A digit must stand at `i`.
    private func requireDigit(_ i: Int) throws(JSONFault) {
        guard digit(i) == nil else { return }
        throw JSONFault(i < bytes.count ? .invalidNumber : .unexpectedEnd, at: i)
    }

    mutating func skipNumber() throws(JSONFault) { _ = try number() }

    /// Passes the number at the cursor.
    mutating func number() throws(JSONFault) -> JSONNumber {
        let begin = position
        var i = begin
        let isNegative = bytes[i] == UInt8(ascii: "-")
        if isNegative { i += 1 }
        try requireDigit(i)
        var mantissa: UInt64 = 0
        var digitCount = 0
        if bytes[i] == UInt8(ascii: "0") {
            i += 1
            guard digit(i) == nil else { throw JSONFault(.invalidNumber, at: i) }
        } else {
            while let eight = eightDigits(i) {
                mantissa = mantissa &* 100_000_000 &+ eight
                digitCount += 8
                i += 8
            }
            while let value = digit(i) {
                mantissa = mantissa &* 10 &+ UInt64(value)
                digitCount += 1
                i += 1
            }
        }
        var exponent = 0
        var isPlainInteger = true
        if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
            isPlainInteger = false
            i += 1
            try requireDigit(i)
            while digitCount > 0, let eight = eightDigits(i) {
                mantissa = mantissa &* 100_000_000 &+ eight
                digitCount += 8
                exponent -= 8
                i += 8
            }
            while let value = digit(i) {
                mantissa = mantissa &* 10 &+ UInt64(value)
                if digitCount > 0 || value > 0 { digitCount += 1 }
                exponent -= 1
                i += 1
            }
        }
        if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
            isPlainInteger = false
            exponent += try scanExponent(&i)
        }
        position = i
        return JSONNumber(
            offset: begin, byteCount: i - begin, isNegative: isNegative, mantissa: mantissa, exponent: exponent,
            isLong: digitCount > 19, isPlainInteger: isPlainInteger)
    }

    /// The exponent whose `e` is at `i`, held within ±10^17: far beyond what any document's digits could make up for.
    private func scanExponent(_ i: inout Int) throws(JSONFault) -> Int {
        i += 1
        var isNegative = false
        if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") {
            isNegative = bytes[i] == UInt8(ascii: "-")
            i += 1
        }
        try requireDigit(i)
        var value = 0
        while let next = digit(i) {
            if value < 10_000_000_000_000_000 { value = value * 10 + Int(next) }
            i += 1
        }
        return isNegative ? -value : value
    }

    // MARK: - As the types of properties

    /// Any spelling of a whole number: 1, 1.0, 1e3.
    func integer(_ number: JSONNumber) -> JSONNumberResult<Int64> {
        if number.exponent == 0, !number.isLong { return Self.signed(number.mantissa, number.isNegative) }
        var significant: [UInt8] = []
        var exponent = number.exponent
        let isTooLong = significantDigits(number, &significant, &exponent)
        guard !significant.isEmpty else { return .value(0) }
        guard exponent >= 0 else { return .mismatch }
        guard !isTooLong, significant.count + exponent <= 19 else { return .outOfRange }
        var magnitude: UInt64 = 0
        for digit in significant { magnitude = magnitude &* 10 &+ UInt64(digit) }
        while exponent > 0 {
            magnitude = magnitude &* 10
            exponent -= 1
        }
        return Self.signed(magnitude, number.isNegative)
    }

    private static func signed(_ magnitude: UInt64, _ isNegative: Bool) -> JSONNumberResult<Int64> {
        if isNegative {
            guard magnitude <= 1 &<< 63 else { return .outOfRange }
            return .value(Int64(truncatingIfNeeded: 0 &- magnitude))
        }
        guard magnitude < 1 &<< 63 else { return .outOfRange }
        return .value(Int64(magnitude))
    }

    /// The digits from the first to the last that is not 0, with the exponent raised by the zeros behind it. True if
    /// there are more than nineteen: such a number is no Int64, and only the sign of the exponent still matters.
    private func significantDigits(_ number: JSONNumber, _ digits: inout [UInt8], _ exponent: inout Int) -> Bool {
        var zeros = 0
        var isTooLong = false
        var i = number.offset
        let end = number.offset + number.byteCount
        while i < end, bytes[i] | 0x20 != UInt8(ascii: "e") {
            let value = bytes[i] &- UInt8(ascii: "0")
            i += 1
            guard value < 10 else { continue }
            if value == 0 {
                if !digits.isEmpty { zeros += 1 }
                continue
            }
            if digits.count + zeros >= 19 {
                isTooLong = true
            } else {
                digits.append(contentsOf: repeatElement(0, count: zeros))
                digits.append(value)
            }
            zeros = 0
        }
        exponent += zeros
        return isTooLong
    }

    /// The nearest Double; a number beyond its range is out of range.
    func double(_ number: JSONNumber) -> JSONNumberResult<Double> {
        // Both operands are exact here, so the one operation rounds correctly (Clinger's fast path).
        if !number.isLong, number.mantissa <= 1 &<< 53, number.exponent >= -22, number.exponent <= 22 {
            var value = Double(number.mantissa)
            let power = Self.powersOfTen(abs(number.exponent))
            value = number.exponent < 0 ? value / power : value * power
            return .value(number.isNegative ? -value : value)
        }
        if !number.isLong, number.mantissa > 0, number.exponent < 0, number.exponent >= -19 {
            let value = Self.quotient(number.mantissa, Self.wholePowerOfTen(-number.exponent))
            return .value(number.isNegative ? -value : value)
        }
        guard let value = Double(bytes.text(number.offset, number.byteCount)), value.isFinite else {
            return .outOfRange
        }
        return .value(value)
    }

    /// The Double nearest to a fraction of two positive numbers: one division of 128 bits gives at least 63 bits of the
    /// quotient and whether a rest is left, which is all that rounding asks for.
    private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
        let dividendShift = UInt64(dividend.leadingZeroBitCount)
        let divisorShift = UInt64(divisor.leadingZeroBitCount)
        let normal = dividend &<< dividendShift
        // Half of the dividend is less than the divisor now, so the quotient times 2^63 fits.
        let (quotient, rest) = (divisor &<< divisorShift).dividingFullWidth((normal &>> 1, normal &<< 63))
        let scale = 1_023 - 63 + Int(divisorShift) - Int(dividendShift)
        return Double(rest == 0 ? quotient : quotient | 1) * Double(bitPattern: UInt64(scale) &<< 52)
    }

    /// Up to 10^19.
    private static func wholePowerOfTen(_ exponent: Int) -> UInt64 {
        // Whole powers up to 10^22 are exact as Doubles.
        UInt64(powersOfTen(exponent))
    }

    /// The nearest Float, taken from the digits and not from the Double, which would round twice.
    func float(_ number: JSONNumber) -> JSONNumberResult<Float> {
        // As for Double: 2^24 and 10^10 are exact.
        if !number.isLong, number.mantissa <= 1 &<< 24, number.exponent >= -10, number.exponent <= 10 {
            let power = Float(Self.powersOfTen(abs(number.exponent)))
            let value = number.exponent < 0 ? Float(number.mantissa) / power : Float(number.mantissa) * power
            return .value(number.isNegative ? -value : value)
        }
        guard let value = Float(bytes.text(number.offset, number.byteCount)), value.isFinite else {
            return .outOfRange
        }
        return .value(value)
    }

    @inline(__always)
    static func powersOfTen(_ exponent: Int) -> Double {
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        case 9: 1e9
        case 10: 1e10
        case 11: 1e11
        case 12: 1e12
        case 13: 1e13
        case 14: 1e14
        case 15: 1e15
        case 16: 1e16
        case 17: 1e17
        case 18: 1e18
        case 19: 1e19
        case 20: 1e20
        case 21: 1e21
        default: 1e22
        }
    }
}
