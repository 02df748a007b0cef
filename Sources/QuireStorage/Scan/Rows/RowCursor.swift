// Reading a tree of rows forwards, leaf by leaf, on a path of its own: nothing that is looked up meanwhile gets in the
// way, and leaves under older layouts are read as they are.

/// Goes over the leaves of one tree of rows. Valid while nobody changes the tree.
package struct RowCursor {
    private var tree: BTree<IntegerInner>
    private let layout: LeafLayout
    private var leaf: Node?
    private(set) var page = PageNumber(0)
    /// The first row that lies behind the leaf; nil if none can.
    private(set) var bound: UInt64?
    /// The leaf behind `leaf`, which is looked at early: the processor fetches its beginning while the leaf is worked
    /// on.
    private var upcoming: Node?
    private var hasBegun = false

    init(_ source: ColumnTree) {
        tree = BTree(space: source.space, id: source.id, root: source.root, leafKind: .columnLeaf)
        layout = source.layout
    }

    /// The first leaf at the first call, then one after the other; nil behind the last. Not to be mixed with
    /// `leaf(for:)`.
    package mutating func next() throws(StorageError) -> Node? {
        if !hasBegun {
            hasBegun = true
            if !tree.isEmpty { upcoming = try tree.descend { _, _ in 0 } }
        }
        guard let node = upcoming else { return nil }
        // A walk that does not get ahead would count rows twice, or never end.
        if let leaf, node.owner <= ColumnLeaf.row(leaf, leaf.count - 1) {
            throw .damaged(tree.leaf.page, "its rows come before those of the leaf before it")
        }
        try enter(node)
        upcoming = try tree.neighbour(forward: true)
        return node
    }

    /// The leaf in which a row must be, if it exists. Rows that are asked for in ascending order cost little.
    @inline(__always)
    package mutating func leaf(for row: UInt64) throws(StorageError) -> Node? {
        if let leaf, row >= leaf.owner, bound.map({ row < $0 }) ?? true { return leaf }
        return try findLeaf(for: row)
    }

    /// Where a row is; nil if there is no such row.
    @inline(__always)
    mutating func locate(_ row: UInt64) throws(StorageError) -> RowLocation? {
        guard let leaf = try leaf(for: row), let slot = ColumnLeaf.slot(leaf, of: row) else { return nil }
        return RowLocation(leaf: leaf, slot: slot)
    }

    private mutating func findLeaf(for row: UInt64) throws(StorageError) -> Node? {
        guard !tree.isEmpty else { return nil }
        let key = IntegerKey(row)
        if leaf != nil, let found = try tree.sibling(for: key) {
            try enter(found.leaf)
            bound = found.bound
            return found.leaf
        }
        let node = try tree.descend { node, byteCount in IntegerInner.search(node, key, byteCount: byteCount) }
        try enter(node)
        bound = try tree.upperBound()?.high
        return node
    }

    private mutating func enter(_ node: Node) throws(StorageError) {
        page = tree.leaf.page
        guard ColumnLeaf.form(node) != .positions else {
            throw .damaged(page, "it is a leaf of a list in the wrong tree")
        }
        guard node.layout == layout.number ? layout.matches(node) : layout.covers(node) else {
            throw .damaged(page, "its columns are not those of its class")
        }
        leaf = node
    }
}

extension BTree where Inner == IntegerInner {
    /// The leaf of a key behind the current leaf and the first row behind that, if both leaves and that row hang on the
    /// same node. A step instead of a descent; nil where it takes a descent.
    fileprivate mutating func sibling(for key: IntegerKey) throws(StorageError) -> (leaf: Node, bound: UInt64)? {
        guard let step = path.last else { return nil }
        let parent = try space.node(step.reference)
        let byteCount = space.byteCount(of: parent)
        var index = step.index + 1
        guard index < parent.count, !(key < IntegerInner.key(parent, index, byteCount: byteCount)) else { return nil }
        while index + 1 < parent.count {
            let next = IntegerInner.key(parent, index + 1, byteCount: byteCount)
            if key < next {
                path[path.count - 1].index = index
                leaf = IntegerInner.reference(parent, index, byteCount: byteCount)
                return (try node(leaf, level: 0), next.high)
            }
            index += 1
            // Far away halving is better.
            if index > step.index + 8 { return nil }
        }
        // In the last child the key may as well belong behind this parent.
        return nil
    }
}
