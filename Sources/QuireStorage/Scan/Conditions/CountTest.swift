// How many elements a list has, or how many links lead to a row.

/// Rows whose list or inverse has so many elements.
package final class CountTest: RowTest {
    package enum Source {
        /// A list of the row: its visible elements.
        case list(Table, column: Int)
        /// The links of another class's column to the row.
        case inverse(origin: Table, column: Int)
    }

    private let source: Source
    private let passes: (Value) -> Bool

    package init(_ source: Source, _ condition: ColumnCondition) {
        self.source = source
        switch condition {
        case .within(let bounds):
            let range = NumberRange(bounds, .int64)
            passes = { range?.contains($0) ?? false }
        case .isIn(let values): passes = { values.contains($0) }
        case .isNil, .text: passes = { _ in false }
        }
    }

    override package var cost: Int { 40 }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        try mask.filter { slot throws(StorageError) in
            let row = RowID(ColumnLeaf.row(leaf.node, slot))
            let count =
                switch source {
                case .list(let table, let column): try table.listCount(row, column)
                case .inverse(let origin, let column): try origin.backlinkCount(column, to: row)
                }
            return passes(.int(Int64(count)))
        }
    }
}

/// Rows for which something holds that no column tells alone.
package final class ComputedTest: RowTest {
    private let passes: (RowID) throws(StorageError) -> Bool

    package init(_ passes: @escaping (RowID) throws(StorageError) -> Bool) { self.passes = passes }

    override package var cost: Int { 100 }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        try mask.filter { slot throws(StorageError) in try passes(RowID(ColumnLeaf.row(leaf.node, slot))) }
    }
}
