// Text of up to 15 ASCII bytes becomes a String from its bits: the standard library keeps such a String in two words
// whose layout is the cell's but for four bits. A test at start-up proves it; where it fails text is decoded.

/// The cell of a short text, and the String made of its bits.
@usableFromInline
enum SmallText {
    /// The String of a cell; nil if it is longer, or not ASCII.
    @inlinable @inline(__always)
    static func string(_ low: UInt64, _ high: UInt64) -> String? {
        guard high >> 56 < 16, (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
        return unsafe unsafeBitCast((low, high | 0xE0 << 56), to: String.self)
    }

    /// The layout of small strings is the one that `string` builds on.
    static let isProven: Bool = {
        guard MemoryLayout<String>.size == 16, MemoryLayout<Int>.size == 8 else { return false }
        for length in 0...15 {
            let bytes = (0..<length).map { UInt8(0x41 + ($0 * 7 + length) % 26) }
            let expected = String(decoding: bytes, as: UTF8.self)
            var cell: (UInt64, UInt64) = (0, UInt64(length) << 56)
            for (index, byte) in bytes.enumerated() {
                if index < 8 {
                    cell.0 |= UInt64(byte) << UInt64(8 * index)
                } else {
                    cell.1 |= UInt64(byte) << UInt64(8 * (index - 8))
                }
            }
            let words = unsafe unsafeBitCast(expected, to: (UInt64, UInt64).self)
            guard words.0 == cell.0, words.1 == cell.1 | 0xE0 << 56, string(cell.0, cell.1) == expected else {
                return false
            }
        }
        return true
    }()
}
