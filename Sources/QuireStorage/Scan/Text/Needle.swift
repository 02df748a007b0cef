// Bytes that a scan looks for, and the looking.

/// Bytes in memory of their own, so that comparing with them needs no closure and no check. Kept by whoever compares:
/// their memory goes with them.
@safe
final class Needle {
    private let memory: Node
    let count: Int

    init(_ bytes: [UInt8]) {
        count = bytes.count
        memory = Node.allocate(byteCount: max(count, 8))
        memory.clear(at: 0, byteCount: max(count, 8))
        for (index, byte) in bytes.enumerated() { memory.setU8(index, byte) }
    }

    deinit { memory.deallocate() }

    /// Valid as long as the needle is, which a local variable alone does not promise.
    var bytes: ByteView { memory.bytes(at: 0, count: count) }

    @inline(__always)
    func isPrefix(of bytes: ByteView) -> Bool {
        if bytes.count < count { return false }
        if count >= 8 {
            if bytes.u64(0) != memory.u64(0) { return false }
            if count <= 16 { return bytes.u64(count - 8) == memory.u64(count - 8) }
        }
        return bytes.slice(0, count).compare(self.bytes) == 0
    }

    @inline(__always)
    func isSuffix(of bytes: ByteView) -> Bool {
        bytes.count >= count && bytes.slice(bytes.count - count, count).compare(self.bytes) == 0
    }

    @inline(__always)
    func isEqual(to bytes: ByteView) -> Bool { bytes.count == count && isPrefix(of: bytes) }

    /// True if the bytes stand anywhere in others. Sixteen places at a time are held against the first and the last
    /// byte; only where both fit the rest is compared.
    @inline(__always)
    func isContained(in bytes: ByteView) -> Bool {
        let places = bytes.count - count + 1
        guard places > 0 else { return false }
        if count == 0 { return true }
        if places < 16 {
            for place in 0..<places where fits(bytes, at: place) { return true }
            return false
        }
        let first = SIMD16(repeating: memory.u8(0))
        let last = SIMD16(repeating: memory.u8(count - 1))
        var place = 0
        while true {
            let heads = bytes.sixteen(place)
            let ends = bytes.sixteen(place + count - 1)
            let found = (heads .== first) .& (ends .== last)
            let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
            if words.x | words.y != 0 {
                for lane in 0..<16 where found[lane] && fits(bytes, at: place + lane) { return true }
            }
            if place == places - 16 { return false }
            // The last sixteen places overlap those before.
            place = min(place + 16, places - 16)
        }
    }

    @inline(__always)
    private func fits(_ bytes: ByteView, at place: Int) -> Bool {
        bytes[place] == memory.u8(0) && bytes.slice(place, count).compare(self.bytes) == 0
    }
}

extension ByteView {
    /// Sixteen bytes, which must lie inside.
    @inline(__always)
    fileprivate func sixteen(_ offset: Int) -> SIMD16<UInt8> {
        unsafe start.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    }
}
