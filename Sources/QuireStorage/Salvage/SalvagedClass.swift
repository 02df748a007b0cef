// One class of a damaged file: its rows, put together from their groups, and what they refer to.

/// Reads whole rows; what is damaged gives nil, or is left out and counted.
final class SalvagedClass {
    let stored: StoredClass
    /// The rows of each column group.
    private let groups: [SalvagedRows]
    private let layouts: [LeafLayout]
    private let ghosts: SalvagedRows
    private let space: PageSpace
    /// Long values and nodes of lists that were read: each belongs to one row.
    private var taken: Set<PageNumber> = []

    /// What the directory says of the class; nil if it cannot be read.
    let expectedCount: UInt64?
    let nextRow: UInt64?
    var mayBeOlder: Bool { groups.contains { $0.mayBeOlder } }

    init(_ stored: StoredClass, _ directory: SalvagedDirectory, _ source: SalvageSource, _ scan: PageScan) {
        self.stored = stored
        space = source.space
        groups = stored.groups.map { SalvagedRows($0, root: directory.root(of: $0), source, scan) }
        layouts = stored.groups.indices.map { stored.layout($0) }
        ghosts = SalvagedRows(stored.ghosts, root: directory.root(of: stored.ghosts), source, scan)
        expectedCount = directory.root(of: stored.groups[0])?.count
        nextRow = directory.nextRow(of: stored.groups[0])
    }

    /// Calls `body` with each row of the class and with its parts in the other groups; a row of which a part
    /// is missing has none.
    func forEachRow(_ body: (UInt64, [SalvagedRow?]?) throws(StorageError) -> Void) throws(StorageError) {
        try groups[0].forEachRow { main throws(StorageError) in
            var parts: [SalvagedRow?] = [main]
            for group in groups.dropFirst() {
                let part = (try? group.find(main.row)) ?? nil
                // A row may be older than a group; but where the group is damaged nobody knows.
                if part == nil, !group.isWhole { return try body(main.row, nil) }
                parts.append(part)
            }
            for (part, layout) in zip(parts, layouts) {
                guard let part else { continue }
                guard layout.covers(part.leaf.node) else { return try body(main.row, nil) }
            }
            try body(main.row, parts)
        }
    }

    /// The place of a column in a row; nil if the row is older than the column.
    private func place(_ column: Int, _ parts: [SalvagedRow?]) -> (node: Node, entry: UInt64, slot: Int)? {
        guard let part = parts[stored.columns[column].group] else { return nil }
        let node = part.leaf.node
        for index in 0..<ColumnLeaf.columnCount(node) {
            let entry = ColumnLeaf.entry(node, index)
            if ColumnLeaf.columnNumber(entry) == column { return (node, entry, part.slot) }
        }
        return nil
    }

    /// A value of any type but list; throws if it is damaged.
    func value(_ column: Int, _ parts: [SalvagedRow?]) throws(StorageError) -> Value {
        let definition = stored.columns[column].definition
        guard let (node, entry, slot) = place(column, parts) else { return definition.defaultValue }
        return try value(node, entry, definition.type, slot)
    }

    private func value(
        _ node: Node, _ entry: UInt64, _ type: ColumnType, _ slot: Int
    ) throws(StorageError) -> Value {
        guard type == .text || type == .data, !ColumnLeaf.isNull(node, entry, slot) else {
            return ColumnLeaf.fixedValue(node, entry, type, slot)
        }
        func read(_ bytes: ByteView) -> Value { type == .text ? .text(bytes.text) : .data(bytes.array) }
        switch ColumnLeaf.cell(node, at: ColumnLeaf.cellOffset(entry, slot)) {
        case .bytes(let bytes): return read(bytes)
        case .overflow(let reference, let byteCount):
            try take(reference)
            return try space.withOverflow(reference, length: byteCount) { bytes throws(StorageError) in read(bytes) }
        case .tree(let reference, _):
            throw .damaged(reference.page, "a list stands where a text or data value belongs")
        }
    }

    private func take(_ reference: NodeReference) throws(StorageError) {
        guard taken.insert(reference.page).inserted else { throw .damaged(reference.page, "two places refer to it") }
    }

    // MARK: Lists

    /// Calls `body` with the elements of a list, some at a time; false if some of them are damaged.
    func forEachElements(
        _ column: Int, _ parts: [SalvagedRow?], _ body: ([Value]) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        let definition = stored.columns[column].definition
        guard let (node, entry, slot) = place(column, parts), let layout = StoredClass.elementLayout(definition)
        else { return true }
        switch ColumnLeaf.cell(node, at: ColumnLeaf.cellOffset(entry, slot)) {
        case .bytes(let bytes):
            let values = InlineList.decode(
                bytes, type: layout.columns[0].type, isOptional: definition.isElementOptional)
            if let values, !values.isEmpty { try body(values) }
            return values != nil
        case .overflow: return false
        case .tree(let root, _):
            return try forEachElements(below: root, stored.columns[column].list, layout, body)
        }
    }

    private func forEachElements(
        below root: NodeReference, _ tree: TreeID, _ layout: LeafLayout,
        _ body: ([Value]) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        var isWhole = true
        var stack: [(reference: NodeReference, level: Int?)] = [(root, nil)]
        while let (reference, level) = stack.popLast() {
            guard (try? take(reference)) != nil, let node = try? space.node(reference), node.tree == tree,
                node.level == level ?? node.level
            else {
                isWhole = false
                continue
            }
            if node.kind == .integerInner {
                let byteCount = space.byteCount(of: node)
                for index in (0..<node.count).reversed() {
                    stack.append((IntegerInner.reference(node, index, byteCount: byteCount), node.level - 1))
                }
            } else if node.kind == .columnLeaf, ColumnLeaf.form(node) == .positions, layout.matches(node) {
                let (values, isComplete) = elements(node, layout.columns[0])
                if !isComplete { isWhole = false }
                if !values.isEmpty { try body(values) }
            } else {
                isWhole = false
            }
        }
        return isWhole
    }

    private func elements(_ leaf: Node, _ column: LeafLayout.Column) -> (values: [Value], isComplete: Bool) {
        let entry = ColumnLeaf.entry(leaf, 0)
        var values: [Value] = []
        var isComplete = true
        for slot in 0..<leaf.count {
            let value = try? value(leaf, entry, column.type, slot)
            // Nil is an element only where the list says so.
            if let value, value != .none || column.hasNulls { values.append(value) } else { isComplete = false }
        }
        return (values, isComplete)
    }

    // MARK: Ghosts

    /// The keys that links wait for, by row.
    func ghostKeys() throws(StorageError) -> [UInt64: Value] {
        var keys: [UInt64: Value] = [:]
        guard let keyColumn = stored.primaryKey else { return keys }
        let type = stored.columns[keyColumn].definition.type
        try ghosts.forEachRow { row throws(StorageError) in
            let node = row.leaf.node
            guard SystemLayout.ghosts.matches(node) else { return }
            let number = ColumnLeaf.fixedValue(node, ColumnLeaf.entry(node, 0), .int64, row.slot)
            if OrderedValue.isNumber(type) {
                if number != .none { keys[row.row] = number }
                return
            }
            guard case .data(let bytes)? = try? value(node, ColumnLeaf.entry(node, 1), .data, row.slot) else { return }
            if type == .uuid {
                guard bytes.count == 16 else { return }
                let halves = try bytes.withView { view throws(StorageError) in (view.head(0), view.head(8)) }
                keys[row.row] = .uuid(halves.0, halves.1)
            } else {
                keys[row.row] = .text(String(decoding: bytes, as: UTF8.self))
            }
        }
        return keys
    }
}
