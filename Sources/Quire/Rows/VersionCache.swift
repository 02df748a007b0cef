// What was computed once and stays right for as long as the Realm shows the same state.
import QuireStorage

/// Computed elements, and the version for which they hold.
struct VersionCache<Element> {
    private var elements: [Element] = []
    private var version: RealmVersion?

    /// The elements; computed if the Realm shows another state than before.
    ///
    /// Inside a write objects may change numbers in place without a word to anyone. So the stamp is moved before
    /// computing: every object has to ask for its place again before it writes, and asking counts as a change.
    mutating func elements(
        in context: RealmContext, _ compute: () throws(StorageError) -> [Element]
    ) throws(StorageError) -> [Element] {
        try context.session.pin()
        if version == RealmVersion(context) { return elements }
        version = nil
        context.overlap.glance()
        if context.session.isWriting { context.session.space.moveStamp() }
        let now = RealmVersion(context)
        elements = try compute()
        // A closure that met an error was given made-up values.
        if !context.isDoomed { version = now }
        return elements
    }

    /// The elements are to be computed anew.
    mutating func forget() { version = nil }

    /// True if the elements are known for what the Realm shows.
    func isFresh(in context: RealmContext) -> Bool {
        version != nil && context.session.isPinned && version == RealmVersion(context)
    }
}

/// What a Realm shows: the same version, the same values.
private struct RealmVersion: Equatable {
    let snapshot: TransactionID
    /// The rest only inside a write.
    let stamp: UInt64
    let changes: UInt64
    let scope: UInt32

    init(_ context: RealmContext) {
        let isWriting = context.session.isWriting
        snapshot = context.session.snapshot
        stamp = isWriting ? context.session.space.stampCell.pointee : 0
        changes = isWriting ? context.changeCount : 0
        scope = isWriting ? context.lastSerial : 0
    }
}
