// Rows: counting, finding, walking, making. Ghosts are no rows: nothing here counts, lists or finds them.

extension Table {
    package var count: Int {
        get throws(StorageError) {
            try load()
            return main.count
        }
    }

    package func contains(_ row: RowID) throws(StorageError) -> Bool { try locate(row) != nil }

    /// The row at a position in row order; nil outside. O(log n).
    package func row(at rank: Int) throws(StorageError) -> RowID? {
        try load()
        return try main.row(at: rank).map { RowID($0) }
    }

    /// The position of a row; nil if there is no such row. O(log n).
    package func rank(of row: RowID) throws(StorageError) -> Int? {
        try load()
        return try main.rank(of: row.rawValue)
    }

    /// The first row after `row`, in row order; nil as the argument starts. Amortised O(1) for a walk.
    package func next(after row: RowID?) throws(StorageError) -> RowID? {
        try load()
        return try main.first(from: (row?.rawValue ?? 0) + 1).map { RowID($0) }
    }

    package func last() throws(StorageError) -> RowID? {
        try load()
        return try main.last().map { RowID($0) }
    }

    /// Where the row is, to read; nil if there is none. The leaf always has the newest layout.
    @inline(__always)
    package func locate(_ row: RowID) throws(StorageError) -> RowLocation? {
        try load()
        guard let (leaf, slot) = try main.find(row.rawValue) else { return nil }
        return RowLocation(leaf: leaf, slot: slot)
    }

    /// Something in the file leads to a row that does not exist: damage, and no misuse of an object that was deleted.
    @inline(never)
    package func missing(_ row: RowID) -> StorageError {
        StorageError(
            .damaged,
            "Something in the file leads to row \(row.rawValue) of class \(name), which does not exist. "
                + "Restore a copy, or salvage the rest of the file.")
    }

    /// Where the row is, to change columns for which `isPlain` holds in place.
    package func locateForChange(_ row: RowID) throws(StorageError) -> RowLocation? {
        try load()
        guard let (leaf, slot) = try main.findForChange(row.rawValue) else { return nil }
        return RowLocation(leaf: leaf, slot: slot)
    }

    /// The place of a column in the leaves that `locate` gives; nil for a column of a wide class that lies elsewhere: read and
    /// write it with `value` and `set`.
    package func leafColumn(_ column: Int) -> Int? {
        places[column].group == 0 ? places[column].leafColumn : nil
    }

    /// True if the column may be written straight into the leaf: of fixed size, neither link nor key nor indexed.
    package func isPlain(_ column: Int) -> Bool {
        let description = stored.columns[column]
        return places[column].group == 0 && description.index.rawValue == 0 && column != stored.primaryKey
            && !description.definition.type.isCell && description.definition.type != .link
    }

    /// A new row: every column zero, "" or nil, lists empty. With a key: takes the place of the ghost of that key if there is
    /// one, and throws `.duplicatePrimaryKey` if a row has it.
    package func insert(key: Value?) throws(StorageError) -> RowID {
        try load()
        guard let keyColumn = stored.primaryKey else {
            let row = try newRowID()
            try makeRow(row)
            return RowID(row)
        }
        guard let key else {
            throw StorageError(.fail, "A row of class \(name) needs a primary key; please report this defect.")
        }
        var row = nextRow
        if let found = try keys?.insertIfAbsent(key, row) {
            guard found & PrimaryKeyIndex.ghostBit != 0 else { throw duplicate(key) }
            row = found & ~PrimaryKeyIndex.ghostBit
            try keys?.replace(key, found, with: row)
            try makeRow(row)
            try ghostArrived(row)
        } else {
            _ = try newRowID()
            try makeRow(row)
        }
        try setRaw(row, keyColumn, key)
        return RowID(row)
    }

    private func duplicate(_ key: Value) -> StorageError {
        StorageError(
            .duplicatePrimaryKey,
            "Class \(name) already has an object with the primary key \(key.text). Use an update policy to change it.")
    }

    func newRowID() throws(StorageError) -> UInt64 {
        guard nextRow < RowID.limit else {
            throw StorageError(.valueOutOfRange, "Class \(name) has used up its 2^48 row ids.")
        }
        nextRow += 1
        return nextRow - 1
    }

    func makeRow(_ row: UInt64) throws(StorageError) {
        _ = try main.insert(row)
        for group in wide.indices { _ = try wide[group].insert(row) }
        for column in indexes.indices where indexes[column] != nil && column != stored.primaryKey {
            try indexes[column]?.insert(zero(column), row)
        }
        try session.spillIfNeeded()
    }

    /// What a column of a new row holds.
    func zero(_ column: Int) -> Value {
        let definition = stored.columns[column].definition
        if definition.isOptional { return .none }
        switch definition.type {
        case .bool: return .bool(false)
        case .int8, .int16, .int32, .int64: return .int(0)
        case .float: return .float(0)
        case .double: return .double(0)
        case .date: return .date(0)
        case .text: return .text("")
        case .data: return .data([])
        case .uuid: return .uuid(0, 0)
        case .link, .list, .reference: return .none
        }
    }
}

extension Value {
    /// For messages.
    package var text: String {
        switch self {
        case .none: "nil"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value), .date(let value): "\(value)"
        case .text(let value): value.count > 64 ? "\"\(value.prefix(64))…\"" : "\"\(value)\""
        case .data(let value): "\(value.count) bytes"
        case .uuid(let high, let low): Self.uuidText(high, low)
        case .link(let row): "row \(row.rawValue)"
        }
    }

    private static func uuidText(_ high: UInt64, _ low: UInt64) -> String {
        let digits = [high, low].map { part in
            let text = String(part, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var parts: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}
