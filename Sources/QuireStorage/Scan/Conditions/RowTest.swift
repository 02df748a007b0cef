// What a scan asks of each row: tests that narrow the slots of a leaf, and how they combine.

/// One leaf of a scan, and how to find columns in it.
package struct ScanLeaf {
    package let node: Node
    /// It has the newest layout, so that a column is where that says.
    let isCurrent: Bool

    init(_ node: Node, _ layout: LeafLayout) {
        self.node = node
        isCurrent = node.layout == layout.number
    }

    /// The directory entry of a column of the first group; nil if the leaf is older than the column.
    @inline(__always)
    func entry(_ column: ScanColumn) -> UInt64? {
        isCurrent ? ColumnLeaf.entry(node, column.leafColumn) : Self.entry(of: column.number, in: node)
    }

    /// The entry of a column by its number, in a leaf of any layout.
    static func entry(of number: Int, in node: Node) -> UInt64? {
        for index in 0..<ColumnLeaf.columnCount(node) {
            let entry = ColumnLeaf.entry(node, index)
            if ColumnLeaf.columnNumber(entry) == number { return entry }
        }
        return nil
    }
}

/// A question about rows of one class. Made for one pass over one state and thrown away with it.
package class RowTest {
    /// How dear it is to ask it of one row: of several tests the cheapest goes first.
    package var cost: Int { 0 }

    /// Takes the slots out of the mask whose rows do not pass.
    func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {}

    /// About how many rows it will be asked of.
    func expect(rows: Int) throws(StorageError) {}
}

/// What every row passes, or none.
package final class ConstantTest: RowTest {
    private let passes: Bool

    package init(_ passes: Bool) { self.passes = passes }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        if !passes { mask.clear() }
    }
}

/// All of several tests.
package final class AllTest: RowTest {
    private let tests: [RowTest]

    package init(_ tests: [RowTest]) {
        // Stable, so that equal ones stay as they were written.
        self.tests = tests.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .map(\.element)
    }

    override package var cost: Int { tests.reduce(0) { $0 + $1.cost } }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        for test in tests {
            if mask.isEmpty { return }
            try test.narrow(mask, leaf)
        }
    }

    override func expect(rows: Int) throws(StorageError) {
        for test in tests { try test.expect(rows: rows) }
    }
}

/// Any of several tests.
package final class AnyTest: RowTest {
    private let tests: [RowTest]
    private let open = SlotMask()
    private let asked = SlotMask()

    package init(_ tests: [RowTest]) {
        self.tests = tests.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .map(\.element)
    }

    override package var cost: Int { tests.reduce(0) { $0 + $1.cost } }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        open.copy(mask)
        mask.clear()
        for test in tests {
            if open.isEmpty { return }
            asked.copy(open)
            try test.narrow(asked, leaf)
            mask.formUnion(asked)
            open.subtract(asked)
        }
    }

    override func expect(rows: Int) throws(StorageError) {
        for test in tests { try test.expect(rows: rows) }
    }
}

/// The rows that do not pass a test.
package final class NotTest: RowTest {
    private let test: RowTest
    private let passing = SlotMask()

    package init(_ test: RowTest) { self.test = test }

    override package var cost: Int { test.cost }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        passing.copy(mask)
        try test.narrow(passing, leaf)
        mask.subtract(passing)
    }

    override func expect(rows: Int) throws(StorageError) { try test.expect(rows: rows) }
}
