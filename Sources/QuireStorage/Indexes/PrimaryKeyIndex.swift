// Primary key → row, for rows and for ghosts.

/// Each key once. The value is a row id; its bit 63 marks a ghost: a key that something refers to and nobody has brought.
struct PrimaryKeyIndex {
    static let ghostBit: UInt64 = 1 << 63

    /// Integer keys.
    var numbers: PairsTree?
    /// Text and UUID keys.
    var bytes: KeysTree?
    /// The row whose key is nil.
    var nils: PairsTree

    init(space: PageSpace, stored: StoredClass, type: ColumnType) {
        if OrderedValue.isNumber(type) {
            numbers = PairsTree(space: space, id: stored.keys, root: .empty)
        } else {
            bytes = KeysTree(space: space, id: stored.keys, root: .empty)
        }
        nils = PairsTree(space: space, id: stored.keyNils, root: .empty)
    }

    /// The row or ghost of a key.
    mutating func find(_ key: Value) throws(StorageError) -> UInt64? {
        if let number = OrderedValue.number(key) { return try numbers?.first(high: number)?.low }
        if case .none = key { return try nils.first(high: 0)?.low }
        return try OrderedValue.withBytes(key) { view throws(StorageError) in try bytes?.find(view) } ?? nil
    }

    /// Adds a key; if it is there already, nothing changes and its row or ghost is the answer. Keys are usually new, so a
    /// keys tree is not searched before the insertion.
    mutating func insertIfAbsent(_ key: Value, _ row: UInt64) throws(StorageError) -> UInt64? {
        let outcome = try OrderedValue.withBytes(key) { view throws(StorageError) -> UInt64? in
            try insertIfAbsent(view, row)
        }
        if let outcome { return outcome }
        if let found = try find(key) { return found }
        try insert(key, row)
        return nil
    }

    /// As above, for text and UUID keys as bytes.
    mutating func insertIfAbsent(_ key: ByteView, _ row: UInt64) throws(StorageError) -> UInt64? {
        try bytes?.insertIfAbsent(key, row) ?? nil
    }

    /// Adds a key that is not there.
    mutating func insert(_ key: Value, _ row: UInt64) throws(StorageError) {
        if let number = OrderedValue.number(key) {
            try numbers?.insert(IntegerKey(number, row))
        } else if case .none = key {
            try nils.insert(IntegerKey(0, row))
        } else {
            _ = try OrderedValue.withBytes(key) { view throws(StorageError) in try bytes?.insert(view, row) }
        }
    }

    /// Replaces the row of a key that is there.
    mutating func replace(_ key: Value, _ old: UInt64, with row: UInt64) throws(StorageError) {
        if let number = OrderedValue.number(key) {
            _ = try numbers?.remove(IntegerKey(number, old))
            try numbers?.insert(IntegerKey(number, row))
        } else if case .none = key {
            _ = try nils.remove(IntegerKey(0, old))
            try nils.insert(IntegerKey(0, row))
        } else {
            _ = try OrderedValue.withBytes(key) { view throws(StorageError) in try bytes?.replace(view, row) }
        }
    }

    /// As above, for text and UUID keys as bytes.
    mutating func replace(_ key: ByteView, _ old: UInt64, with row: UInt64) throws(StorageError) {
        _ = try bytes?.replace(key, row)
    }

    mutating func remove(_ key: Value, _ row: UInt64) throws(StorageError) {
        if let number = OrderedValue.number(key) {
            _ = try numbers?.remove(IntegerKey(number, row))
        } else if case .none = key {
            _ = try nils.remove(IntegerKey(0, row))
        } else {
            _ = try OrderedValue.withBytes(key) { view throws(StorageError) in try bytes?.remove(view) }
        }
    }
}
