// Value → rows, for an indexed column.

/// Numbers in a pairs tree (value, row); bytes in a keys tree whose keys end with the row id, so that equal values
/// stand next to each other in row order. nil has a root of its own.
struct SecondaryIndex {
    var numbers: PairsTree?
    var bytes: KeysTree?
    var nils: PairsTree
    private let valueLimit: Int

    init(space: PageSpace, column: StoredColumn) {
        if OrderedValue.isNumber(column.definition.type) {
            numbers = PairsTree(space: space, id: column.index, root: .empty)
        } else {
            bytes = KeysTree(space: space, id: column.index, root: .empty)
        }
        nils = PairsTree(space: space, id: column.indexNils, root: .empty)
        // A longer value is cut, after which equal entries are candidates that the caller compares in full.
        valueLimit = (KeysTree.maximumKeyLength(pageSize: space.pageSize) - 10) / 2
    }

    mutating func insert(_ value: Value, _ row: UInt64) throws(StorageError) {
        if let number = OrderedValue.number(value) {
            try numbers?.insertLater(IntegerKey(number, row))
        } else if case .none = value {
            try nils.insertLater(IntegerKey(0, row))
        } else {
            _ = try entry(value, row).withView { view throws(StorageError) in try bytes?.insert(view, row) }
        }
    }

    mutating func remove(_ value: Value, _ row: UInt64) throws(StorageError) {
        if let number = OrderedValue.number(value) {
            try numbers?.removeLater(IntegerKey(number, row))
        } else if case .none = value {
            try nils.removeLater(IntegerKey(0, row))
        } else {
            _ = try entry(value, row).withView { view throws(StorageError) in try bytes?.remove(view) }
        }
    }

    /// Rows whose entry equals the value's, in row order; of long text and data these are candidates.
    mutating func rows(equalTo value: Value) throws(StorageError) -> [RowID] {
        var rows: [RowID] = []
        if let number = OrderedValue.number(value) {
            try numbers?.forEach(from: IntegerKey(number, 0)) { pair throws(StorageError) in
                guard pair.high == number else { return false }
                rows.append(RowID(pair.low))
                return true
            }
        } else if case .none = value {
            try nils.forEach(from: IntegerKey(0, 0)) { pair throws(StorageError) in
                rows.append(RowID(pair.low))
                return true
            }
        } else {
            let prefix = try prefix(value)
            try prefix.withView { start throws(StorageError) in
                try bytes?.forEach(from: start) { key, row throws(StorageError) in
                    guard key.count == start.count + 8, key.slice(0, start.count).isEqual(start) else { return false }
                    rows.append(RowID(row))
                    return true
                }
            }
        }
        return rows
    }

    mutating func removeAll() throws(StorageError) {
        try numbers?.removeAll()
        try bytes?.removeAll()
        try nils.removeAll()
    }

    /// The value with 00 as 00 FF, then 00 00: no value is the prefix of another one's entry.
    func prefix(_ value: Value) throws(StorageError) -> [UInt8] {
        let bytes = try OrderedValue.withBytes(value) { view throws(StorageError) in
            escaped(view.slice(0, min(view.count, valueLimit)).array)
        }
        return (bytes ?? []) + [0, 0]
    }

    /// As much of the bytes as an entry keeps, with 00 as 00 FF.
    func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in bytes.prefix(valueLimit) {
            escaped.append(byte)
            if byte == 0 { escaped.append(0xFF) }
        }
        return escaped
    }

    func entry(_ value: Value, _ row: UInt64) throws(StorageError) -> [UInt8] {
        var bytes = try prefix(value)
        bytes.appendBigEndian(row)
        return bytes
    }
}
