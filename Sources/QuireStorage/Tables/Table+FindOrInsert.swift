// For importers: a key's row found or made in one descent, from the key as a payload has it, and values stored where
// the caller knows them to be. The caller has seen to it that types fit.

extension Table {
    /// The row with this text key, or a new one; no `String` is made. The caller vouches for UTF-8 and for a text key.
    /// O(log n); close to O(1) for keys in ascending order, new or one after the other as they are stored.
    package func findOrInsert(keyBytes: ByteView) throws(StorageError) -> (row: RowID, isNew: Bool) {
        try load()
        guard let keyColumn = stored.primaryKey else { throw withoutKey() }
        let next = nextRow
        let found = try keys?.insertIfAbsent(keyBytes, next)
        if let found, found & PrimaryKeyIndex.ghostBit == 0 { return (RowID(found), false) }
        let row = try occupy(found)
        if let found { try keys?.replace(keyBytes, found, with: row) }
        try makeRow(row)
        try storeKey(keyBytes, row, keyColumn)
        if found != nil { try ghostArrived(row) }
        return (RowID(row), true)
    }

    /// The row with this text key. Close to O(1) for keys in the order of the last calls.
    package func find(keyBytes: ByteView) throws(StorageError) -> RowID? {
        try load()
        guard let found = try keys?.bytes?.findInOrder(keyBytes), found & PrimaryKeyIndex.ghostBit == 0
        else { return nil }
        return RowID(found)
    }

    /// The row with this integer key, or a new one. O(log n).
    package func findOrInsert(keyNumber: Int64) throws(StorageError) -> (row: RowID, isNew: Bool) {
        try load()
        guard let keyColumn = stored.primaryKey else { throw withoutKey() }
        let key = Value.int(keyNumber)
        let found = try keys?.insertIfAbsent(key, nextRow)
        if let found, found & PrimaryKeyIndex.ghostBit == 0 { return (RowID(found), false) }
        let row = try occupy(found)
        if let found { try keys?.replace(key, found, with: row) }
        try makeRow(row)
        try setRaw(row, keyColumn, key)
        if found != nil { try ghostArrived(row) }
        return (RowID(row), true)
    }

    private func storeKey(_ bytes: ByteView, _ row: UInt64, _ column: Int) throws(StorageError) {
        let place = places[column]
        if place.group == 0, let (leaf, slot) = try main.findForChange(row),
            storeBytes(bytes, at: RowLocation(leaf: leaf, slot: slot), leafColumn: place.leafColumn)
        {
            return
        }
        try withTree(column) { tree, leafColumn throws(StorageError) in
            try tree.setBytes(row, column: leafColumn, bytes)
        }
    }

    /// The id of the row to make: that of the ghost, if one waited.
    private func occupy(_ ghost: UInt64?) throws(StorageError) -> UInt64 {
        if let ghost { return ghost & ~PrimaryKeyIndex.ghostBit }
        return try newRowID()
    }

    private func withoutKey() -> StorageError {
        StorageError(.fail, "Class \(name) has no primary key to find rows by; please report this defect.")
    }

    /// Stores bytes in a text or data cell of a leaf that `locateForChange` gave, for a column that `takesBytes`;
    /// false, with nothing changed, if that takes more than the leaf as it is: then `setBytes` does it.
    package func storeBytes(_ bytes: ByteView, at place: RowLocation, leafColumn: Int) -> Bool {
        let entry = ColumnLeaf.entry(place.leaf, leafColumn)
        let offset = ColumnLeaf.cellOffset(entry, place.slot)
        guard bytes.count <= main.cellLimit, place.leaf.u8(offset + 15) <= ColumnLeaf.heapCell,
            ColumnLeaf.setCell(place.leaf, at: offset, bytes)
        else { return false }
        ColumnLeaf.setNull(place.leaf, entry, place.slot, false)
        return true
    }

    /// The to-one link of a row as it is stored, ghosts included. `leafColumn` is the link's place in the leaf.
    package func storedLink(_ row: RowID, leafColumn: Int) throws(StorageError) -> RowID? {
        guard let place = try locate(row) else { return nil }
        let bits = ColumnLeaf.bits(
            place.leaf, ColumnLeaf.entry(place.leaf, leafColumn), width: ColumnLeaf.width(.link), place.slot)
        return bits == 0 ? nil : RowID(bits)
    }

    /// As `set` with a link, for a column that lies at `leafColumn` in the leaf and leads to `table`.
    package func setLink(
        _ row: RowID, _ column: Int, leafColumn: Int, to target: RowID, of table: Table
    ) throws(StorageError) {
        try load()
        guard let (leaf, slot) = try main.findForChange(row.rawValue) else { return }
        let entry = ColumnLeaf.entry(leaf, leafColumn)
        guard ColumnLeaf.bits(leaf, entry, width: ColumnLeaf.width(.link), slot) == 0 else {
            return try setLink(row.rawValue, column, .link(target))
        }
        ColumnLeaf.setBits(leaf, entry, width: ColumnLeaf.width(.link), slot, target.rawValue)
        try backlinkTrees[column]?.insertLater(IntegerKey(target.rawValue, row.rawValue))
        try table.linksToGhostChanged(target.rawValue, by: 1)
        try session.spillIfNeeded()
    }
}
