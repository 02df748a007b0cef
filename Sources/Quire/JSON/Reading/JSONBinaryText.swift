// Data and UUIDs written as text.

enum JSONBinaryText {
    /// RFC 4648 base64 with its padding; nil for anything else. Bits that the last character leaves over must be
    /// zero, so that every value has one spelling.
    static func base64(_ text: JSONBytes) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        guard text.count > 0 else { return [] }
        var padding = 0
        while padding < 2, text[text.count - 1 - padding] == UInt8(ascii: "=") { padding += 1 }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for i in 0..<(text.count - padding) {
            guard let value = sextet(text[i]) else { return nil }
            bits = bits &<< 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                result.append(UInt8(truncatingIfNeeded: bits &>> bitCount))
            }
        }
        guard bits & ((1 &<< bitCount) - 1) == 0 else { return nil }
        return result
    }

    private static func sextet(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// `8-4-4-4-12` hexadecimal digits, as the first and the last eight bytes, big-endian.
    static func uuid(_ text: JSONBytes) -> (UInt64, UInt64)? {
        guard text.count == 36 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        var digitCount = 0
        for i in 0..<text.count {
            let byte = text[i]
            if i == 8 || i == 13 || i == 18 || i == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = JSONReader.hexadecimalDigit(byte) else { return nil }
            if digitCount < 16 { high = high &<< 4 | UInt64(digit) } else { low = low &<< 4 | UInt64(digit) }
            digitCount += 1
        }
        return (high, low)
    }
}
