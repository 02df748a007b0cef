// Rows that were computed once and stay right for as long as the Realm shows the same state.
import QuireStorage

/// Computed rows, and the version for which they hold.
struct RowCache {
    fileprivate struct Version: Equatable {
        let snapshot: TransactionID
        /// The rest only inside a write.
        let stamp: UInt64
        let changes: UInt64
        let scope: UInt32
    }

    private var rows: [RowID] = []
    private var version: Version?

    /// The rows; computed if the Realm shows another state than before.
    ///
    /// Inside a write objects may change numbers in place without a word to anyone. So the stamp is moved before
    /// computing: every object has to ask for its place again before it writes, and asking counts as a change.
    mutating func rows(
        in context: RealmContext, _ compute: () throws(StorageError) -> [RowID]
    ) throws(StorageError) -> [RowID] {
        try context.session.pin()
        if version == Version(context) { return rows }
        version = nil
        context.overlap.glance()
        if context.session.isWriting { context.session.space.moveStamp() }
        let now = Version(context)
        rows = try compute()
        version = now
        return rows
    }
}

extension RowCache.Version {
    fileprivate init(_ context: RealmContext) {
        let isWriting = context.session.isWriting
        snapshot = context.session.snapshot
        stamp = isWriting ? context.session.space.stampCell.pointee : 0
        changes = isWriting ? context.changeCount : 0
        scope = isWriting ? context.lastSerial : 0
    }
}
