// What the inlined reads and writes of a managed object are made of. The caller has located the row.
// The directory of a leaf says where its columns are, in units of eight bytes (QuireStorage, ColumnLeaf).

extension Object {
    /// Where the value of a fixed-width column lies in the leaf.
    @inlinable @inline(__always)
    final func valueAddress(_ column: UInt32, _ width: Int) -> UnsafeMutableRawPointer {
        let leaf = unsafe leaf.unsafelyUnwrapped
        let entry = 64 &+ Int(column & ColumnNumber.leafMask) &* 8
        let start = unsafe Int(leaf.loadUnaligned(fromByteOffset: entry, as: UInt16.self)) &<< 3
        return unsafe leaf + (start &+ Int(slot) &* width)
    }

    /// The value is nil. The column is optional.
    @inlinable @inline(__always)
    final func isNull(_ column: UInt32) -> Bool {
        let leaf = unsafe leaf.unsafelyUnwrapped
        let entry = 64 &+ Int(column & ColumnNumber.leafMask) &* 8
        let bitmap = unsafe Int(leaf.loadUnaligned(fromByteOffset: entry &+ 2, as: UInt16.self)) &<< 3
        let slot = unsafe slot
        let byte = unsafe leaf.load(fromByteOffset: bitmap &+ Int(slot >> 3), as: UInt8.self)
        return byte >> UInt8(truncatingIfNeeded: slot & 7) & 1 != 0
    }

    /// Notes that the value is nil, or that it is not. The column is optional.
    @inlinable @inline(__always)
    final func setNull(_ column: UInt32, _ isNull: Bool) {
        let leaf = unsafe leaf.unsafelyUnwrapped
        let entry = 64 &+ Int(column & ColumnNumber.leafMask) &* 8
        let bitmap = unsafe Int(leaf.loadUnaligned(fromByteOffset: entry &+ 2, as: UInt16.self)) &<< 3
        let slot = unsafe slot
        let byte = unsafe leaf + (bitmap &+ Int(slot >> 3))
        let bit = (1 as UInt8) << UInt8(truncatingIfNeeded: slot & 7)
        let old = unsafe byte.load(as: UInt8.self)
        unsafe byte.storeBytes(of: isNull ? old | bit : old & ~bit, as: UInt8.self)
    }

    /// The column may be read in the leaf.
    @inlinable @inline(__always)
    final func isInLeaf(_ column: UInt32) -> Bool { column & ColumnNumber.leafMask != ColumnNumber.leafMask }

    /// The column may be written in the leaf, right now.
    @inlinable @inline(__always)
    final func isWritableInPlace(_ column: UInt32) -> Bool {
        guard column & ColumnNumber.inPlaceFlag != 0 else { return false }
        return unsafe writeStamp == stampCell.unsafelyUnwrapped.pointee || locateToWrite(column)
    }

    /// A number that lies in the leaf.
    @inlinable @inline(__always)
    final func load<T: BitwiseCopyable>(_ column: UInt32, as type: T.Type) -> T {
        unsafe valueAddress(column, MemoryLayout<T>.size).loadUnaligned(as: T.self)
    }

    /// Puts a number into the leaf.
    @inlinable @inline(__always)
    final func store<T: BitwiseCopyable>(_ column: UInt32, _ value: T) {
        unsafe valueAddress(column, MemoryLayout<T>.size).storeBytes(of: value, as: T.self)
    }

    /// A number that lies in the leaf, where the compiler does not know it for one. Columns are aligned to their width.
    @inlinable @inline(__always)
    final func loadValue<T>(_ column: UInt32, _ type: T.Type) -> T {
        unsafe valueAddress(column, MemoryLayout<T>.size).assumingMemoryBound(to: T.self).pointee
    }

    /// Puts such a number into the leaf.
    @inlinable @inline(__always)
    final func storeValue<T>(_ column: UInt32, _ value: T) {
        unsafe valueAddress(column, MemoryLayout<T>.size).assumingMemoryBound(to: T.self).pointee = value
    }

    /// The two words of a text cell.
    @inlinable @inline(__always)
    final func loadCell(_ column: UInt32) -> (UInt64, UInt64) {
        let address = unsafe valueAddress(column, 16)
        return unsafe (
            address.loadUnaligned(as: UInt64.self), address.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
    }
}
