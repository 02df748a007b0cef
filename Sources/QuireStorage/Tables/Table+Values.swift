// Reading and writing single values of rows.

extension Table {
    /// Runs `body` on the tree that holds a column.
    @inline(__always)
    func withTree<R>(
        _ column: Int, _ body: (inout ColumnTree, Int) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        let place = places[column]
        if place.group == 0 { return try body(&main, place.leafColumn) }
        return try body(&wide[place.group - 1], place.leafColumn)
    }

    /// nil and a link to a ghost are `.none`. So is everything of a missing row.
    package func value(_ row: RowID, _ column: Int) throws(StorageError) -> Value {
        let value = try rawValue(row.rawValue, column)
        if case .link(let target) = value, try isGhostTarget(column, target.rawValue) { return .none }
        return value
    }

    /// The link as stored, ghosts included.
    package func rawLink(_ row: RowID, _ column: Int) throws(StorageError) -> RowID? {
        if case .link(let target) = try rawValue(row.rawValue, column) { return target }
        return nil
    }

    func rawValue(_ row: UInt64, _ column: Int) throws(StorageError) -> Value {
        try load()
        let found = try withTree(column) { tree, leafColumn throws(StorageError) -> Value? in
            guard let (leaf, slot) = try tree.find(row) else { return nil }
            return try tree.value(leaf, column: leafColumn, slot)
        }
        if let found { return found }
        // A row that is older than a later column group reads the column's default there.
        guard places[column].group > 0, try main.find(row) != nil else { return .none }
        return stored.columns[column].definition.defaultValue
    }

    /// Lends the bytes of a text or data value; nil for nil and for a missing row. No copy but for values that cross windows.
    package func withBytes<R>(
        _ row: RowID, _ column: Int, _ body: (ByteView) throws(StorageError) -> R
    ) throws(StorageError) -> R? {
        try load()
        return try withTree(column) { tree, leafColumn throws(StorageError) -> R? in
            guard let (leaf, slot) = try tree.find(row.rawValue) else { return nil }
            let entry = ColumnLeaf.entry(leaf, leafColumn)
            if ColumnLeaf.isNull(leaf, entry, slot) { return nil }
            return try tree.withBytes(leaf, entry, slot, body)
        }
    }

    /// Stores the bytes of a text or data value that is neither key nor indexed; the caller vouches for UTF-8.
    package func setBytes(_ row: RowID, _ column: Int, _ bytes: ByteView) throws(StorageError) {
        try load()
        assert(indexes[column] == nil && column != stored.primaryKey)
        try makeWideRow(row.rawValue, column)
        try withTree(column) { tree, leafColumn throws(StorageError) in
            try tree.setBytes(row.rawValue, column: leafColumn, bytes)
        }
        try session.spillIfNeeded()
    }

    /// True if the column is a text or data column for which `setBytes` may be used.
    package func takesBytes(_ column: Int) -> Bool {
        let type = stored.columns[column].definition.type
        return (type == .text || type == .data) && indexes[column] == nil && column != stored.primaryKey
    }

    /// Stores a value; keeps index and backlinks; an owning link deletes the object that it held before. A link may name a
    /// ghost. The primary key never changes, and lists have methods of their own.
    package func set(_ row: RowID, _ column: Int, _ value: Value) throws(StorageError) {
        try load()
        let type = stored.columns[column].definition.type
        guard column != stored.primaryKey, type != .list else {
            throw StorageError(
                .fail,
                "Column \(name).\(stored.columns[column].definition.name) cannot be set; please report this defect.")
        }
        if type == .link { return try setLink(row.rawValue, column, value) }
        if indexes[column] != nil {
            let old = try rawValue(row.rawValue, column)
            // −0 and 0 are one entry of the index and two values.
            try setRaw(row.rawValue, column, value)
            let isSameEntry = OrderedValue.number(old).map { $0 == OrderedValue.number(value) } ?? (old == value)
            guard !isSameEntry else { return }
            try indexes[column]?.remove(old, row.rawValue)
            try indexes[column]?.insert(value, row.rawValue)
        } else {
            try setRaw(row.rawValue, column, value)
        }
        try session.spillIfNeeded()
    }

    /// Stores a value and nothing else.
    func setRaw(_ row: UInt64, _ column: Int, _ value: Value) throws(StorageError) {
        try makeWideRow(row, column)
        try withTree(column) { tree, leafColumn throws(StorageError) in
            try tree.setValue(value, column: leafColumn, at: .row(row))
        }
    }

    /// A row that is older than a later column group gets its place there, with the group's defaults.
    func makeWideRow(_ row: UInt64, _ column: Int) throws(StorageError) {
        let group = places[column].group
        guard group > 0, try wide[group - 1].find(row) == nil, try main.find(row) != nil else { return }
        _ = try wide[group - 1].insert(row)
        for other in stored.columns.indices where stored.columns[other].group == group {
            let definition = stored.columns[other].definition
            guard definition.type != .list, definition.defaultValue != .none else { continue }
            try setRaw(row, other, definition.defaultValue)
        }
    }

    // MARK: Secondary indexes

    /// Rows with this value in an indexed column, in row order.
    package func rows(_ column: Int, equalTo value: Value) throws(StorageError) -> [RowID] {
        try load()
        guard let candidates = try indexes[column]?.rows(equalTo: value) else { return [] }
        switch value {
        case .text, .data:
            // Long values share an entry's beginning: only the rows know.
            var rows: [RowID] = []
            for row in candidates where try rawValue(row.rawValue, column) == value { rows.append(row) }
            return rows
        default: return candidates
        }
    }
}
