// Tests of one column, wherever a row keeps it: in the leaf of its row, in that of a later column group, or nowhere,
// because the row is older than the column.

/// A column of a class, and where its values are. A class, because passing it on costs less than its parts.
package final class ScanColumn {
    let table: Table
    /// The class's number of the column.
    let number: Int
    let type: ColumnType
    /// 0 for the group whose leaves are the rows.
    let group: Int
    /// The place in leaves under the newest layout.
    let leafColumn: Int
    /// What rows read that are older than the column.
    let defaultValue: Value

    package init(_ table: Table, _ column: Int) {
        self.table = table
        number = column
        let definition = table.stored.columns[column].definition
        type = definition.type
        group = table.places[column].group
        leafColumn = table.places[column].leafColumn
        let isZero = definition.defaultValue == .none && !definition.isOptional
        defaultValue = isZero ? table.zero(column) : definition.defaultValue
    }

    /// Runs over the leaves that hold the column.
    func makeCursor() -> RowCursor { RowCursor(group == 0 ? table.main : table.wide[group - 1]) }
}

/// A question about one column.
package class ColumnTest: RowTest {
    let column: ScanColumn
    private lazy var wide = column.makeCursor()
    private var knownDefault: Bool?

    init(_ column: ScanColumn) { self.column = column }

    override package var cost: Int { column.group == 0 ? 1 : 20 }

    override final func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        if column.group == 0 {
            if let entry = leaf.entry(column) { return try narrow(mask, leaf.node, entry) }
            if try !passesDefault() { mask.clear() }
            return
        }
        try mask.filter { slot throws(StorageError) in
            guard let location = try wide.locate(ColumnLeaf.row(leaf.node, slot)),
                let entry = ScanLeaf.entry(of: column.number, in: location.leaf)
            else { return try passesDefault() }
            return try passes(location.leaf, entry, location.slot)
        }
    }

    private func passesDefault() throws(StorageError) -> Bool {
        if let knownDefault { return knownDefault }
        let passes = try passes(column.defaultValue)
        knownDefault = passes
        return passes
    }

    /// Takes out the slots whose values do not pass. The leaf holds the column.
    func narrow(_ mask: SlotMask, _ node: Node, _ entry: UInt64) throws(StorageError) {
        try mask.filter { slot throws(StorageError) in try passes(node, entry, slot) }
    }

    /// The same for one slot.
    func passes(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Bool { false }

    /// The same for a value that is in no leaf.
    func passes(_ value: Value) throws(StorageError) -> Bool { false }
}

/// nil or not, in a column of any type but link and list.
final class NilTest: ColumnTest {
    override func narrow(_ mask: SlotMask, _ node: Node, _ entry: UInt64) throws(StorageError) {
        mask.keep(nulls: true, of: node, entry)
    }

    override func passes(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Bool {
        ColumnLeaf.isNull(node, entry, slot)
    }

    override func passes(_ value: Value) throws(StorageError) -> Bool { value == .none }
}
