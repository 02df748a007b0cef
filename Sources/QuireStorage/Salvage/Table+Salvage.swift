// Putting rows back under the ids that they had.

extension Table {
    enum SalvageOutcome {
        case saved
        /// Another row has the key.
        case duplicate
        /// The id is taken, or the key is none.
        case unusable
    }

    /// Makes a row with a given id, like `insert(key:)`.
    func insertSalvaged(_ row: UInt64, key: Value?) throws(StorageError) -> SalvageOutcome {
        try load()
        guard row > 0, row < RowID.limit - 1, try main.find(row) == nil else { return .unusable }
        if let key, let keyColumn = stored.primaryKey {
            if case .text(let text) = key, text.utf8.count > longestTextKey { return .unusable }
            if key == .none, !stored.columns[keyColumn].definition.isOptional { return .unusable }
            guard try keys?.insertIfAbsent(key, row) == nil else { return .duplicate }
            try makeRow(row)
            try setRaw(row, keyColumn, key)
        } else {
            try makeRow(row)
        }
        try raiseNextRow(to: row + 1)
        return .saved
    }

    /// The row with this key, or the ghost that waits for it, made under its old id if that is free.
    func findOrReserveSalvaged(_ row: UInt64, key: Value) throws(StorageError) -> RowID {
        try load()
        guard try keys?.find(key) == nil, try main.find(row) == nil, try ghostTree.find(row) == nil else {
            return try findOrReserve(key: key)
        }
        try makeGhost(row, key)
        try raiseNextRow(to: row + 1)
        return RowID(row)
    }

    /// Stores a value that is neither key, link nor list. What is no value of the column stays what it is in
    /// a new row.
    func setSalvaged(_ row: UInt64, _ column: Int, _ value: Value) throws(StorageError) {
        if value == .none, !stored.columns[column].definition.isOptional { return }
        try set(RowID(row), column, value)
    }

    /// Puts elements behind those of a list; links lead to rows or ghosts.
    func appendSalvaged(_ row: UInt64, _ column: Int, _ values: [Value]) throws(StorageError) {
        var ghosts = 0
        for case .link(let target) in values {
            if try isGhostTarget(column, target.rawValue) { ghosts += 1 }
        }
        let count =
            switch try openStoredList(row, column) {
            case .inline(let values, _): values.count
            case .tree: openList?.tree.count ?? 0
            }
        try insertRaw(row, column, at: count, values, ghosts: ghosts)
        for case .link(let target) in values { try addBacklink(column, target: target.rawValue, origin: row) }
    }

    /// Ids below are never given out again.
    func raiseNextRow(to row: UInt64) throws(StorageError) {
        try load()
        nextRow = min(max(nextRow, row), RowID.limit)
    }

    /// True if some link leads to the row.
    func isLinked(_ row: RowID) throws(StorageError) -> Bool {
        for source in incoming {
            if try source.table.backlinkCount(source.column, to: row) > 0 { return true }
        }
        return false
    }
}
