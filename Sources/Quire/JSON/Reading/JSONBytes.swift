// The bytes of a document: the only raw memory that the JSON part touches. It lies in this module, and not in the
// engine's `ByteView`, because the tokenizer's loads have to be inlined.

import QuireStorage

/// Bytes that the caller of an import owns and keeps until it ends. Offsets are checked by the readers, which compare
/// with `count` before each load; debug builds check again.
@safe
struct JSONBytes {
    private let start: UnsafeRawPointer
    let count: Int

    init(_ buffer: UnsafeRawBufferPointer) { self.init(unsafe ByteView(buffer)) }

    init(_ view: ByteView) {
        unsafe start = view.start
        count = view.count
    }

    @inline(__always)
    subscript(_ offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Eight bytes, the first in the lowest place; needs `offset + 8 <= count`.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count)
        return unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Up to eight bytes from `offset` on, zeros in place of those past the end of the document.
    @inline(__always)
    func partialWord(_ offset: Int) -> UInt64 {
        if offset + 8 <= count { return word(offset) }
        var value: UInt64 = 0
        var i = offset
        var shift: UInt64 = 0
        while i < count {
            value |= UInt64(self[i]) &<< shift
            shift &+= 8
            i += 1
        }
        return value
    }

    /// Two ranges hold the same bytes.
    func isEqual(_ a: Int, _ b: Int, _ byteCount: Int) -> Bool {
        assert(a >= 0 && b >= 0 && byteCount >= 0 && max(a, b) + byteCount <= count)
        var i = 0
        while i + 8 <= byteCount {
            if word(a + i) != word(b + i) { return false }
            i += 8
        }
        while i < byteCount {
            if self[a + i] != self[b + i] { return false }
            i += 1
        }
        return true
    }

    /// The text of a range that was found to be UTF-8.
    func text(_ offset: Int, _ byteCount: Int) -> String {
        assert(offset >= 0 && byteCount >= 0 && offset + byteCount <= count)
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: start + offset, count: byteCount), as: UTF8.self)
    }

    /// The same bytes, as the engine takes them.
    func view(_ offset: Int, _ byteCount: Int) -> ByteView {
        assert(offset >= 0 && byteCount >= 0 && offset + byteCount <= count)
        return unsafe ByteView(start: start + offset, count: byteCount)
    }

    func slice(_ offset: Int, _ byteCount: Int) -> JSONBytes {
        assert(offset >= 0 && byteCount >= 0 && offset + byteCount <= count)
        return unsafe JSONBytes(UnsafeRawBufferPointer(start: start + offset, count: byteCount))
    }

    func array(_ offset: Int, _ byteCount: Int) -> [UInt8] {
        assert(offset >= 0 && byteCount >= 0 && offset + byteCount <= count)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start + offset, count: byteCount))
    }
}
