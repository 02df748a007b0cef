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
    /// The node above the leaf, when it was asked for last.
    private var parent: (reference: NodeReference, node: Node)?

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
        if leaf != nil, let found = try sibling(for: row) {
            try enter(found.leaf)
            bound = found.bound
            return found.leaf
        }
        let key = IntegerKey(row)
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

    /// Steps to the leaf of a row behind the current leaf, if both hang on the same node and so does what follows the
    /// row's leaf: less than a descent. nil where it takes one.
    private mutating func sibling(for row: UInt64) throws(StorageError) -> (leaf: Node, bound: UInt64)? {
        guard let step = tree.path.last else { return nil }
        let node: Node
        if let parent, parent.reference == step.reference {
            node = parent.node
        } else {
            node = try tree.space.node(step.reference)
            parent = (step.reference, node)
        }
        let byteCount = tree.space.byteCount(of: node)
        let count = node.count
        var index = step.index + 1
        guard index < count, IntegerInner.key(node, index, byteCount: byteCount).high <= row else { return nil }
        // Far away halving is better. In the last child the row may as well belong behind this node.
        let end = min(count, index + 8)
        while index + 1 < end {
            let next = IntegerInner.key(node, index + 1, byteCount: byteCount).high
            if row < next {
                tree.path[tree.path.count - 1].index = index
                tree.leaf = IntegerInner.reference(node, index, byteCount: byteCount)
                return (try tree.node(tree.leaf, level: 0), next)
            }
            index += 1
        }
        return nil
    }
}
