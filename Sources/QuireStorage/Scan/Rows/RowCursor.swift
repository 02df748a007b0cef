// Reading a tree of rows forwards, leaf by leaf, on a path of its own: nothing that is looked up meanwhile gets in the
// way, and leaves under older layouts are read as they are.

/// Goes over the leaves of one tree of rows in ascending order. Valid while nobody changes the tree.
package struct RowCursor {
    private var tree: BTree<IntegerInner>
    private let layout: LeafLayout
    private var leaf: Node?
    /// The first row that lies behind the leaf; nil if none can.
    private var bound: UInt64?

    init(_ source: ColumnTree) {
        tree = BTree(space: source.space, id: source.id, root: source.root, leafKind: .columnLeaf)
        layout = source.layout
    }

    /// The first leaf at the first call, then one after the other; nil behind the last.
    package mutating func next() throws(StorageError) -> Node? {
        guard let last = leaf else {
            guard !tree.isEmpty else { return nil }
            return try enter(try tree.descend { _, _ in 0 })
        }
        let end = Self.lastRow(last)
        guard let next = try tree.neighbour(forward: true) else { return nil }
        // A walk that does not get ahead would count rows twice, or never end.
        guard next.owner > end else {
            throw .damaged(tree.leaf.page, "its rows come before those of the leaf before it")
        }
        return try enter(next)
    }

    /// The leaf in which a row must be, if it exists. Rows are asked for in ascending order.
    @inline(__always)
    package mutating func leaf(for row: UInt64) throws(StorageError) -> Node? {
        if let leaf, row >= leaf.owner, bound.map({ row < $0 }) ?? true { return leaf }
        return try findLeaf(for: row)
    }

    /// Where a row is; nil if there is no such row. Rows are asked for in ascending order.
    @inline(__always)
    mutating func locate(_ row: UInt64) throws(StorageError) -> RowLocation? {
        guard let leaf = try leaf(for: row), let slot = ColumnLeaf.slot(leaf, of: row) else { return nil }
        return RowLocation(leaf: leaf, slot: slot)
    }

    private mutating func findLeaf(for row: UInt64) throws(StorageError) -> Node? {
        guard !tree.isEmpty else { return nil }
        let key = IntegerKey(row)
        let found = try leaf == nil ? nil : tree.sibling(for: key)
        let node: Node
        if let found {
            node = found
        } else {
            node = try tree.descend { node, byteCount in IntegerInner.search(node, key, byteCount: byteCount) }
        }
        let entered = try enter(node)
        bound = try tree.upperBound()?.high
        return entered
    }

    private mutating func enter(_ node: Node) throws(StorageError) -> Node {
        guard ColumnLeaf.form(node) != .positions else {
            throw .damaged(tree.leaf.page, "it is a leaf of a list in the wrong tree")
        }
        guard node.layout == layout.number ? layout.matches(node) : layout.covers(node) else {
            throw .damaged(tree.leaf.page, "its columns are not those of its class")
        }
        leaf = node
        return node
    }

    private static func lastRow(_ leaf: Node) -> UInt64 { ColumnLeaf.row(leaf, leaf.count - 1) }

    /// The page of the leaf, for messages.
    var page: PageNumber { tree.leaf.page }
}

extension BTree where Inner == IntegerInner {
    /// The leaf of a key behind the current leaf, if both hang on the same node and the key does not belong to the next
    /// one's. A step instead of a descent; nil where it takes a descent.
    fileprivate mutating func sibling(for key: IntegerKey) throws(StorageError) -> Node? {
        guard let step = path.last else { return nil }
        let parent = try space.node(step.reference)
        let byteCount = space.byteCount(of: parent)
        var index = step.index + 1
        guard index < parent.count, !(key < IntegerInner.key(parent, index, byteCount: byteCount)) else { return nil }
        while index + 1 < parent.count, !(key < IntegerInner.key(parent, index + 1, byteCount: byteCount)) {
            index += 1
            // Far away halving is better.
            if index > step.index + 8 { return nil }
        }
        // In the last child the key may as well belong behind this parent.
        guard index + 1 < parent.count else { return nil }
        path[path.count - 1].index = index
        leaf = IntegerInner.reference(parent, index, byteCount: byteCount)
        return try node(leaf, level: 0)
    }
}
