// The object that a collection belongs to, without an accessor of it.
import QuireStorage

/// A row whose list or inverse somebody holds.
struct OwnerRow {
    /// Keeps the session, and with it all bindings.
    let context: RealmContext
    private(set) var row: RowID
    /// See `RealmContext.epoch` and `RealmContext+Rollbacks`.
    private var epoch: UInt32
    private var birth: UInt32

    init(_ context: RealmContext, _ row: RowID) {
        self.context = context
        self.row = row
        epoch = context.epoch
        birth = context.session.isWriting ? context.lastSerial : 0
    }

    /// The same for another row of the class.
    mutating func point(at row: RowID) {
        self.row = row
        epoch = context.epoch
        birth = context.session.isWriting ? context.lastSerial : 0
    }

    /// The row is still there, and it is the same one.
    func exists(in binding: ClassBinding) throws(StorageError) -> Bool {
        if isStale(in: binding) { return false }
        return try binding.table.contains(row)
    }

    /// The Realm was invalidated, or the row was made in a scope that was rolled back.
    func isStale(in binding: ClassBinding) -> Bool {
        if epoch != context.epoch { return true }
        return birth != 0 && context.wasRolledBack(birth, row, binding)
    }

    /// Stops the program if the owner is gone. `name`: "Class.property".
    func require(in binding: ClassBinding, _ name: @autoclosure () -> String) throws(StorageError) {
        if try !exists(in: binding) { stop(binding, name()) }
    }

    /// As `require`, but finds only what costs nothing: not whether the row was deleted.
    func requireFresh(in binding: ClassBinding, _ name: @autoclosure () -> String) {
        if isStale(in: binding) { stop(binding, name()) }
    }

    private func stop(_ binding: ClassBinding, _ name: String) -> Never {
        stopForMisuse(
            "\(name): the \(binding.name) that it belongs to was deleted or invalidated; test isInvalidated, or fetch "
                + "it again from its Realm.")
    }
}

extension OwnerRow: Equatable {
    static func == (a: OwnerRow, b: OwnerRow) -> Bool { a.context === b.context && a.row == b.row }
}
