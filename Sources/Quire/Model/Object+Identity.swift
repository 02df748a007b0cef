// Which row an object is, whether it still exists, and when two objects are the same.

import QuireStorage

extension Object {
    /// nil while unmanaged, and after it was deleted through this accessor.
    public final var realm: Realm? { isDeletedHere ? nil : context?.currentRealm }

    /// Managed once, and its row is gone or its Realm invalidated. O(log n) at worst.
    public final var isInvalidated: Bool {
        guard let context, let binding else { return false }
        if isDeletedHere || isFromRolledBackScope { return true }
        if isLocated || isSeen || context.isDoomed { return false }
        let exists = context.attempt(true, at: nil) { () throws(StorageError) in try binding.table.contains(row) }
        if exists, !context.isDoomed { noteSeen() }
        return !exists
    }

    /// The same row seen through the same Realm, for any class; unmanaged: the same instance.
    public final func isSameObject(as other: Object?) -> Bool {
        guard let other else { return false }
        if self === other { return true }
        guard let context, other.context === context, binding === other.binding, row == other.row else { return false }
        return !isInvalidated && !other.isInvalidated
    }

    /// The Realm was invalidated, or this row was made in a scope that was rolled back.
    @inline(__always)
    final var isFromRolledBackScope: Bool {
        guard let context, let binding else { return false }
        if epoch != context.epoch { return true }
        return birth != 0 && context.wasRolledBack(birth, row, binding)
    }

    /// What makes two accessors the same object for `==`.
    fileprivate final var identity: (file: ObjectIdentifier, table: ClassID, row: RowID)? {
        guard let context, let binding, binding.primaryKey != nil else { return nil }
        return (ObjectIdentifier(context.session.database), binding.table.id, row)
    }
}

/// What an object is, whichever accessor shows it: its row, or the instance while unmanaged. As long as somebody holds
/// it.
struct ObjectKey: Hashable {
    private let owner: ObjectIdentifier
    private let row: UInt64

    init(_ object: Object) {
        owner = object.binding.map { ObjectIdentifier($0) } ?? ObjectIdentifier(object)
        row = object.binding == nil ? 0 : object.row.rawValue
    }
}

extension Object: Hashable {
    /// With a primary key and both managed: the same row of the same database. Otherwise the same instance; an invalid
    /// object equals only itself.
    public static func == (a: Object, b: Object) -> Bool {
        if a === b { return true }
        guard let first = a.identity, let second = b.identity, first == second else { return false }
        return !a.isInvalidated && !b.isInvalidated
    }

    /// By the row if the object is managed and has a key, else by the instance: adding an object changes its hash.
    public func hash(into hasher: inout Hasher) {
        if let identity {
            hasher.combine(identity.file)
            hasher.combine(identity.table)
            hasher.combine(identity.row)
        } else {
            hasher.combine(ObjectIdentifier(self))
        }
    }
}
