// The memory of one node: the only way in which the layers above touch page bytes.

/// A node in memory, either a page of the mapped file (never written) or a buffer of the running transaction.
///
/// The accessors do not check bounds. They are safe because a node is handed out only after its page was checked whole
/// (checksum, then every offset, count and length inside it), or because this process built it.
@safe
@frozen
package struct Node: Equatable {
    package let start: UnsafeMutableRawPointer

    @inlinable
    package init(start: UnsafeMutableRawPointer) { unsafe self.start = start }

    /// Memory for a node that the caller frees, with undefined content.
    package static func allocate(byteCount: Int) -> Node {
        unsafe Node(start: .allocate(byteCount: byteCount, alignment: 64))
    }

    package func deallocate() { unsafe start.deallocate() }

    /// The address, to compare and to cache.
    @inlinable
    package var address: UInt { unsafe UInt(bitPattern: start) }

    @inlinable
    package static func == (a: Node, b: Node) -> Bool { unsafe a.start == b.start }

    @inlinable @inline(__always)
    package func u8(_ offset: Int) -> UInt8 { unsafe start.load(fromByteOffset: offset, as: UInt8.self) }

    @inlinable @inline(__always)
    package func u16(_ offset: Int) -> UInt16 { unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }

    @inlinable @inline(__always)
    package func u32(_ offset: Int) -> UInt32 { unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }

    @inlinable @inline(__always)
    package func u64(_ offset: Int) -> UInt64 { unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }

    @inlinable @inline(__always)
    package func setU8(_ offset: Int, _ value: UInt8) {
        unsafe start.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
    }

    @inlinable @inline(__always)
    package func setU16(_ offset: Int, _ value: UInt16) {
        unsafe start.storeBytes(of: value, toByteOffset: offset, as: UInt16.self)
    }

    @inlinable @inline(__always)
    package func setU32(_ offset: Int, _ value: UInt32) {
        unsafe start.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
    }

    @inlinable @inline(__always)
    package func setU64(_ offset: Int, _ value: UInt64) {
        unsafe start.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
    }

    /// Moves bytes inside the node; the ranges may overlap.
    @inlinable
    package func move(from source: Int, to destination: Int, byteCount: Int) {
        guard byteCount > 0, source != destination else { return }
        unsafe (start + destination).copyMemory(from: start + source, byteCount: byteCount)
    }

    /// Copies bytes from another node.
    @inlinable
    package func copy(from other: Node, at source: Int, to destination: Int, byteCount: Int) {
        guard byteCount > 0 else { return }
        unsafe (start + destination).copyMemory(from: other.start + source, byteCount: byteCount)
    }

    /// Copies bytes that lie outside of nodes.
    @inlinable
    package func copy(from bytes: ByteView, to destination: Int) {
        guard bytes.count > 0 else { return }
        unsafe (start + destination).copyMemory(from: bytes.start, byteCount: bytes.count)
    }

    /// Sets bytes to zero.
    @inlinable
    package func clear(at offset: Int, byteCount: Int) {
        guard byteCount > 0 else { return }
        unsafe (start + offset).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    /// The bytes from `offset` on, without a copy; valid as long as the node is.
    @inlinable
    package func bytes(at offset: Int, count: Int) -> ByteView { unsafe ByteView(start: start + offset, count: count) }
}

/// Bytes that somebody else owns; valid as long as their owner keeps them. Ordered as unsigned bytes.
@safe
@frozen
package struct ByteView {
    package let start: UnsafeRawPointer
    package let count: Int

    @inlinable
    package init(start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// A view of a buffer; an empty buffer without an address is fine.
    @inlinable
    package init(_ buffer: UnsafeRawBufferPointer) {
        unsafe start = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        count = buffer.count
    }

    @inlinable @inline(__always)
    package subscript(_ index: Int) -> UInt8 { unsafe start.load(fromByteOffset: index, as: UInt8.self) }

    @inlinable @inline(__always)
    package func u32(_ offset: Int) -> UInt32 { unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }

    @inlinable @inline(__always)
    package func u64(_ offset: Int) -> UInt64 { unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }

    /// The bytes of a range, which must lie inside.
    @inlinable
    package func slice(_ offset: Int, _ count: Int) -> ByteView { unsafe ByteView(start: start + offset, count: count) }

    /// A copy.
    @inlinable
    package var array: [UInt8] { unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)) }

    /// The text; bytes that are no UTF-8 become U+FFFD (they are refused where text enters).
    @inlinable
    package var text: String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    @inlinable
    package var buffer: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }
}
