// Strings: found eight bytes at a time, checked as they are found, unescaped only where somebody wants the text.

extension JSONReader {
    /// Passes the string at the cursor.
    mutating func string() throws(JSONFault) -> JSONText {
        let begin = position + 1
        let count = bytes.count
        var i = begin
        var hasEscapes = false
        while true {
            while i + 8 <= count {
                let special = Self.specialBytes(bytes.word(i))
                if special == 0 {
                    i += 8
                    continue
                }
                i += special.trailingZeroBitCount &>> 3
                break
            }
            guard i < count else { throw JSONFault(.unexpectedEnd, at: count) }
            let byte = bytes[i]
            if byte == UInt8(ascii: "\"") {
                position = i + 1
                return JSONText(offset: begin, byteCount: i - begin, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                i = try endOfEscape(i)
            } else if byte < 0x20 {
                throw JSONFault(.controlCharacter, at: i)
            } else if byte >= 0x80 {
                i += try scalarByteCount(i)
            } else {
                i += 1
            }
        }
    }

    /// The lowest set bit marks the first byte that ends a plain run: a quotation mark, a backslash, a control
    /// character or a byte that is not ASCII. Higher bits may be false alarms (borrows run upwards only).
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ 0x2222_2222_2222_2222
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let isQuote = (quote &- ones) & ~quote
        let isBackslash = (backslash &- ones) & ~backslash
        let isControl = (word &- 0x2020_2020_2020_2020) & ~word
        return (isQuote | isBackslash | isControl | word) & highs
    }

    /// The length of the scalar whose first byte is at `i`, by table 3-7 of the Unicode standard.
    private func scalarByteCount(_ i: Int) throws(JSONFault) -> Int {
        let first = bytes[i]
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, high) = (4, 0x8F)
        default: throw JSONFault(.invalidUTF8, at: i)
        }
        guard i + length <= bytes.count else { throw JSONFault(.invalidUTF8, at: i) }
        guard bytes[i + 1] >= low, bytes[i + 1] <= high else { throw JSONFault(.invalidUTF8, at: i) }
        var k = 2
        while k < length {
            guard bytes[i + k] & 0xC0 == 0x80 else { throw JSONFault(.invalidUTF8, at: i) }
            k += 1
        }
        return length
    }

    /// The first byte behind the escape at `i`; a surrogate must come with its other half.
    private func endOfEscape(_ i: Int) throws(JSONFault) -> Int {
        guard i + 1 < bytes.count else { throw JSONFault(.unexpectedEnd, at: bytes.count) }
        switch bytes[i + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return i + 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit(i)
            guard unit & 0xF800 == 0xD800 else { return i + 6 }
            guard unit < 0xDC00, i + 7 < bytes.count, bytes[i + 6] == UInt8(ascii: "\\"),
                bytes[i + 7] == UInt8(ascii: "u")
            else { throw JSONFault(.loneSurrogate, at: i) }
            guard try codeUnit(i + 6) & 0xFC00 == 0xDC00 else { throw JSONFault(.loneSurrogate, at: i) }
            return i + 12
        default:
            throw JSONFault(.invalidEscape, at: i)
        }
    }

    /// The four hexadecimal digits of the `\u` at `i`.
    private func codeUnit(_ i: Int) throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        var k = i + 2
        while k < i + 6 {
            guard k < bytes.count else { throw JSONFault(.unexpectedEnd, at: k) }
            guard let digit = Self.hexadecimalDigit(bytes[k]) else { throw JSONFault(.invalidEscape, at: i) }
            unit = unit &<< 4 | UInt32(digit)
            k += 1
        }
        return unit
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The key of the member whose value begins at an offset; nil for a value that is no member. What lies before
    /// the offset has been read.
    func key(before offset: Int) -> JSONText? {
        let colon = endOfSpaceRun(before: offset) - 1
        guard colon > 0, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let end = endOfSpaceRun(before: colon) - 1
        guard end > 0, bytes[end] == UInt8(ascii: "\"") else { return nil }
        var hasEscapes = false
        var begin = end
        while begin > 0 {
            begin -= 1
            if bytes[begin] == UInt8(ascii: "\\") { hasEscapes = true }
            guard bytes[begin] == UInt8(ascii: "\"") else { continue }
            var slash = begin
            while slash > 0, bytes[slash - 1] == UInt8(ascii: "\\") { slash -= 1 }
            // Inside of a string an odd number of backslashes stands before a quotation mark, before it none.
            if (begin - slash) % 2 == 0 {
                return JSONText(offset: begin + 1, byteCount: end - begin - 1, hasEscapes: hasEscapes)
            }
        }
        return nil
    }

    private func endOfSpaceRun(before offset: Int) -> Int {
        var i = offset
        while i > 0, bytes[i - 1] <= 0x20 { i -= 1 }
        return i
    }

    // MARK: - Text

    /// The text of a string that was passed before.
    func text(_ string: JSONText) -> String {
        if !string.hasEscapes { return bytes.text(string.offset, string.byteCount) }
        return String(decoding: unescaped(string), as: UTF8.self)
    }

    /// Its bytes with escapes replaced; never more than the string has in the document.
    func unescaped(_ string: JSONText) -> [UInt8] {
        guard string.hasEscapes else { return bytes.array(string.offset, string.byteCount) }
        var result: [UInt8] = []
        result.reserveCapacity(string.byteCount)
        var i = string.offset
        while i < string.end {
            let byte = bytes[i]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                i += 1
                continue
            }
            let escape = bytes[i + 1]
            if escape == UInt8(ascii: "u") {
                i = appendScalar(at: i, to: &result)
            } else {
                result.append(Self.escapedByte(escape))
                i += 2
            }
        }
        return result
    }

    /// Lends its bytes with escapes replaced: those of the document, where there are none.
    func withUnescaped<R>(_ string: JSONText, _ body: (JSONBytes) -> R) -> R {
        if !string.hasEscapes { return body(bytes.slice(string.offset, string.byteCount)) }
        return unsafe unescaped(string).withUnsafeBytes { buffer in body(unsafe JSONBytes(buffer)) }
    }

    private static func escapedByte(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: escape
        }
    }

    /// The scalar of the `\u` at `i`, whose digits and other half were checked when the string was passed.
    private func appendScalar(at i: Int, to result: inout [UInt8]) -> Int {
        guard var value = try? codeUnit(i) else { return i + 6 }
        var end = i + 6
        if value & 0xFC00 == 0xD800, let low = try? codeUnit(i + 6) {
            value = 0x10000 + ((value & 0x3FF) &<< 10 | low & 0x3FF)
            end = i + 12
        }
        if let scalar = Unicode.Scalar(value) { result.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
        return end
    }
}
