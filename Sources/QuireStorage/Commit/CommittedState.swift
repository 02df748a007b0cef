// The states of a file that somebody may still read.

import Synchronization

/// What one transaction left.
final class CommittedState: @unchecked Sendable {
    let transaction: TransactionID
    let roots: FileRoots
    /// Pages that the state covers.
    let pageCount: Int
    let freeBitmapRoot: TreeRoot
    /// Read from the file when a writer first needs it. Only the holder of the writer gate touches it.
    var freeBitmap: FreeBitmap?

    init(
        transaction: TransactionID, roots: FileRoots, pageCount: Int, freeBitmapRoot: TreeRoot,
        freeBitmap: FreeBitmap? = nil
    ) {
        self.transaction = transaction
        self.roots = roots
        self.pageCount = pageCount
        self.freeBitmapRoot = freeBitmapRoot
        self.freeBitmap = freeBitmap
    }

    convenience init(_ slot: Slot) {
        self.init(
            transaction: slot.transaction, roots: slot.roots, pageCount: slot.pageCount,
            freeBitmapRoot: slot.freeBitmap)
    }

    /// The bitmap, read if need be.
    func requireFreeBitmap(_ file: PageFile) throws(StorageError) -> FreeBitmap {
        if let freeBitmap { return freeBitmap }
        let bitmap = try FreeBitmap(file, root: freeBitmapRoot, pageCount: pageCount)
        freeBitmap = bitmap
        return bitmap
    }
}

/// The newest state, and those that are pinned.
final class CommittedStates: Sendable {
    private struct Pinned {
        let state: CommittedState
        var count: Int
    }

    private struct Content {
        var newest: CommittedState
        /// Ascending by transaction; short, because readers that start together share an entry.
        var pinned: [Pinned] = []
    }

    private let content: Lock<Content>
    private let newestID: Atomic<UInt64>

    init(newest: CommittedState) {
        content = Lock(Content(newest: newest))
        newestID = Atomic(newest.transaction.rawValue)
    }

    var newestTransaction: TransactionID { TransactionID(newestID.load(ordering: .acquiring)) }
    var newest: CommittedState { content.withLock { $0.newest } }

    func pin() -> Snapshot {
        content.withLock { content in
            let newest = content.newest
            if let last = content.pinned.indices.last, content.pinned[last].state === newest {
                content.pinned[last].count += 1
            } else {
                content.pinned.append(Pinned(state: newest, count: 1))
            }
            return Snapshot(transaction: newest.transaction, roots: newest.roots)
        }
    }

    func unpin(_ snapshot: Snapshot) {
        content.withLock { content in
            guard
                let index = content.pinned.lastIndex(where: { $0.state.transaction == snapshot.transaction })
            else { preconditionFailure("a snapshot is unpinned as often as it was pinned") }
            content.pinned[index].count -= 1
            if content.pinned[index].count == 0 { content.pinned.remove(at: index) }
        }
    }

    /// The state that a transaction left, as long as somebody has it pinned.
    func pinned(_ transaction: TransactionID) -> CommittedState? {
        content.withLock { content in content.pinned.last { $0.state.transaction == transaction }?.state }
    }

    /// Pinned states other than the newest, oldest first.
    var pinnedOlder: [CommittedState] {
        content.withLock { content in content.pinned.map(\.state).filter { $0 !== content.newest } }
    }

    func publish(_ state: CommittedState) {
        content.withLock { $0.newest = state }
        newestID.store(state.transaction.rawValue, ordering: .releasing)
    }
}
