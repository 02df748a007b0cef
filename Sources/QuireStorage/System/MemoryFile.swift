// A file in memory: for databases that live as long as the process, and for tests.

import Synchronization

/// Bytes in windows of address space that take up memory only where they were written. A map of it is the memory
/// itself.
package final class MemoryFile: StorageFile, @unchecked Sendable {
    private static let windowByteCount = FileLayout.windowByteCount
    private static let lastInode = Atomic<UInt64>(0)

    private struct Content {
        var windows: [MemoryRegion] = []
        var byteCount = 0
    }

    package let path: String
    package let identity: FileIdentity
    package let wantsSlack: Bool
    package let isShared: Bool
    private let content: Lock<Content>
    private let locks: MemoryLocks

    /// `wantsSlack` makes the engine treat the file as it treats one on a disk that writes in place; `isShared`, as one
    /// that other processes may open.
    package init(name: String, wantsSlack: Bool = false, isShared: Bool = false) {
        path = name
        self.wantsSlack = wantsSlack
        self.isShared = isShared
        content = Lock(Content())
        locks = MemoryLocks()
        let inode = Self.lastInode.wrappingAdd(1, ordering: .relaxed).newValue
        identity = FileIdentity(device: .max, inode: inode)
    }

    /// Another opening of a file, as if by another process: the same bytes, with locks of its own.
    package init(opening other: MemoryFile) {
        path = other.path
        wantsSlack = other.wantsSlack
        isShared = other.isShared
        content = other.content
        locks = other.locks
        identity = other.identity
    }

    /// A file that already holds `bytes`.
    package convenience init(name: String, bytes: [UInt8], wantsSlack: Bool = false) throws(StorageError) {
        self.init(name: name, wantsSlack: wantsSlack)
        try bytes.withView { view throws(StorageError) in try write(view, at: 0) }
    }

    /// A copy of everything in it.
    package var bytes: [UInt8] {
        content.withLock { content in
            var result: [UInt8] = []
            result.reserveCapacity(content.byteCount)
            var offset = 0
            while offset < content.byteCount {
                let count = min(Self.windowByteCount, content.byteCount - offset)
                let window = content.windows[offset / Self.windowByteCount].node
                unsafe result.append(contentsOf: window.bytes(at: 0, count: count).buffer)
                offset += count
            }
            return result
        }
    }

    package func requireUsable() throws(StorageError) {}
    package func byteCount() throws(StorageError) -> Int { content.withLock { $0.byteCount } }

    package func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int {
        content.withLock { content in
            let count = max(0, min(byteCount, content.byteCount - offset))
            Self.forEachPart(offset, count) { window, inWindow, done, length in
                node.copy(from: content.windows[window].node, at: inWindow, to: done, byteCount: length)
            }
            return count
        }
    }

    package func write(_ bytes: ByteView, at offset: Int) throws(StorageError) {
        try content.withLock { content throws(StorageError) in
            try Self.cover(offset + bytes.count, &content)
            Self.forEachPart(offset, bytes.count) { window, inWindow, done, length in
                content.windows[window].node.copy(from: bytes.slice(done, length), to: inWindow)
            }
            content.byteCount = max(content.byteCount, offset + bytes.count)
        }
    }

    package func map(at offset: Int, byteCount: Int) throws(StorageError) -> MemoryRegion {
        precondition(offset % Self.windowByteCount == 0 && byteCount <= Self.windowByteCount, "maps are whole windows")
        return try content.withLock { content throws(StorageError) in
            try Self.cover(offset + byteCount, &content)
            let node = content.windows[offset / Self.windowByteCount].node
            return MemoryRegion(node, byteCount: byteCount, owner: self)
        }
    }

    package func truncate(to byteCount: Int) throws(StorageError) {
        try content.withLock { content throws(StorageError) in
            try Self.cover(byteCount, &content)
            Self.forEachPart(byteCount, max(0, content.byteCount - byteCount)) { window, inWindow, _, length in
                content.windows[window].node.clear(at: inWindow, byteCount: length)
            }
            content.byteCount = byteCount
        }
    }

    package func sync(_ kind: SyncKind) throws(StorageError) {}

    package func lock(_ byte: LockByte, _ kind: LockKind, _ wait: LockWait) throws(StorageError) {
        guard locks.take(byte, kind, by: ObjectIdentifier(self), wait) else {
            throw StorageError(.inUse, "The database \(path) in memory is in use elsewhere: close it there.")
        }
    }

    package func unlock(_ byte: LockByte) { locks.give(byte, by: ObjectIdentifier(self)) }

    package func foreignPin(in range: ClosedRange<UInt64>) throws(StorageError) -> TransactionID? {
        locks.pin(in: range, notOf: ObjectIdentifier(self))
    }

    package func startWriting(at offset: Int, byteCount: Int) {}
    package func byteCountInPlace() throws(StorageError) -> Int? { try byteCount() }
    package func close() { locks.giveAll(by: ObjectIdentifier(self)) }

    private static func cover(_ byteCount: Int, _ content: inout Content) throws(StorageError) {
        while content.windows.count * windowByteCount < byteCount {
            content.windows.append(try .zeros(byteCount: windowByteCount))
        }
    }

    /// Splits a range at the borders of windows: window, offset in it, offset in the range, length.
    private static func forEachPart(_ offset: Int, _ byteCount: Int, _ body: (Int, Int, Int, Int) -> Void) {
        var done = 0
        while done < byteCount {
            let (window, inWindow) = (offset + done).quotientAndRemainder(dividingBy: windowByteCount)
            let length = min(byteCount - done, windowByteCount - inWindow)
            body(window, inWindow, done, length)
            done += length
        }
    }
}
