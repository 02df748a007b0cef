// One open file: what its sessions share.

/// One file, open in this process: shared by all its sessions, safe to use from any thread. It closes with the last
/// reference.
package final class Database: @unchecked Sendable {
    package enum Location: Sendable, Hashable {
        case file(path: String)
        /// Lives as long as somebody has it open.
        case memory(name: String)
    }
    package typealias WhenInUse = LockWait
    package struct Options: Sendable {
        package var isReadOnly = false
        /// For a new file only: a power of two from 512 to 65,536.
        package var pageSize = 4096
        package var whenInUse = WhenInUse.fail
        package var readsByCopying = false
        /// Opens the state before the newest one, which must have been durable; a commit goes on from there.
        package var opensPreviousCommit = false
        /// The file cannot change: no locks are taken, and nobody is asked whether there is something new.
        package var isImmutable = false
        /// Every page is checked before `open` returns.
        package var verifiesOnOpen = false
        /// Above this many bytes of changed nodes a transaction writes leaves ahead of its commit.
        package var spillByteCount = 64 << 20
        /// Whether the file is written anew before it is opened.
        package var compaction: Compaction?
        /// Defences to leave out: for the proof of the tests alone.
        package var flaws = Flaws.everywhere
        /// Where a test may stop a thread.
        package var onPoint: (@Sendable (ProtocolPoint) -> Void)?
        /// Told in one sentence what happened that is no error: a state was stored again after a crash, and the like.
        package var onEvent: (@Sendable (String) -> Void)?
        package init() {}
    }

    package let path: String
    package let file: PageFile
    package let isReadOnly: Bool
    package var pageSize: Int { file.pageSize }
    /// See `Options.spillByteCount`.
    package var spillByteCount: Int { options.spillByteCount }
    package var fileByteCount: Int { (try? file.storage.byteCount()) ?? 0 }

    let states: CommittedStates
    let committer: Committer
    let options: Options
    let head: FileHead
    /// Other processes may have the file open too.
    let isShared: Bool
    /// See `FileOpening.passedOver`.
    let passedOver: TransactionID
    private let gate = WriterGate()
    /// What an opening found that the first writer must settle. Only the holder of the gate touches it.
    var unpublished: FileOpening?
    var key: DatabaseKey?
    private var nextSpillByteCount = 0
    private var commitCount: UInt64 = 0

    /// Takes over a file that is locked and not empty.
    init(_ storage: any StorageFile, _ options: Options, system: any FileSystem) throws(StorageError) {
        let opening = try FileOpening(storage, options, bootID: system.bootID)
        path = storage.path
        file = opening.file
        isReadOnly = options.isReadOnly
        self.options = options
        states = CommittedStates(newest: CommittedState(opening.slot))
        committer = Committer(file: file, states: states, opening: opening, system: system)
        head = FileHead(file: file, path: storage.path)
        isShared = storage.isShared && !options.isImmutable
        passedOver = opening.passedOver
        file.committer = committer
        unpublished = opening
    }

    deinit {
        if !isReadOnly { closeCommitter() }
        file.storage.close()
        if let key { OpenDatabases.shared.remove(key) }
    }

    // MARK: Writing

    /// Waits until no one else writes, here or in another process.
    package func beginWriting() throws(StorageError) {
        guard !isReadOnly else {
            throw StorageError(
                .filePermissionDenied, "\(path) was opened read-only: open it for writing to change it.")
        }
        try enterGate()
        do throws(StorageError) {
            if isShared, !file.flaws.contains(.writerLockIgnored) { try file.storage.lock(.writer, .exclusive, .wait) }
            file.reach(.writerEntered)
            try prepareWriting()
            file.reach(.writerReady)
        } catch {
            leaveGate()
            throw error
        }
    }

    private func prepareWriting() throws(StorageError) {
        try committer.requireWritable()
        if isShared { try catchUp() }
        if let opening = unpublished {
            try committer.settle(opening, options.onEvent)
            unpublished = nil
        }
    }

    private func enterGate() throws(StorageError) {
        guard gate.enter() else {
            throw StorageError(
                .fail,
                "Another write of this thread to \(path) is open, so this one would wait for ever: use the Realm that "
                    + "is writing, or end its write first.")
        }
    }

    private func leaveGate() {
        file.reach(.writerLeaving)
        if isShared { file.storage.unlock(.writer) }
        gate.leave()
    }

    package func endWriting() {
        committer.endTransaction()
        nextSpillByteCount = 0
        leaveGate()
    }

    /// Places the dirty nodes of `space` that are reachable from `roots`, writes them and a slot, syncs and
    /// publishes. The caller holds the writer and calls `space.endWriting()` afterwards. On an error the state before
    /// is what everyone sees. The new state is not pinned, but it is the newest one until `endWriting`.
    ///
    /// Gives the places of the dirty nodes by index, none for one that is not part of the state.
    @discardableResult
    package func commit(
        _ space: PageSpace, _ roots: FileRoots, _ durability: Durability = .durable
    ) throws(StorageError) -> [NodeReference] {
        precondition(gate.isHeld, "a commit holds the writer")
        guard let commit = try committer.commit(space, roots, durability) else { return [] }
        states.publish(commit.state)
        file.reach(.statePublished)
        commitCount += 1
        return commit.places
    }

    /// Called now and then during a large transaction: writes leaves of `space` to their final place when more than
    /// 64 MiB are dirty, so that memory stays bounded. Cached addresses become stale then.
    package func spillIfNeeded(_ space: PageSpace) throws(StorageError) {
        guard space.dirtyByteCount > max(options.spillByteCount, nextSpillByteCount) else { return }
        try committer.spill(space, downTo: options.spillByteCount / 2)
        // What could not be written ahead is not looked at again at every call.
        nextSpillByteCount = space.dirtyByteCount + options.spillByteCount / 4
    }

    /// Before one commit in 16: nodes that the session should touch (`PageSpace.writable` along the path to them), so
    /// that they move to where there is room and leave a large free run behind. Usually none.
    package func nodesToEvacuate() throws(StorageError) -> [EvacuationCandidate] {
        guard commitCount % 16 == 15 else { return [] }
        return try committer.evacuationCandidates()
    }

    /// Pages that the next transaction may use without growing the file; O(pages / 64). Nobody may be writing.
    package func usablePageCount() throws(StorageError) -> Int {
        try enterGate()
        defer { gate.leave() }
        let bitmap = try states.newest.requireFreeBitmap(file)
        var count = 0
        try committer.freeSpace(bitmap).forEachRun(in: 0..<bitmap.pageCount) { run in
            count += run.count
            return true
        }
        return count
    }

    /// Pages that the newest state uses, the head of the file included. Nobody may be writing.
    package func usedPageCount() throws(StorageError) -> Int {
        try enterGate()
        defer { gate.leave() }
        let bitmap = try states.newest.requireFreeBitmap(file)
        return bitmap.pageCount - bitmap.freeCount
    }
}
