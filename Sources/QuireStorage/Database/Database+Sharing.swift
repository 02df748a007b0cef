// Several processes with one file: noticing what the others committed, and telling them what is read here.

extension Database {
    // MARK: Reading

    /// Pins the newest snapshot: its pages stay as they are until `unpin`, whoever writes. Without other sessions that
    /// have it pinned, a lock is taken for the other processes.
    package func pin() throws(StorageError) -> Snapshot {
        try noticeCommits()
        while true {
            let (snapshot, isConfirmed) = try states.pin { transaction throws(StorageError) in
                guard isShared else { return }
                file.reach(.pinChosen)
                try file.storage.lock(.pin(transaction), .shared, .wait)
                file.reach(.pinLocked)
            }
            // Others know of the pin only now. If the state is still the newest one, they knew in time: who writes
            // keeps the pages of the newest state and of the one before it.
            guard isShared, !isConfirmed, !file.flaws.contains(.pinNotRechecked) else { return snapshot }
            do throws(StorageError) {
                guard try head.newestRecord(after: max(snapshot.transaction, passedOver)) != nil else {
                    states.confirm(snapshot)
                    return snapshot
                }
            } catch {
                unpin(snapshot)
                throw error
            }
            unpin(snapshot)
            guard try noticeCommits() else { return try pinKnown() }
        }
    }

    /// For a record that leads to no state of this run of the machine: what is known is the newest.
    private func pinKnown() throws(StorageError) -> Snapshot {
        try states.pin { transaction throws(StorageError) in
            try file.storage.lock(.pin(transaction), .shared, .wait)
        }.snapshot
    }

    package func unpin(_ snapshot: Snapshot) {
        states.unpin(snapshot) { transaction in
            guard isShared else { return }
            file.reach(.pinLeaving)
            file.storage.unlock(.pin(transaction))
        }
    }

    /// True if there is a newer transaction than `known`, here or from another process. Costs a few loads.
    func hasNewer(than known: TransactionID) throws(StorageError) -> Bool {
        try noticeCommits()
        return known < states.newestTransaction
    }

    /// The newest transaction that this process knows of.
    package var newestTransaction: TransactionID { states.newestTransaction }
    package var newestRoots: FileRoots { states.newest.roots }

    /// Shows what other processes have committed since; true if there was something.
    @discardableResult
    private func noticeCommits() throws(StorageError) -> Bool {
        try file.storage.requireUsable()
        guard isShared else { return false }
        for _ in 0..<1000 {
            let known = max(states.newestTransaction, passedOver)
            guard let record = try head.newestRecord(after: known) else { return false }
            // Its block may have been taken by a later transaction, whose record then is the newest.
            guard let slot = try head.slot(of: record.transaction) else { continue }
            // What a machine that stopped since left behind without a sync.
            if record.isRelaxed, slot.bootID != committer.bootID || slot.bootID == .unknown { return false }
            try cover(slot)
            states.publish(CommittedState(slot))
            return true
        }
        throw StorageError(
            .damaged,
            "\(path) says that a newer state was stored, but it cannot be read: restore a copy, or salvage it.")
    }

    /// The file has grown to what the state needs.
    private func cover(_ slot: Slot) throws(StorageError) {
        guard slot.pageCount > file.pageCount else { return }
        file.grow(toByteCount: try file.storage.byteCount())
        guard slot.pageCount <= file.pageCount else {
            throw StorageError(
                .damaged, "\(path) is shorter than its newest state says: somebody cut it off. Restore a copy.")
        }
    }

    // MARK: Versions

    /// The transactions whose states somebody reads, here or in another process, and the newest one; oldest first.
    /// Pages that one of them uses are not used again. Two system calls for each that another process reads.
    package func activeVersions() throws(StorageError) -> [TransactionID] {
        try noticeCommits()
        let newest = states.newestTransaction
        var versions = Set(states.pinnedOlder.map(\.transaction))
        if isShared { versions.formUnion(try file.storage.foreignPins(in: 1...max(newest.rawValue, 1))) }
        return versions.union([newest]).sorted()
    }

    func requireVersions(atMost limit: Int) throws(StorageError) {
        guard limit < .max, !file.flaws.contains(.versionLimitIgnored) else { return }
        let count = try activeVersions().count
        guard count <= limit else {
            throw StorageError(
                .tooManyVersions,
                "\(count) versions of \(path) are in use, and at most \(limit) are allowed: refresh or close the Realms "
                    + "that still read old ones.")
        }
    }

    // MARK: Writing

    /// The holder of the writer's lock brings what it knows up to what others have done since it wrote last.
    func catchUp() throws(StorageError) {
        try cleanPoison()
        let base = committer.base
        var isBehind = try head.newestRecord(after: base) != nil
        if !isBehind { isBehind = try head.hasSlot(after: base) }
        if isBehind {
            let opening = try FileOpening(again: file, options, bootID: committer.bootID)
            committer.adopt(opening)
            states.publish(CommittedState(opening.slot))
            unpublished = opening
        }
        try committer.findForeignPins(head)
    }

    /// Somebody's commit failed and could not be undone. Once nobody else has the file open, what the medium has
    /// decides, as at every opening.
    private func cleanPoison() throws(StorageError) {
        guard try head.isPoisoned() else { return }
        do throws(StorageError) {
            try file.storage.lock(.presence, .exclusive, .fail)
        } catch {
            guard error.code == .inUse else { throw error }
            throw StorageError(
                .commitOutcomeUnknown,
                "A transaction of another process may or may not be stored in \(path): close the file in every process and "
                    + "open it again to see; nothing is written until then.")
        }
        defer { try? file.storage.lock(.presence, .shared, .fail) }
        let opening = try FileOpening(again: file, options, bootID: committer.bootID)
        committer.adopt(opening)
        states.publish(CommittedState(opening.slot))
        unpublished = opening
        committer.publish(committer.anchor)
    }

    /// Brings what was acknowledged to the medium, unless another process has written since or is writing: then it
    /// does.
    func closeCommitter() {
        guard isShared else { return committer.close() }
        do throws(StorageError) {
            try file.storage.lock(.writer, .exclusive, .fail)
            defer { file.storage.unlock(.writer) }
            if try head.newestRecord(after: committer.base) == nil { committer.close() }
        } catch {
            // Nothing that was promised depends on it.
        }
    }
}
