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
        /// Who writes in another process knew of the pin before it could use pages of the state again.
        var isConfirmed = false
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

    /// Pins the newest state. `register` is called for one that nobody here had pinned; if it throws, nothing is.
    /// Unless the pin is confirmed, whoever relies on it makes sure that it came in time, and calls `confirm`: not only
    /// the first one, who may sleep.
    func pin(
        registering register: (TransactionID) throws(StorageError) -> Void
    ) throws(StorageError) -> (snapshot: Snapshot, isConfirmed: Bool) {
        try content.withLock { content throws(StorageError) in
            let newest = content.newest
            let snapshot = Snapshot(transaction: newest.transaction, roots: newest.roots)
            if let last = content.pinned.indices.last, content.pinned[last].state === newest {
                content.pinned[last].count += 1
                return (snapshot, content.pinned[last].isConfirmed)
            }
            try register(newest.transaction)
            content.pinned.append(Pinned(state: newest, count: 1))
            return (snapshot, false)
        }
    }

    /// The pin of a snapshot that is pinned came in time.
    func confirm(_ snapshot: Snapshot) {
        content.withLock { content in
            guard let index = content.pinned.lastIndex(where: { $0.state.transaction == snapshot.transaction })
            else { return }
            content.pinned[index].isConfirmed = true
        }
    }

    /// `unregister` is called if nobody here has the state pinned any more.
    func unpin(_ snapshot: Snapshot, unregistering unregister: (TransactionID) -> Void) {
        content.withLock { content in
            guard
                let index = content.pinned.lastIndex(where: { $0.state.transaction == snapshot.transaction })
            else { preconditionFailure("a snapshot is unpinned as often as it was pinned") }
            content.pinned[index].count -= 1
            guard content.pinned[index].count == 0 else { return }
            content.pinned.remove(at: index)
            unregister(snapshot.transaction)
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

    /// Makes a state the newest one, unless there is a newer one already.
    func publish(_ state: CommittedState) {
        content.withLock { content in
            guard content.newest.transaction < state.transaction else { return }
            content.newest = state
            newestID.store(state.transaction.rawValue, ordering: .releasing)
        }
    }
}
