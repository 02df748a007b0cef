// Writing and reading small records: class descriptions and short lists.

/// Appends numbers and bytes, little-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func u8(_ value: UInt8) { bytes.append(value) }

    mutating func u16(_ value: Int) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func u32(_ value: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func u64(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// A length of 32 bits and the bytes.
    mutating func data(_ data: [UInt8]) {
        u32(UInt32(truncatingIfNeeded: data.count))
        bytes.append(contentsOf: data)
    }

    mutating func text(_ text: String) {
        u32(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

extension [UInt8] {
    /// Eight bytes, the most significant first: they sort as the number does.
    mutating func appendBigEndian(_ value: UInt64) {
        for place in 0..<8 { append(UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * place))) }
    }
}

/// Reads what `ByteWriter` wrote. After the first read past the end everything reads as zero and `isDamaged` is true.
struct ByteReader {
    private let view: ByteView
    private(set) var offset = 0
    private(set) var isDamaged = false

    init(_ view: ByteView) { self.view = view }

    var isAtEnd: Bool { offset == view.count }

    private mutating func take(_ count: Int) -> ByteView? {
        guard !isDamaged, count >= 0, count <= view.count - offset else {
            isDamaged = true
            return nil
        }
        defer { offset += count }
        return view.slice(offset, count)
    }

    mutating func u8() -> UInt8 { take(1)?[0] ?? 0 }

    mutating func u16() -> Int {
        guard let bytes = take(2) else { return 0 }
        return Int(bytes[0]) | Int(bytes[1]) << 8
    }

    mutating func u32() -> UInt32 { take(4)?.u32(0) ?? 0 }
    mutating func u64() -> UInt64 { take(8)?.u64(0) ?? 0 }

    /// The bytes of a block; empty after damage.
    mutating func block() -> ByteView {
        let count = Int(u32())
        return take(count) ?? view.slice(0, 0)
    }

    mutating func text() -> String { block().text }
}
