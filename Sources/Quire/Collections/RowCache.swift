// Rows that were computed once and stay right for as long as the Realm shows the same state.
import QuireStorage

/// Computed rows, and the version for which they hold.
struct RowCache {
    private var rows: [RowID] = []
    private var stamp: UInt64?

    /// The rows; computed if the Realm has moved since, and always inside a write, where values change without a trace.
    mutating func rows(
        in context: RealmContext, _ compute: () throws(StorageError) -> [RowID]
    ) throws(StorageError) -> [RowID] {
        try context.session.pin()
        let now = context.session.space.stampCell.pointee
        if !context.session.isWriting, now == stamp { return rows }
        stamp = nil
        rows = try compute()
        if !context.session.isWriting { stamp = now }
        return rows
    }
}
