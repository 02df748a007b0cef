// Links and their inverses. Every link of a row has an entry (target, origin) in the backlink tree of its column.

extension Table {
    /// Stores a to-one link, which may name a ghost, and keeps the inverse.
    func setLink(_ row: UInt64, _ column: Int, _ value: Value) throws(StorageError) {
        var new: UInt64 = 0
        if case .link(let target) = value { new = target.rawValue }
        var old: UInt64 = 0
        if case .link(let target) = try rawValue(row, column) { old = target.rawValue }
        guard old != new else { return }
        try setRaw(row, column, value)
        if new != 0 { try addBacklink(column, target: new, origin: row) }
        if old != 0 {
            try removeBacklink(column, target: old, origin: row)
            if stored.columns[column].definition.isOwning { try targets[column]?.table.delete(RowID(old)) }
        }
    }

    /// Enters one link into the inverse; a ghost counts the links that wait for it.
    func addBacklink(_ column: Int, target: UInt64, origin: UInt64) throws(StorageError) {
        try backlinkTrees[column]?.insertLater(IntegerKey(target, origin))
        try targets[column]?.table.linksToGhostChanged(target, by: 1)
        try session.spillIfNeeded()
    }

    /// Takes one link out of the inverse; a ghost that nothing waits for any more goes.
    func removeBacklink(_ column: Int, target: UInt64, origin: UInt64) throws(StorageError) {
        try backlinkTrees[column]?.removeLater(IntegerKey(target, origin))
        try targets[column]?.table.linksToGhostChanged(target, by: -1)
    }

    /// True if the target of a link column is a ghost.
    @inline(__always)
    func isGhostTarget(_ column: Int, _ target: UInt64) throws(StorageError) -> Bool {
        guard let table = targets[column]?.table else { return false }
        return try table.isGhost(RowID(target))
    }

    // MARK: Inverses: `column` is a link or a list of links of this table, `target` a row of the class that it leads to

    /// How many links lead to the target. O(log n).
    package func backlinkCount(_ column: Int, to target: RowID) throws(StorageError) -> Int {
        try load()
        return try backlinkTrees[column]?.count(high: target.rawValue) ?? 0
    }

    /// Whether a link leads from one row to another. O(log n), however long a list of links is.
    package func links(_ column: Int, from origin: RowID, to target: RowID) throws(StorageError) -> Bool {
        try load()
        return try backlinkTrees[column]?.contains(IntegerKey(target.rawValue, origin.rawValue)) ?? false
    }

    /// The origin of one link, in row order of the origins; `index` is below the count. O(log n).
    package func backlink(_ column: Int, to target: RowID, at index: Int) throws(StorageError) -> RowID? {
        try load()
        guard index >= 0, let pair = try backlinkTrees[column]?.pair(high: target.rawValue, at: index) else {
            return nil
        }
        return RowID(pair.low)
    }

    /// One entry for each link, in row order of the origins.
    package func backlinks(_ column: Int, to target: RowID) throws(StorageError) -> [RowID] {
        try load()
        var origins: [RowID] = []
        try backlinkTrees[column]?.forEach(from: IntegerKey(target.rawValue, 0)) { pair throws(StorageError) in
            guard pair.high == target.rawValue else { return false }
            origins.append(RowID(pair.low))
            return true
        }
        return origins
    }
}
