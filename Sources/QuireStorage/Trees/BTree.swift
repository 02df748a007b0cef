// The part that all four kinds of tree share: the path from the root to a leaf, and what a changed leaf does to the nodes
// above it. Copy-on-write B+trees whose inner entries count what lies below them.

/// The inner levels of a tree. The leaf kinds (rows, positions, pairs, keys) descend through it, change a leaf, and report
/// the outcome with `leafChanged`, `replaceLeaf` or `replaceLeaves`. Every node that it gives or reads has the level
/// and the kind that its place asks for.
///
/// A descent fills `path`; a change consumes it. The path is invalid after `replaceLeaf` and `replaceLeaves`.
package struct BTree<Inner: InnerLayout> {
    package let space: PageSpace
    package let id: TreeID
    private let leafKind: NodeKind
    package var root: TreeRoot
    /// Inner nodes from the root down; reused from one descent to the next.
    package let path = TreePath()
    /// The leaf that the last descent reached.
    package var leaf: NodeReference = .none
    /// Steps to neighbours since the last descent.
    private var stepCount = 0

    package init(space: PageSpace, id: TreeID, root: TreeRoot, leafKind: NodeKind) {
        self.space = space
        self.id = id
        self.root = root
        self.leafKind = leafKind
    }

    package var isEmpty: Bool { root.reference.isNone }

    // MARK: Descending

    /// The node that a reference at this level leads to. A page is checked for itself; whether it belongs here only its
    /// place tells, and each kind is read in a way that makes no sense, and has no bounds, for the others.
    @inline(__always)
    func node(_ reference: NodeReference, level: Int) throws(StorageError) -> Node {
        let node = try space.node(reference)
        let kind = level > 0 ? Inner.kind : leafKind
        guard node.level == level, node.u8(NodeHeader.kind) == kind.rawValue else { throw Self.wrongLevel(reference) }
        return node
    }

    /// Goes from the root to a leaf, asking `choose` for the child at each inner node.
    @inline(__always)
    package mutating func descend(_ choose: (Node, Int) -> Int) throws(StorageError) -> Node {
        path.removeAll()
        stepCount = 0
        var reference = root.reference
        var level = root.height - 1
        guard level < TreePath.limit else { throw Self.wrongLevel(reference) }
        var node = try node(reference, level: level)
        while level > 0 {
            let byteCount = space.byteCount(of: node)
            let index = choose(node, byteCount)
            path.append(TreeStep(reference: reference, index: index))
            reference = Inner.reference(node, index, byteCount: byteCount)
            level -= 1
            node = try self.node(reference, level: level)
        }
        leaf = reference
        return node
    }

    static func wrongLevel(_ reference: NodeReference) -> StorageError {
        .damaged(reference.page, "its level or kind does not fit its place in the tree")
    }

    /// Moves `path` and `leaf` to the next leaf, or the one before; nil at the end.
    package mutating func neighbour(forward: Bool) throws(StorageError) -> Node? {
        // More steps than the file has pages: inner nodes that share children would multiply without end.
        stepCount += 1
        guard stepCount <= space.nodeLimit else { throw Self.wrongLevel(leaf) }
        var depth = path.count - 1
        while depth >= 0 {
            let node = try space.node(path[depth].reference)
            let next = path[depth].index + (forward ? 1 : -1)
            if next >= 0, next < node.count {
                path[depth].index = next
                path.shorten(to: depth + 1)
                var reference = Inner.reference(node, next, byteCount: space.byteCount(of: node))
                var level = root.height - 2 - depth
                var child = try self.node(reference, level: level)
                while level > 0 {
                    let index = forward ? 0 : child.count - 1
                    path.append(TreeStep(reference: reference, index: index))
                    reference = Inner.reference(child, index, byteCount: space.byteCount(of: child))
                    level -= 1
                    child = try self.node(reference, level: level)
                }
                leaf = reference
                return child
            }
            depth -= 1
        }
        return nil
    }

    /// True if the last descent took the last child at every level.
    package func isAtRightEdge() throws(StorageError) -> Bool {
        for step in path where try step.index != space.node(step.reference).count - 1 { return false }
        return true
    }

    // MARK: Changing

    /// Makes the leaf of the last descent and all nodes above it writable, and gives the leaf's node.
    package mutating func writableLeaf() throws(StorageError) -> Node {
        if space.isWritable(leaf), path.allSatisfy({ space.isWritable($0.reference) }) { return try space.node(leaf) }
        // Copy from the leaf upwards, but change nothing above before every copy exists: a page that cannot be read
        // leaves the tree as it was.
        let newLeaf = try space.writable(leaf)
        var child = newLeaf
        leaf = newLeaf
        var depth = path.count - 1
        while depth >= 0 {
            let reference = try space.writable(path[depth].reference)
            path[depth].reference = reference
            let node = try space.node(reference)
            Inner.setReference(node, path[depth].index, child, byteCount: space.byteCount(of: node))
            child = reference
            depth -= 1
        }
        root.reference = child
        return try space.node(leaf)
    }

    /// A count after a change below it. That of a hostile file may be anything; one that is no number of entries any
    /// more ends the transaction.
    private static func changed(_ count: UInt64, by difference: UInt64, _ node: Node) throws(StorageError) -> UInt64 {
        let count = count &+ difference
        guard count < TreeRoot.countLimit else {
            throw .damaged(PageNumber(node.u32(NodeHeader.page)), "it counts other entries than there are below it")
        }
        return count
    }

    /// The leaf was changed in place: adds to the counts above it.
    package mutating func leafChanged(countBy difference: Int) throws(StorageError) {
        guard difference != 0 else { return }
        let difference = UInt64(bitPattern: Int64(difference))
        root.count = try Self.changed(root.count, by: difference, space.node(root.reference))
        for step in path {
            let node = try space.node(step.reference)
            let byteCount = space.byteCount(of: node)
            let count = Inner.count(node, step.index, byteCount: byteCount)
            Inner.setCount(
                node, step.index, try Self.changed(count, by: difference, node), byteCount: byteCount)
        }
    }

    /// The first leaf of an empty tree.
    package mutating func plantRoot(_ reference: NodeReference, count: UInt64) {
        assert(isEmpty)
        root = TreeRoot(reference: reference, count: count, height: 1)
        leaf = reference
        path.removeAll()
    }

    /// Puts other leaves (already allocated; none, one or more) in the place of the leaf of the last descent, and of
    /// `following` leaves to its right under the same parent. The replaced leaves are the caller's to free.
    package mutating func replaceLeaf(
        with entries: [ChildEntry<Inner.Key>], following: Int = 0, atRightEdge: Bool = false
    ) throws(StorageError) {
        try replace(depth: path.count, with: entries, following: following, atRightEdge: atRightEdge)
    }

    private mutating func replace(
        depth: Int, with entries: [ChildEntry<Inner.Key>], following: Int, atRightEdge: Bool
    ) throws(StorageError) {
        guard depth > 0 else { return try replaceRoot(with: entries, level: root.height - 1, atRightEdge: atRightEdge) }
        let step = path[depth - 1]
        let reference = try space.writable(step.reference)
        path[depth - 1].reference = reference
        let node = try space.node(reference)
        let byteCount = space.byteCount(of: node)
        let range = step.index..<step.index + 1 + following
        let oldCount = sum(node, byteCount)
        var entries = entries
        if !entries.isEmpty {
            // What separates the first of them from its left neighbour stays true, whatever its smallest key is now.
            entries[0].key = Inner.key(node, step.index, byteCount: byteCount)
        }
        if Inner.replace(node, range, with: entries, byteCount: byteCount) {
            if node.count == 0 {
                try space.free(reference)
                return try replace(depth: depth - 1, with: [], following: 0, atRightEdge: atRightEdge)
            }
            let difference = sum(node, byteCount) &- oldCount
            let isUnderfull = Inner.isUnderfull(node, byteCount: byteCount)
            let height = root.height
            try relink(depth: depth - 1, reference, difference: difference)
            if isUnderfull, root.height == height { try joinInner(depth: depth - 1) }
            return
        }
        // Too many for one node: this one keeps the first piece, new ones take the others.
        var all = Inner.entries(node, 0..<node.count, byteCount: byteCount)
        all.replaceSubrange(range, with: entries)
        let parts = try makeInner(
            all, level: node.level, firstNode: reference, log2Pages: node.log2Pages, atRightEdge: atRightEdge)
        try replace(depth: depth - 1, with: parts, following: 0, atRightEdge: atRightEdge)
    }

    private func sum(_ node: Node, _ byteCount: Int) -> UInt64 {
        var total: UInt64 = 0
        for index in 0..<node.count { total &+= Inner.count(node, index, byteCount: byteCount) }
        return total
    }

    /// Writes entries into nodes of one level; `firstNode`, if given, is used for the first piece.
    private func makeInner(
        _ entries: [ChildEntry<Inner.Key>], level: Int, firstNode: NodeReference, log2Pages: Int, atRightEdge: Bool
    ) throws(StorageError) -> [ChildEntry<Inner.Key>] {
        var parts: [ChildEntry<Inner.Key>] = []
        let byteCount = space.pageSize << log2Pages
        for (number, piece) in Inner.pieces(entries, byteCount: byteCount, atRightEdge: atRightEdge).enumerated() {
            let reference: NodeReference
            if number == 0, !firstNode.isNone {
                reference = firstNode
            } else {
                reference = space.allocate(Inner.kind, level: level, log2Pages: log2Pages, tree: id)
            }
            let target = try space.node(reference)
            let slice = Array(entries[piece])
            guard Inner.replace(target, 0..<target.count, with: slice, byteCount: byteCount) else {
                throw Self.overflowed(id)
            }
            let count = try Self.changed(slice.reduce(0) { $0 &+ $1.count }, by: 0, target)
            parts.append(ChildEntry(key: slice[0].key, reference: reference, count: count))
        }
        return parts
    }

    private static func overflowed(_ id: TreeID) -> StorageError {
        StorageError(.fail, "An inner node of tree \(id.rawValue) overflowed; please report this defect.")
    }

    private mutating func replaceRoot(
        with entries: [ChildEntry<Inner.Key>], level: Int, atRightEdge: Bool
    ) throws(StorageError) {
        guard !entries.isEmpty else {
            root = .empty
            return
        }
        var entries = entries
        var level = level
        while entries.count > 1 {
            level += 1
            entries = try makeInner(entries, level: level, firstNode: .none, log2Pages: 0, atRightEdge: atRightEdge)
        }
        root = TreeRoot(reference: entries[0].reference, count: entries[0].count, height: level + 1)
        try collapseRoot()
    }

    /// A root with one child gives way to the child.
    private mutating func collapseRoot() throws(StorageError) {
        while root.height > 1 {
            let node = try node(root.reference, level: root.height - 1)
            guard node.count == 1 else { return }
            let child = Inner.reference(node, 0, byteCount: space.byteCount(of: node))
            try space.free(root.reference)
            root.reference = child
            root.height -= 1
        }
    }

    /// Stores the node's new reference and count in the nodes above it.
    private mutating func relink(depth: Int, _ reference: NodeReference, difference: UInt64) throws(StorageError) {
        var child = reference
        var above = depth - 1
        while above >= 0 {
            let parent = try space.writable(path[above].reference)
            path[above].reference = parent
            let node = try space.node(parent)
            let byteCount = space.byteCount(of: node)
            let index = path[above].index
            Inner.setReference(node, index, child, byteCount: byteCount)
            let count = Inner.count(node, index, byteCount: byteCount)
            Inner.setCount(node, index, try Self.changed(count, by: difference, node), byteCount: byteCount)
            child = parent
            above -= 1
        }
        root.reference = child
        root.count = try Self.changed(root.count, by: difference, space.node(child))
        try collapseRoot()
    }

    /// Joins an underfull inner node with a neighbour under the same parent, if both fit into one.
    private mutating func joinInner(depth: Int) throws(StorageError) {
        guard depth > 0 else { return }
        let parent = try space.node(path[depth - 1].reference)
        let parentBytes = space.byteCount(of: parent)
        let index = path[depth - 1].index
        guard parent.count > 1 else { return }
        let left = index > 0 ? index - 1 : index
        let leftReference = Inner.reference(parent, left, byteCount: parentBytes)
        let rightReference = Inner.reference(parent, left + 1, byteCount: parentBytes)
        let level = root.height - 1 - depth
        let leftNode = try node(leftReference, level: level)
        let rightNode = try node(rightReference, level: level)
        let byteCount = space.byteCount(of: leftNode)
        var entries = Inner.entries(leftNode, 0..<leftNode.count, byteCount: byteCount)
        var following = Inner.entries(rightNode, 0..<rightNode.count, byteCount: byteCount)
        // The first key of a node is only implied; the parent knows it.
        let key = Inner.key(parent, left, byteCount: parentBytes)
        following[0].key = Inner.key(parent, left + 1, byteCount: parentBytes)
        entries += following
        guard Inner.pieces(entries, byteCount: byteCount, atRightEdge: false).count == 1 else { return }
        let joined = try space.writable(leftReference)
        guard
            Inner.replace(
                try space.node(joined), leftNode.count..<leftNode.count, with: following, byteCount: byteCount)
        else { throw Self.overflowed(id) }
        try space.free(rightReference)
        path[depth - 1].index = left
        let count = entries.reduce(0) { $0 &+ $1.count }
        let merged = ChildEntry(key: key, reference: joined, count: count)
        try replace(depth: depth, with: [merged], following: 1, atRightEdge: false)
    }
}
