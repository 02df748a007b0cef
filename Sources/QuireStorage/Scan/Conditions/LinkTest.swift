// To-one links: where they lead, and questions about the object there.

/// A way from a row to at most one row of another class.
package enum LinkStep {
    /// A link of the row.
    case link(ScanColumn, target: Table)
    /// A single inverse: the first row that links here.
    case inverse(origin: Table, column: Int)

    var target: Table {
        switch self {
        case .link(_, let target): target
        case .inverse(let origin, _): origin
        }
    }
}

/// Follows one step from the rows of a scan.
private final class LinkReader {
    private let step: LinkStep
    private var wide: RowCursor?

    init(_ step: LinkStep) { self.step = step }

    /// The row where the step leads, perhaps a ghost; 0 if nowhere.
    @inline(__always)
    func target(_ leaf: ScanLeaf, _ slot: Int) throws(StorageError) -> UInt64 {
        if case .link(let column, _) = step, column.group == 0 {
            guard let entry = leaf.entry(column) else { return 0 }
            return ColumnLeaf.link(leaf.node, ColumnLeaf.dataOffset(entry) + 6 * slot)
        }
        return try distantTarget(ColumnLeaf.row(leaf.node, slot))
    }

    private func distantTarget(_ row: UInt64) throws(StorageError) -> UInt64 {
        switch step {
        case .inverse(let origin, let column):
            return try origin.backlink(column, to: RowID(row), at: 0)?.rawValue ?? 0
        case .link(let column, _):
            if wide == nil { wide = column.makeCursor() }
            guard let location = try wide?.locate(row), let entry = ScanLeaf.entry(of: column.number, in: location.leaf)
            else { return 0 }
            return ColumnLeaf.link(location.leaf, ColumnLeaf.dataOffset(entry) + 6 * location.slot)
        }
    }
}

/// Rows that link to one of several rows, or nowhere. A link to a ghost leads nowhere.
package final class LinkTest: RowTest {
    private let reader: LinkReader
    private let target: Table
    private let wanted: Set<UInt64>
    private let passesNil: Bool

    package init(_ step: LinkStep, to rows: [RowID], orNil passesNil: Bool) {
        reader = LinkReader(step)
        target = step.target
        wanted = Set(rows.map(\.rawValue))
        self.passesNil = passesNil
    }

    override package var cost: Int { 3 }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        let only = wanted.count == 1 ? wanted.first : nil
        try mask.filter { slot throws(StorageError) in
            let row = try reader.target(leaf, slot)
            if row == 0 { return passesNil }
            if let only { if row == only { return true } } else if wanted.contains(row) { return true }
            return passesNil ? try target.isGhost(RowID(row)) : false
        }
    }
}

/// Rows at the end of whose link stands a row that passes a test of its own class.
///
/// For many rows the whole target class is tested first, column by column, and then each link is a look into a set;
/// for few only their targets are, once each.
package final class LinkedTest: RowTest {
    private let reader: LinkReader
    private let target: Table
    private let test: RowTest
    private let passesNil: Bool
    private var expectedRows = 0
    private var passing: RowSet?
    private var existing: RowSet?
    private var answers: [UInt64: Bool] = [:]
    private lazy var cursor = RowCursor(target.main)
    private let single = SlotMask()

    package init(_ step: LinkStep, _ test: RowTest, orNil passesNil: Bool) {
        reader = LinkReader(step)
        target = step.target
        self.test = test
        self.passesNil = passesNil
    }

    override package var cost: Int { 6 + test.cost }

    override func expect(rows: Int) throws(StorageError) {
        try target.load()
        expectedRows = rows
        try test.expect(rows: rows)
    }

    override func narrow(_ mask: SlotMask, _ leaf: ScanLeaf) throws(StorageError) {
        if mask.isEmpty { return }
        // Finding one row costs some fifty times as much as passing over it.
        if passing == nil, expectedRows >= target.main.count / 32 { try testAllTargets() }
        guard let passing, let existing else {
            try mask.filter { slot throws(StorageError) in try passesAlone(reader.target(leaf, slot)) }
            return
        }
        try mask.filter { slot throws(StorageError) in
            let row = try reader.target(leaf, slot)
            if row == 0 { return passesNil }
            if passing.contains(row) { return true }
            return try existing.contains(row) ? false : passesWithoutTarget(row)
        }
    }

    private func testAllTargets() throws(StorageError) {
        var passing = try RowSet(target)
        var existing = passing
        try RowScan(target, nil).forEachLeaf { leaf, mask throws(StorageError) in
            try mask.forEach { slot throws(StorageError) in existing.insert(ColumnLeaf.row(leaf.node, slot)) }
            return true
        }
        try RowScan(target, test).forEachLeaf { leaf, mask throws(StorageError) in
            try mask.forEach { slot throws(StorageError) in passing.insert(ColumnLeaf.row(leaf.node, slot)) }
            return true
        }
        self.passing = passing
        self.existing = existing
    }

    private func passesAlone(_ row: UInt64) throws(StorageError) -> Bool {
        if row == 0 { return passesNil }
        if let known = answers[row] { return known }
        guard let location = try cursor.locate(row) else { return try passesWithoutTarget(row) }
        single.reset(toNoneOf: location.leaf)
        single.insert(location.slot)
        try test.narrow(single, ScanLeaf(location.leaf, target.main.layout))
        let passes = !single.isEmpty
        answers[row] = passes
        return passes
    }

    /// A row that does not exist is one that somebody waits for, or damage.
    private func passesWithoutTarget(_ row: UInt64) throws(StorageError) -> Bool {
        if try target.isGhost(RowID(row)) { return passesNil }
        throw target.missing(RowID(row))
    }
}
