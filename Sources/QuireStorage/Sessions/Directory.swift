// The two trees that a commit slot names: the roots of all other trees, and the classes.

/// Layouts of the system trees (Spec/FileFormat.md, "Directory" and "Classes").
enum SystemLayout {
    static let directoryTree = TreeID(1)
    static let classesTree = TreeID(2)

    /// Row id = tree id; root reference, entries below it, height; of the tree with a class's rows, the next row id
    /// to give out.
    static let directory = LeafLayout(
        number: 1,
        columns: [
            LeafLayout.Column(number: 0, type: .reference, hasNulls: false),
            LeafLayout.Column(number: 1, type: .int64, hasNulls: false),
            LeafLayout.Column(number: 2, type: .int8, hasNulls: false),
            LeafLayout.Column(number: 3, type: .int64, hasNulls: false),
        ])

    /// Row id = class id + 1; name, record.
    static let classes = LeafLayout(
        number: 1,
        columns: [
            LeafLayout.Column(number: 0, type: .text, hasNulls: false),
            LeafLayout.Column(number: 1, type: .data, hasNulls: false),
        ])

    /// Row id = the ghost's row id; an integer key, the bytes of another key, links that wait.
    static let ghosts = LeafLayout(
        number: 1,
        columns: [
            LeafLayout.Column(number: 0, type: .int64, hasNulls: true),
            LeafLayout.Column(number: 1, type: .data, hasNulls: true),
            LeafLayout.Column(number: 2, type: .int64, hasNulls: false),
        ])
}

extension ColumnTree {
    /// Reads a tree's root from the directory.
    mutating func root(of tree: TreeID) throws(StorageError) -> TreeRoot {
        guard tree.rawValue != 0, let (leaf, slot) = try find(UInt64(tree.rawValue)) else { return .empty }
        let height = Int(ColumnLeaf.bits(leaf, ColumnLeaf.entry(leaf, 2), width: 1, slot))
        let reference = NodeReference(rawValue: ColumnLeaf.bits(leaf, ColumnLeaf.entry(leaf, 0), width: 8, slot))
        guard height <= 32, (height == 0) == reference.isNone else {
            throw .damaged(self.tree.leaf.page, "the root of tree \(tree.rawValue) is impossible")
        }
        let count = ColumnLeaf.bits(leaf, ColumnLeaf.entry(leaf, 1), width: 8, slot)
        guard count < RowID.limit * 16 else {
            throw .damaged(self.tree.leaf.page, "the count of tree \(tree.rawValue) is impossible")
        }
        return TreeRoot(reference: reference, count: count, height: height)
    }

    /// Writes a tree's root into the directory.
    mutating func setRoot(of tree: TreeID, _ root: TreeRoot) throws(StorageError) {
        let (leaf, slot) = try entry(of: tree)
        Self.setRoot(root, in: leaf, slot)
    }

    /// Writes a root into a leaf of the directory.
    static func setRoot(_ root: TreeRoot, in leaf: Node, _ slot: Int) {
        ColumnLeaf.setBits(leaf, ColumnLeaf.entry(leaf, 0), width: 8, slot, root.reference.rawValue)
        ColumnLeaf.setBits(leaf, ColumnLeaf.entry(leaf, 1), width: 8, slot, root.count)
        ColumnLeaf.setBits(leaf, ColumnLeaf.entry(leaf, 2), width: 1, slot, UInt64(root.height))
    }

    /// The next row id of the class whose rows are in the tree. 1 for a class that never had one.
    mutating func nextRow(of tree: TreeID) throws(StorageError) -> UInt64 {
        guard let (leaf, slot) = try find(UInt64(tree.rawValue)) else { return 1 }
        let next = ColumnLeaf.bits(leaf, ColumnLeaf.entry(leaf, 3), width: 8, slot)
        guard next <= RowID.limit else {
            throw .damaged(self.tree.leaf.page, "the next row id of tree \(tree.rawValue) is impossible")
        }
        return max(next, 1)
    }

    mutating func setNextRow(of tree: TreeID, _ next: UInt64) throws(StorageError) {
        let (leaf, slot) = try entry(of: tree)
        ColumnLeaf.setBits(leaf, ColumnLeaf.entry(leaf, 3), width: 8, slot, next)
    }

    /// Where the directory keeps a tree, to change; a new entry if there is none.
    private mutating func entry(of tree: TreeID) throws(StorageError) -> (leaf: Node, slot: Int) {
        if let place = try findForChange(UInt64(tree.rawValue)) { return place }
        return try insert(UInt64(tree.rawValue))
    }
}
