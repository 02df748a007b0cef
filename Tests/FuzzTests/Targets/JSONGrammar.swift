// The grammar of RFC 8259 once more, as plainly as it can be written, to judge the reader that must be fast.

/// What bytes are.
enum JSONGrammar {
    case right, wrong
    /// Right as far as it was looked at, and deeper than the limit.
    case tooDeep

    static func judge(_ bytes: [UInt8], depthLimit: Int) -> JSONGrammar {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // Checks the encoding: what was repaired is not what was there.
        let text = String(decoding: bytes[start...], as: UTF8.self)
        guard Array(text.utf8) == Array(bytes[start...]) else { return .wrong }
        var judge = Judge(bytes: Array(bytes[start...]), depthLimit: depthLimit)
        return judge.document()
    }

    private struct Judge {
        let bytes: [UInt8]
        let depthLimit: Int
        var position = 0

        var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func take(_ text: String) -> Bool {
            guard bytes[position...].starts(with: text.utf8) else { return false }
            position += text.utf8.count
            return true
        }

        mutating func skipSpace() {
            while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        }

        /// Containers are kept in a list, not on the stack: true for an object.
        mutating func document() -> JSONGrammar {
            var open: [Bool] = []
            while true {
                skipSpace()
                if take("{") || take("[") {
                    let isObject = bytes[position - 1] == UInt8(ascii: "{")
                    open.append(isObject)
                    guard open.count <= depthLimit else { return .tooDeep }
                    skipSpace()
                    if !take(isObject ? "}" : "]") {
                        if isObject, !key() { return .wrong }
                        continue
                    }
                    open.removeLast()
                } else if !scalar() {
                    return .wrong
                }
                // Behind a value.
                while true {
                    skipSpace()
                    guard let isObject = open.last else { return position == bytes.count ? .right : .wrong }
                    if take(",") {
                        skipSpace()
                        if isObject, !key() { return .wrong }
                        break
                    }
                    guard take(isObject ? "}" : "]") else { return .wrong }
                    open.removeLast()
                }
            }
        }

        private mutating func key() -> Bool {
            guard string() else { return false }
            skipSpace()
            return take(":")
        }

        private mutating func scalar() -> Bool {
            switch next {
            case UInt8(ascii: "\"")?: string()
            case UInt8(ascii: "t")?: take("true")
            case UInt8(ascii: "f")?: take("false")
            case UInt8(ascii: "n")?: take("null")
            default: number()
            }
        }

        private mutating func digits() -> Bool {
            let start = position
            while let byte = next, 0x30...0x39 ~= byte { position += 1 }
            return position > start
        }

        private mutating func number() -> Bool {
            _ = take("-")
            if !take("0"), !digits() { return false }
            if take("."), !digits() { return false }
            if take("e") || take("E") {
                _ = take("+") || take("-")
                return digits()
            }
            return true
        }

        private mutating func hexadecimal() -> UInt16? {
            guard position + 4 <= bytes.count else { return nil }
            let digits = bytes[position..<position + 4]
            guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
            position += 4
            return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        }

        private mutating func string() -> Bool {
            guard take("\"") else { return false }
            while let byte = next {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return true
                case 0..<0x20: return false
                case UInt8(ascii: "\\"): if !escape() { return false }
                default: break
                }
            }
            return false
        }

        /// Surrogates only in pairs: a half of one is no text.
        private mutating func escape() -> Bool {
            guard let byte = next else { return false }
            position += 1
            guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
            guard let first = hexadecimal() else { return false }
            guard 0xD800...0xDFFF ~= first else { return true }
            guard first < 0xDC00, take("\\u"), let second = hexadecimal() else { return false }
            return 0xDC00...0xDFFF ~= second
        }
    }
}
