// STUB of the interface that the object layer builds on; the bodies follow.

/// Where a row is at the moment: valid until the session's stamp moves.
@frozen
package struct RowLocation {
    package let leaf: Node
    package let slot: Int
    package init(leaf: Node, slot: Int) { self.leaf = leaf; self.slot = slot }
}

/// The objects of one class as one session sees them. Column numbers are the stored ones (`column(named:)`), fixed for the
/// life of the file; they may differ from the order of declaration.
package final class Table {
    package var id: ClassID { fatalError("stub") }
    package var definition: ClassDefinition { fatalError("stub") }
    package func column(named name: String) -> Int? { fatalError("stub") }
    package var primaryKeyColumn: Int? { fatalError("stub") }

    // MARK: Rows. Ghosts are no rows: nothing here counts, lists or finds them, but for the section on ghosts.
    package var count: Int { fatalError("stub") }
    package func contains(_ row: RowID) throws(StorageError) -> Bool { fatalError("stub") }
    /// The row at a position in row order; O(log n).
    package func row(at rank: Int) throws(StorageError) -> RowID? { fatalError("stub") }
    /// The position of a row; nil if there is no such row.
    package func rank(of row: RowID) throws(StorageError) -> Int? { fatalError("stub") }
    /// The first row after `row`, in row order; nil as the argument starts. Amortised O(1) for a walk.
    package func next(after row: RowID?) throws(StorageError) -> RowID? { fatalError("stub") }
    package func last() throws(StorageError) -> RowID? { fatalError("stub") }

    /// Where the row is, to read; nil if there is none. The leaf always has the newest layout.
    package func locate(_ row: RowID) throws(StorageError) -> RowLocation? { fatalError("stub") }
    /// Where the row is, to change fixed-size columns that are neither indexed nor links (`isPlain`) in place.
    package func locateForChange(_ row: RowID) throws(StorageError) -> RowLocation? { fatalError("stub") }
    /// The place of a column in the leaves that `locate` gives, for `ColumnLeaf`; nil for a column of a wide class that
    /// lies elsewhere: read and write it with `value` and `set`.
    package func leafColumn(_ column: Int) -> Int? { fatalError("stub") }
    /// True if the column may be written straight into the leaf.
    package func isPlain(_ column: Int) -> Bool { fatalError("stub") }

    // MARK: Values
    /// nil and a link to a ghost are `.none`. A missing row is `.none` too.
    package func value(_ row: RowID, _ column: Int) throws(StorageError) -> Value { fatalError("stub") }
    /// Keeps index and backlinks; an owning link deletes the object that it held before. A link may name a ghost.
    package func set(_ row: RowID, _ column: Int, _ value: Value) throws(StorageError) { fatalError("stub") }
    /// The link as stored, ghosts included.
    package func rawLink(_ row: RowID, _ column: Int) throws(StorageError) -> RowID? { fatalError("stub") }

    // MARK: Rows come and go
    /// A new row: every column zero, "" or nil, lists empty. With a key: takes the place of the ghost of that key if there is
    /// one, and throws `.duplicatePrimaryKey` if a row has it.
    package func insert(key: Value?) throws(StorageError) -> RowID { fatalError("stub") }
    /// Removes a row: its links, the links to it, its entries in lists, the embedded objects that it owns, its keys. Nothing
    /// if there is no such row.
    package func delete(_ row: RowID) throws(StorageError) { fatalError("stub") }
    package func deleteAll() throws(StorageError) { fatalError("stub") }

    // MARK: Keys and ghosts
    /// The row with this primary key.
    package func find(key: Value) throws(StorageError) -> RowID? { fatalError("stub") }
    /// The row with this key, or the ghost that waits for it, which is made if need be; to link to.
    package func findOrReserve(key: Value) throws(StorageError) -> RowID { fatalError("stub") }
    package func isGhost(_ row: RowID) throws(StorageError) -> Bool { fatalError("stub") }
    package var ghostCount: Int { fatalError("stub") }
    /// Key, number of links that wait, ghost; in key order.
    package func ghosts() throws(StorageError) -> [(key: Value, incoming: Int, row: RowID)] { fatalError("stub") }
    /// Drops the ghosts and every link to them.
    package func removeGhosts() throws(StorageError) -> Int { fatalError("stub") }

    // MARK: Lists; positions count what is visible (ghosts are not)
    package func listCount(_ row: RowID, _ column: Int) throws(StorageError) -> Int { fatalError("stub") }
    package func listValue(_ row: RowID, _ column: Int, at index: Int) throws(StorageError) -> Value { fatalError("stub") }
    package func listValues(_ row: RowID, _ column: Int) throws(StorageError) -> [Value] { fatalError("stub") }
    package func listSet(_ row: RowID, _ column: Int, at index: Int, _ value: Value) throws(StorageError) { fatalError("stub") }
    /// Links may name ghosts.
    package func listInsert(_ row: RowID, _ column: Int, at index: Int, _ values: [Value]) throws(StorageError) { fatalError("stub") }
    /// Never takes a ghost.
    package func listRemove(_ row: RowID, _ column: Int, _ range: Range<Int>) throws(StorageError) { fatalError("stub") }
    /// Drops everything, ghosts too.
    package func listRemoveAll(_ row: RowID, _ column: Int) throws(StorageError) { fatalError("stub") }
    package func listMove(_ row: RowID, _ column: Int, from: Int, to: Int) throws(StorageError) { fatalError("stub") }
    package func listSwap(_ row: RowID, _ column: Int, _ a: Int, _ b: Int) throws(StorageError) { fatalError("stub") }
    /// The first visible position of a value.
    package func listIndex(_ row: RowID, _ column: Int, of value: Value) throws(StorageError) -> Int? { fatalError("stub") }

    // MARK: Inverses: `column` is a link or a list of links of this table, `target` a row of the class that it leads to
    package func backlinkCount(_ column: Int, to target: RowID) throws(StorageError) -> Int { fatalError("stub") }
    /// The origin of one link; one entry for each link, in row order of the origins.
    package func backlink(_ column: Int, to target: RowID, at index: Int) throws(StorageError) -> RowID { fatalError("stub") }
    package func backlinks(_ column: Int, to target: RowID) throws(StorageError) -> [RowID] { fatalError("stub") }

    // MARK: Secondary indexes
    /// Rows with this value in an indexed column, in row order.
    package func rows(_ column: Int, equalTo value: Value) throws(StorageError) -> [RowID] { fatalError("stub") }
}
