// Address ranges: a mapped part of a file, or zeroed memory that takes room only where it was touched.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A range of addresses, given back with the last reference to it.
@safe
package final class MemoryRegion: Sendable {
    private let address: UInt
    package let byteCount: Int
    /// Whoever owns the memory, if it is not this region.
    private let owner: (any StorageFile)?
    /// The bytes stand in a file, too.
    private let isOfFile: Bool

    /// Takes over memory that `mmap` gave.
    init(mapped start: UnsafeMutableRawPointer, byteCount: Int, isOfFile: Bool) {
        address = UInt(bitPattern: start)
        self.byteCount = byteCount
        self.isOfFile = isOfFile
        owner = nil
    }

    /// A view of memory that a file owns.
    package init(_ node: Node, byteCount: Int, owner: any StorageFile) {
        address = node.address
        self.byteCount = byteCount
        self.owner = owner
        isOfFile = false
    }

    deinit {
        if owner == nil, let start = unsafe UnsafeMutableRawPointer(bitPattern: address) {
            _ = unsafe munmap(start, byteCount)
        }
    }

    /// The start of the range.
    package var node: Node {
        guard let start = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("a region has an address")
        }
        return unsafe Node(start: start)
    }

    /// Zeros. They take up memory page by page, as they are written.
    package static func zeros(byteCount: Int) throws(StorageError) -> MemoryRegion {
        let start = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, Platform.anonymousMapFlags, -1, 0)
        guard let start = unsafe start, unsafe start != Platform.mapFailed else {
            throw .system("find \(byteCount) bytes of address space for", "the database", errno)
        }
        return unsafe MemoryRegion(mapped: start, byteCount: byteCount, isOfFile: false)
    }

    /// Gives the memory back that the bytes of a mapped file take up below an offset. Whoever looks at them again has
    /// them read from the file again. Nothing happens to memory that is not of a file.
    package func giveBack(below offset: Int) {
        let byteCount = min(offset, byteCount) & ~(Int(getpagesize()) - 1)
        guard isOfFile, byteCount > 0, let start = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        // Advice: if it is not taken, the memory is merely given back later.
        _ = unsafe madvise(start, byteCount, MADV_DONTNEED)
    }
}
