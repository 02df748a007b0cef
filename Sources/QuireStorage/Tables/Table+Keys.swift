// Primary keys, and ghosts: keys that something refers to and nobody has brought yet (Spec/Architecture.md, "Ghosts").

extension Table {
    /// A text primary key has at most so many bytes.
    package var longestTextKey: Int { KeysTree.maximumKeyLength(pageSize: space.pageSize) }

    /// The row with this primary key. O(log n).
    package func find(key: Value) throws(StorageError) -> RowID? {
        try load()
        guard let found = try keys?.find(key), found & PrimaryKeyIndex.ghostBit == 0 else { return nil }
        return RowID(found)
    }

    /// The row with this key, or the ghost that waits for it; nil if there is neither. O(log n).
    package func findWithGhosts(key: Value) throws(StorageError) -> RowID? {
        try load()
        return try keys?.find(key).map { RowID($0 & ~PrimaryKeyIndex.ghostBit) }
    }

    /// The row with this key, or the ghost that waits for it, which is made if need be; to link to. A ghost to which nothing
    /// links when the transaction ends is dropped.
    package func findOrReserve(key: Value) throws(StorageError) -> RowID {
        if let found = try findWithGhosts(key: key) { return found }
        guard key != .none else { throw StorageError(.fail, "nil is no key to wait for; please report this defect.") }
        let row = try newRowID()
        try makeGhost(row, key)
        return RowID(row)
    }

    /// A ghost with a given id, for a key that nothing has.
    func makeGhost(_ row: UInt64, _ key: Value) throws(StorageError) {
        try keys?.insert(key, row | PrimaryKeyIndex.ghostBit)
        _ = try ghostTree.insert(row)
        if case .int = key {
            try setGhostValue(row, 0, key)
        } else {
            let bytes = try OrderedValue.withBytes(key) { view throws(StorageError) in view.array } ?? []
            try setGhostValue(row, 1, .data(bytes))
        }
        looseGhosts.append(row)
    }

    private func setGhostValue(_ row: UInt64, _ column: Int, _ value: Value) throws(StorageError) {
        try ghostTree.setValue(value, column: column, at: .row(row))
    }

    package func isGhost(_ row: RowID) throws(StorageError) -> Bool {
        try load()
        // While a class has no ghosts nothing is looked up.
        guard ghostTree.count > 0 else { return false }
        return try ghostTree.find(row.rawValue) != nil
    }

    package var ghostCount: Int {
        get throws(StorageError) {
            try load()
            return ghostTree.count
        }
    }

    /// True if something refers to the key of the ghost. Inside a transaction a ghost may be without links for a while.
    package func isAwaited(_ row: RowID) throws(StorageError) -> Bool {
        guard try isGhost(row), let ghost = try ghost(row.rawValue) else { return false }
        return ghost.incoming > 0
    }

    /// Key, number of links that wait, ghost; in key order. Not those that nothing refers to any more.
    package func ghosts() throws(StorageError) -> [(key: Value, incoming: Int, row: RowID)] {
        try allGhosts().filter { $0.incoming > 0 }
    }

    /// Those without links too.
    func allGhosts() throws(StorageError) -> [(key: Value, incoming: Int, row: RowID)] {
        try load()
        var result: [(key: Value, incoming: Int, row: RowID)] = []
        var row: UInt64 = 1
        while let found = try ghostTree.first(from: row) {
            guard let ghost = try ghost(found) else { break }
            result.append((ghost.key, ghost.incoming, RowID(found)))
            row = found + 1
        }
        return result.sorted { Self.isBefore($0.key, $1.key) }
    }

    private static func isBefore(_ a: Value, _ b: Value) -> Bool {
        switch (a, b) {
        case (.int(let a), .int(let b)): a < b
        case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.uuid(let a, let c), .uuid(let b, let d)): (a, c) < (b, d)
        default: false
        }
    }

    private func ghost(_ row: UInt64) throws(StorageError) -> (key: Value, incoming: Int)? {
        guard let (leaf, slot) = try ghostTree.find(row) else { return nil }
        let incoming = try incomingLinks(leaf, slot)
        if case .int(let key) = try ghostTree.value(leaf, column: 0, slot) { return (.int(key), incoming) }
        guard case .data(let bytes) = try ghostTree.value(leaf, column: 1, slot), let keyColumn = stored.primaryKey
        else {
            throw .damaged(ghostTree.tree.leaf.page, "a ghost of class \(name) has no key")
        }
        guard stored.columns[keyColumn].definition.type == .uuid else {
            return (.text(String(decoding: bytes, as: UTF8.self)), incoming)
        }
        guard bytes.count == 16 else {
            throw .damaged(ghostTree.tree.leaf.page, "a ghost of class \(name) has a wrong key")
        }
        let halves = try bytes.withView { view throws(StorageError) in (view.head(0), view.head(8)) }
        return (.uuid(halves.0, halves.1), incoming)
    }

    /// A link to what may be a ghost came or went. A ghost that lost its last link stays until the transaction ends: who
    /// replaces a list holds ghosts that the old list let go and the new one links to.
    func linksToGhostChanged(_ row: UInt64, by difference: Int) throws(StorageError) {
        try load()
        guard ghostTree.count > 0, let (leaf, slot) = try ghostTree.findForChange(row) else { return }
        let incoming = try incomingLinks(leaf, slot) + difference
        ColumnLeaf.setBits(leaf, ColumnLeaf.entry(leaf, 2), width: 8, slot, UInt64(max(incoming, 0)))
        if incoming <= 0 { looseGhosts.append(row) }
    }

    /// How many links wait for the ghost of a slot.
    private func incomingLinks(_ leaf: Node, _ slot: Int) throws(StorageError) -> Int {
        let count = ColumnLeaf.bits(leaf, ColumnLeaf.entry(leaf, 2), width: 8, slot)
        guard count < TreeRoot.countLimit else {
            throw .damaged(ghostTree.tree.leaf.page, "a ghost of class \(name) has links beyond counting")
        }
        return Int(count)
    }

    private func dropGhost(_ row: UInt64) throws(StorageError) {
        guard let ghost = try ghost(row) else { return }
        try keys?.remove(ghost.key, row | PrimaryKeyIndex.ghostBit)
        try removeGhostRow(row)
    }

    private func removeGhostRow(_ row: UInt64) throws(StorageError) {
        guard let (leaf, slot) = try ghostTree.findForChange(row) else {
            throw StorageError(
                .damaged, "A key of class \(name) leads to ghost \(row), which does not exist. Restore a copy.")
        }
        try ghostTree.freeOverflow(leaf, at: ColumnLeaf.cellOffset(ColumnLeaf.entry(leaf, 1), slot))
        _ = try ghostTree.remove(row)
    }

    /// Its object came: the row stands under the ghost's id, so links are right already; lists count one ghost less for each
    /// entry that became visible.
    func ghostArrived(_ row: UInt64) throws(StorageError) {
        try removeGhostRow(row)
        for source in incoming where source.table.stored.columns[source.column].definition.type == .list {
            for origin in try source.table.backlinks(source.column, to: RowID(row)) {
                try source.table.changeGhostCount(origin.rawValue, source.column, by: -1)
            }
        }
    }

    /// Before a commit: ghosts that nothing links to.
    func dropUnusedGhosts() throws(StorageError) {
        let loose = looseGhosts
        looseGhosts.removeAll()
        for row in loose {
            guard let ghost = try ghost(row), ghost.incoming == 0 else { continue }
            try dropGhost(row)
        }
    }

    /// Drops the ghosts and every link to them; tells how many.
    package func removeGhosts() throws(StorageError) -> Int {
        let all = try allGhosts()
        for ghost in all {
            try unlink(ghost.row.rawValue)
            try dropGhost(ghost.row.rawValue)
        }
        return all.count { $0.incoming > 0 }
    }
}
