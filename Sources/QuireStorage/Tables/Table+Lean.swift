// Single steps of the hottest operations, for callers that know more than a caller of `value` and `set` needs to.

extension Table {
    /// The row with this text as its primary key. O(log n).
    package func find(textKey key: String) throws(StorageError) -> RowID? {
        try load()
        let found = try key.withBytes { view throws(StorageError) in try keys?.bytes?.find(view) }
        guard let row = found, row & PrimaryKeyIndex.ghostBit == 0 else { return nil }
        return RowID(row)
    }

    /// As `insert`, with a text as the key: a new key is written where it belongs without going through `Value`.
    package func insert(textKey key: String) throws(StorageError) -> RowID {
        try load()
        guard let column = stored.primaryKey, places[column].group == 0 else { return try insert(key: .text(key)) }
        let row = nextRow
        let leafColumn = places[column].leafColumn
        let isNew = try key.withBytes { bytes throws(StorageError) -> Bool in
            guard try keys?.bytes?.insert(bytes, row) ?? false else { return false }
            _ = try newRowID()
            try makeRow(row)
            try main.setBytes(row, column: leafColumn, bytes)
            return true
        }
        // Another row has the key, or links wait for it.
        return isNew ? RowID(row) : try insert(key: .text(key))
    }

    /// The row at a position in row order together with its place; nil outside. O(log n).
    package func located(at rank: Int) throws(StorageError) -> (row: RowID, location: RowLocation)? {
        try load()
        guard rank >= 0, rank < main.count else { return nil }
        let (leaf, slot) = try main.locate(rank: rank)
        return (RowID(ColumnLeaf.row(leaf, slot)), RowLocation(leaf: leaf, slot: slot))
    }

    /// The text of a column of `locate`'s leaf; nil for nil. `leafColumn` is the column's place there.
    package func text(at location: RowLocation, _ leafColumn: Int) throws(StorageError) -> String? {
        let entry = ColumnLeaf.entry(location.leaf, leafColumn)
        if ColumnLeaf.isNull(location.leaf, entry, location.slot) { return nil }
        switch ColumnLeaf.cell(location.leaf, at: ColumnLeaf.cellOffset(entry, location.slot)) {
        case .bytes(let bytes): return bytes.text
        case .overflow(let reference, let byteCount):
            return try space.withOverflow(reference, length: byteCount) { bytes throws(StorageError) in bytes.text }
        case .tree: throw .damaged(main.tree.leaf.page, "a list stands where a text belongs")
        }
    }

    /// The bits of a column of `locate`'s leaf that takes eight bytes; nil for nil.
    package func word(at location: RowLocation, _ leafColumn: Int) -> UInt64? {
        let entry = ColumnLeaf.entry(location.leaf, leafColumn)
        if ColumnLeaf.isNull(location.leaf, entry, location.slot) { return nil }
        return ColumnLeaf.bits(location.leaf, entry, width: 8, location.slot)
    }

    /// Stores a text in a column for which `takesBytes` holds.
    package func setText(_ row: RowID, _ column: Int, _ text: String) throws(StorageError) {
        try text.withBytes { bytes throws(StorageError) in try setBytes(row, column, bytes) }
    }

    /// The link in a column of `locate`'s leaf, which leads to a row of `target`; nil for none and for a ghost.
    package static func link(
        at location: RowLocation, _ leafColumn: Int, in target: Table
    ) throws(StorageError) -> RowID? {
        let entry = ColumnLeaf.entry(location.leaf, leafColumn)
        let row = RowID(ColumnLeaf.bits(location.leaf, entry, width: ColumnLeaf.width(.link), location.slot))
        if row.rawValue == 0 { return nil }
        return try target.isGhost(row) ? nil : row
    }

    /// Stores the first link of a row that was just made, so that there is none to take back. `target` is the table
    /// that the column leads to.
    package func setFirstLink(
        _ row: RowID, _ column: Int, to other: RowID, in target: Table
    ) throws(StorageError) {
        try load()
        let place = places[column]
        if place.group == 0, let (leaf, slot) = try main.findForChange(row.rawValue) {
            ColumnLeaf.setBits(
                leaf, ColumnLeaf.entry(leaf, place.leafColumn), width: ColumnLeaf.width(.link), slot, other.rawValue)
        } else {
            try setRaw(row.rawValue, column, .link(other))
        }
        try backlinkTrees[column]?.insertLater(IntegerKey(other.rawValue, row.rawValue))
        if try target.ghostCount > 0 { try target.linksToGhostChanged(other.rawValue, by: 1) }
        try session.spillIfNeeded()
    }
}
