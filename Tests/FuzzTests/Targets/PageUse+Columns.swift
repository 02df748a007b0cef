// What the engine does with leaves of columns.

@testable import QuireStorage

extension PageUse {
    /// As leaves of the class whose columns they have, and as leaves that are older than it.
    static func useColumns(
        _ node: Node, _ root: TreeRoot, _ id: TreeID, _ space: PageSpace
    ) throws(StorageError) {
        let form = ColumnLeaf.form(node)
        var columns: [LeafLayout.Column] = []
        for index in 0..<ColumnLeaf.columnCount(node) {
            let entry = ColumnLeaf.entry(node, index)
            guard let type = ColumnLeaf.type(entry) else { return }
            let number = ColumnLeaf.columnNumber(entry)
            // No class has a number twice, and no list two columns.
            guard !columns.contains(where: { $0.number == number }), form != .positions || index == 0 else { return }
            columns.append(
                LeafLayout.Column(number: number, type: type, hasNulls: ColumnLeaf.nullOffset(entry) != 0))
        }
        let root = TreeRoot(reference: root.reference, count: UInt64(ColumnLeaf.liveCount(node)), height: 1)
        let layout = LeafLayout(number: node.layout, columns: columns)
        var tree = ColumnTree(
            space: space, id: id, root: root, layout: layout, isPositions: form == .positions, owner: node.owner)
        defer { tree.close() }
        if form == .positions { return try useElements(&tree) }
        try read(&tree)
        if let free = (0..<100).first(where: { number in !columns.contains { $0.number == number } }),
            columns.count < 20
        {
            let added = LeafLayout.Column(
                number: free, type: .text, hasNulls: true, defaultValue: .text("twenty bytes of text"))
            tree.layout = LeafLayout(number: node.layout &+ 1, columns: columns + [added])
            try read(&tree)
        }
        try change(&tree)
    }

    private static func read(_ tree: inout ColumnTree) throws(StorageError) {
        var row = try tree.first(from: 0)
        var rank = 0
        while let current = row {
            guard let (leaf, slot) = try tree.find(current), try tree.row(at: rank) == current else {
                throw StorageError(.fail, "Row \(current) is not found where it stands.")
            }
            guard try tree.rank(of: current) == rank else { throw StorageError(.fail, "Row \(current) has no rank.") }
            for column in tree.layout.columns.indices { _ = try value(tree, leaf, column, slot) }
            rank += 1
            row = try tree.first(from: current + 1)
        }
        guard rank == tree.count else { throw StorageError(.fail, "\(rank) rows of \(tree.count) are there.") }
        _ = try tree.last()
    }

    /// The value, or what a reference out of the file gives.
    private static func value(
        _ tree: ColumnTree, _ leaf: Node, _ column: Int, _ slot: Int
    ) throws(StorageError) -> Value {
        let entry = ColumnLeaf.entry(leaf, column)
        do throws(StorageError) {
            if tree.layout.columns[column].type == .list {
                try tree.withBytes(leaf, entry, slot) { _ throws(StorageError) in }
                return .none
            }
            return try tree.value(leaf, column: column, slot)
        } catch {
            guard error.code == .damaged else { throw error }
            return .none
        }
    }

    private static func change(_ tree: inout ColumnTree) throws(StorageError) {
        let last = try tree.last() ?? 0
        for row in last + 1...last + 40 {
            _ = try tree.insert(row)
            for (column, description) in tree.layout.columns.enumerated() where description.type.isCell {
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: row), count: Int(row % 60))
                try bytes.withView { view throws(StorageError) in try tree.setBytes(row, column: column, view) }
            }
        }
        var row = try tree.first(from: 0)
        while let current = row {
            _ = try tree.findForChange(current)
            for (column, description) in tree.layout.columns.enumerated() where description.type.isCell {
                try [1, 2, 3].withView { view throws(StorageError) in
                    try tree.setBytes(current, column: column, view)
                }
            }
            guard try tree.remove(current) else { throw StorageError(.fail, "Row \(current) was lost.") }
            row = try tree.first(from: current)
        }
        guard tree.root == .empty else { throw StorageError(.fail, "A tree without rows is not empty.") }
    }

    private static func useElements(_ tree: inout ColumnTree) throws(StorageError) {
        var first: Value?
        for position in 0..<tree.count {
            do throws(StorageError) {
                let element = try tree.element(at: position)
                first = first ?? element
            } catch { guard error.code == .damaged else { throw error } }
        }
        guard let first else { return }
        try tree.insertElements([Value](repeating: first, count: 40), at: tree.count / 2)
        try tree.removeElements(1..<tree.count)
        try tree.removeElements(0..<tree.count)
        guard tree.root == .empty else { throw StorageError(.fail, "A list without elements is not empty.") }
    }
}
