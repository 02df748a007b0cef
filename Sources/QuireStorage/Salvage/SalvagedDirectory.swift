// The two trees that a slot names, as far as they can be read: the roots of all other trees, and the classes.

/// The roots that are known.
struct SalvagedDirectory {
    private var roots: [TreeID: (root: TreeRoot, nextRow: UInt64)] = [:]
    /// A tree without an entry is an empty one.
    private let isWhole: Bool

    init(_ source: SalvageSource, _ scan: PageScan) {
        let root = source.slot?.roots.directory
        let rows = SalvagedRows(SystemLayout.directoryTree, root: root, source, scan)
        isWhole = rows.isWhole
        var roots: [TreeID: (root: TreeRoot, nextRow: UInt64)] = [:]
        try? rows.forEachRow { row in
            let node = row.leaf.node
            guard SystemLayout.directory.matches(node), let tree = UInt32(exactly: row.row) else { return }
            let numbers = (0..<4).map { column in
                let width = ColumnLeaf.width(SystemLayout.directory.columns[column].type)
                return ColumnLeaf.bits(node, ColumnLeaf.entry(node, column), width: width, row.slot)
            }
            let reference = NodeReference(rawValue: numbers[0])
            guard numbers[2] <= 32, (numbers[2] == 0) == reference.isNone else { return }
            roots[TreeID(tree)] = (
                TreeRoot(reference: reference, count: numbers[1], height: Int(numbers[2])), numbers[3]
            )
        }
        self.roots = roots
    }

    /// nil if it is not known.
    func root(of tree: TreeID) -> TreeRoot? { roots[tree]?.root ?? (isWhole ? .empty : nil) }
    func nextRow(of tree: TreeID) -> UInt64? { roots[tree]?.nextRow ?? (isWhole ? 1 : nil) }
}

/// The descriptions of the classes that are whole, in the order of their ids.
struct SalvagedClasses {
    private(set) var stored: [StoredClass] = []
    /// Classes whose description is damaged; nil if their number is not known.
    private(set) var lostCount: Int?

    init(_ source: SalvageSource, _ scan: PageScan) {
        let root = source.slot?.roots.classes
        let rows = SalvagedRows(SystemLayout.classesTree, root: root, source, scan)
        var stored: [StoredClass] = []
        var lastRow: UInt64 = 0
        try? rows.forEachRow { row in
            lastRow = row.row
            if let record = Self.read(row, source.space), !stored.contains(where: { $0.name == record.name }) {
                stored.append(record)
            }
        }
        self.stored = stored
        // Row ids of classes are given out without gaps.
        let count = root.map { Int(clamping: $0.count) } ?? (rows.isWhole ? 0 : nil)
        lostCount = count.map { max(0, max($0, Int(clamping: lastRow)) - stored.count) }
    }

    private static func read(_ row: SalvagedRow, _ space: PageSpace) -> StoredClass? {
        let node = row.leaf.node
        guard SystemLayout.classes.matches(node), row.row <= UInt64(UInt32.max) else { return nil }
        func withBytes<R>(_ column: Int, _ body: (ByteView) -> R?) -> R? {
            switch ColumnLeaf.cell(node, at: ColumnLeaf.cellOffset(ColumnLeaf.entry(node, column), row.slot)) {
            case .bytes(let bytes): return body(bytes)
            case .overflow(let reference, let byteCount):
                return (try? space.withOverflow(reference, length: byteCount) { bytes in body(bytes) }) ?? nil
            case .tree: return nil
            }
        }
        guard let name = withBytes(0, { $0.text }) else { return nil }
        let id = ClassID(UInt32(truncatingIfNeeded: row.row - 1))
        return withBytes(1) { StoredClass.decode($0, id: id, name: name) }
    }

    /// What the new file declares: columns that cannot be are left out and named by class.
    func definitions() -> (definitions: [ClassDefinition], lostProperties: [String: [String]]) {
        let names = Set(stored.map(\.name))
        var lost: [String: [String]] = [:]
        let definitions = stored.map { record in
            var definition = ClassDefinition(
                name: record.name, columns: [], primaryKey: nil, isEmbedded: record.isEmbedded)
            var seen: Set<String> = []
            for (number, column) in record.columns.enumerated() {
                let isKnown = column.definition.target.map { names.contains($0) } ?? true
                guard isKnown, seen.insert(column.definition.name).inserted else {
                    lost[record.name, default: []].append(column.definition.name)
                    continue
                }
                if number == record.primaryKey { definition.primaryKey = definition.columns.count }
                definition.columns.append(column.definition)
            }
            return definition
        }
        return (definitions, lost)
    }
}
