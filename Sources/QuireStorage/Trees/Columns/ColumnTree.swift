// A tree of column leaves: the rows of a class by row id, or the elements of a long list by position.

/// Reaches leaves by row (`ColumnTree+Rows`) or by position (`ColumnTree+Positions`), writes cells (`ColumnTree+Cells`), and
/// divides and joins leaves here.
package struct ColumnTree {
    var tree: BTree<IntegerInner>
    package var layout: LeafLayout {
        didSet {
            // It was found as the layout before shows it.
            cachedLeaf = nil
            forgetUpgrades()
            log2Pages = isPositions ? 0 : layout.log2Pages(pageSize: space.pageSize)
        }
    }
    let isPositions: Bool
    /// Of most leaves under the newest layout. A row that fitted its leaf under an older one may need a larger one, and
    /// leaves under older layouts may be smaller.
    private(set) var log2Pages: Int
    /// For a list: the row and the column that it belongs to, which stand in its leaves.
    let owner: UInt64
    let ownerColumn: UInt16
    /// Bytes of heap that a row took in the leaf that filled up last: how a new leaf is divided.
    var heapPerRow: Int

    /// The leaf that `find` reached last, while the stamp has not moved.
    var cachedLeaf: Node?
    var cachedStamp: UInt64 = 0
    /// The stamp at which the cached leaf was found writable.
    var writableStamp: UInt64 = 0
    /// The stamp at which `tree.path` led to the cached leaf, writable and the last one.
    var edgeStamp: UInt64 = 0
    /// Leaves under older layouts as the newest layout shows them, by reference.
    private var upgrades: [NodeReference: Node] = [:]
    private static let upgradeLimit = 64

    package init(
        space: PageSpace, id: TreeID, root: TreeRoot, layout: LeafLayout, isPositions: Bool = false, owner: UInt64 = 0,
        ownerColumn: Int = 0
    ) {
        tree = BTree(space: space, id: id, root: root, leafKind: .columnLeaf)
        self.layout = layout
        self.isPositions = isPositions
        log2Pages = isPositions ? 0 : layout.log2Pages(pageSize: space.pageSize)
        self.owner = owner
        self.ownerColumn = UInt16(truncatingIfNeeded: ownerColumn)
        heapPerRow = 8 * layout.cellColumns.count
    }

    package var root: TreeRoot {
        get { tree.root }
        set {
            tree.root = newValue
            cachedLeaf = nil
            forgetUpgrades()
        }
    }

    var space: PageSpace { tree.space }
    package var id: TreeID { tree.id }
    package var count: Int { Int(tree.root.count) }
    /// The size of leaves that are written anew, unless a row needs more.
    var leafByteCount: Int { space.pageSize << log2Pages }

    // MARK: Older layouts

    /// The leaf, or a copy of it under the newest layout: nobody above meets an old one.
    @inline(__always)
    mutating func current(_ leaf: Node) throws(StorageError) -> Node {
        // Every descent comes by here, and takes the path away from where it led.
        edgeStamp = 0
        guard (ColumnLeaf.form(leaf) == .positions) == isPositions else {
            throw .damaged(tree.leaf.page, "it is a leaf of \(isPositions ? "rows" : "a list") in the wrong tree")
        }
        guard leaf.layout == layout.number else { return try upgraded(leaf) }
        guard layout.matches(leaf) else { throw .damaged(tree.leaf.page, "its columns are not those of its class") }
        return leaf
    }

    private mutating func upgraded(_ leaf: Node) throws(StorageError) -> Node {
        if let known = upgrades[tree.leaf] { return known }
        try requireOlderLayout(leaf)
        if upgrades.count >= Self.upgradeLimit { forgetUpgrades() }
        var builder = LeafBuilder(
            layout: layout, byteCount: space.byteCount(of: leaf), isPositions: isPositions, sharesDefaults: true)
        builder.append(leaf)
        let all = 0..<builder.sources.count
        // The columns that it lacks may not fit beside the others: this copy is never written, so it may be larger.
        while true {
            if let plan = builder.plan(all, reserve: 0, heapPerRow: 0) {
                let node = Node.allocate(byteCount: builder.byteCount)
                node.copy(from: leaf, at: 0, to: 0, byteCount: NodeHeader.byteCount)
                builder.write(all, into: node, form: plan.form, capacity: plan.capacity)
                upgrades[tree.leaf] = node
                return node
            }
            // More slots than a leaf may have, or rows too far apart, fit at no size.
            guard builder.byteCount < 1 << 24 else {
                throw .damaged(tree.leaf.page, "it has more rows than a leaf can")
            }
            builder.double()
        }
    }

    /// Throws unless a leaf under an older layout has columns of the class: its header alone is no proof.
    private func requireOlderLayout(_ leaf: Node) throws(StorageError) {
        guard layout.covers(leaf) else { throw .damaged(tree.leaf.page, "its columns are not those of its class") }
    }

    /// True if the leaf may stand in this tree: what `current` asks of the leaf of a descent, for its neighbour.
    private func isOwn(_ leaf: Node) -> Bool {
        (ColumnLeaf.form(leaf) == .positions) == isPositions
            && (leaf.layout == layout.number ? layout.matches(leaf) : layout.covers(leaf))
    }

    /// Frees the copies; whoever has the address of one cached must not use it any more.
    private mutating func forgetUpgrades() {
        guard !upgrades.isEmpty else { return }
        space.moveStamp()
        for node in upgrades.values { node.deallocate() }
        upgrades.removeAll()
    }

    /// Frees memory that is not a node of the tree. Called before the tree is dropped.
    package mutating func close() { forgetUpgrades() }

    // MARK: Dividing and joining

    /// The leaf of the last descent, writable and under the newest layout; nil if bringing it there moved its slots, so that
    /// the caller must descend again.
    mutating func writableLeaf() throws(StorageError) -> Node? {
        let leaf = try tree.writableLeaf()
        guard leaf.layout != layout.number else { return leaf }
        try requireOlderLayout(leaf)
        try rewrite(try makeBuilder(leaf), reserve: 0)
        return nil
    }

    private func makeBuilder() -> LeafBuilder {
        LeafBuilder(layout: layout, byteCount: leafByteCount, isPositions: isPositions)
    }

    /// With the slots of a leaf that is to be written anew. A row may have filled its leaf before the class got more
    /// columns: then the new leaves are larger than others.
    func makeBuilder(_ leaf: Node) throws(StorageError) -> LeafBuilder {
        var builder = makeBuilder()
        builder.append(leaf)
        if leaf.layout == layout.number, space.byteCount(of: leaf) == leafByteCount { return builder }
        while !builder.eachFits() { try grow(&builder) }
        return builder
    }

    /// Has a builder plan for leaves of twice the size.
    func grow(_ builder: inout LeafBuilder) throws(StorageError) {
        guard builder.byteCount < FileLayout.largestLeafByteCount else {
            throw StorageError(
                .valueOutOfRange,
                "The columns of one row, defaults and short lists among them, take more than "
                    + "\(FileLayout.largestLeafByteCount) bytes together: use fewer of them in one class.")
        }
        builder.double()
    }

    /// Writes what the builder holds over the current leaf (writable), with new leaves beside it if one does not suffice, and
    /// tells the tree. The path is invalid afterwards.
    mutating func rewrite(_ builder: LeafBuilder, reserve: Int) throws(StorageError) {
        let old = tree.leaf
        guard !builder.sources.isEmpty else {
            try tree.replaceLeaf(with: [])
            return try space.free(old)
        }
        var ranges: [Range<Int>] = []
        try divide(builder, 0..<builder.sources.count, reserve: reserve, into: &ranges)
        // All new leaves are written before the old one, which is their source.
        var entries: [ChildEntry<IntegerKey>] = []
        for range in ranges.dropFirst() {
            entries.append(entry(builder, range, try fillNewLeaf(builder, range, reserve: 0)))
        }
        let reserve = ranges.count == 1 ? reserve : 0
        let oldNode = try space.node(old)
        guard space.byteCount(of: oldNode) == builder.byteCount else {
            entries.insert(entry(builder, ranges[0], try fillNewLeaf(builder, ranges[0], reserve: reserve)), at: 0)
            space.moveStamp()
            try tree.replaceLeaf(with: entries)
            return try space.free(old)
        }
        let scratch = Node.allocate(byteCount: builder.byteCount)
        defer { scratch.deallocate() }
        scratch.copy(from: oldNode, at: 0, to: 0, byteCount: NodeHeader.byteCount)
        fill(scratch, builder, ranges[0], reserve: reserve)
        oldNode.copy(from: scratch, at: 0, to: 0, byteCount: builder.byteCount)
        entries.insert(entry(builder, ranges[0], old), at: 0)
        space.moveStamp()
        try tree.replaceLeaf(with: entries)
    }

    private func fillNewLeaf(
        _ builder: LeafBuilder, _ range: Range<Int>, reserve: Int
    ) throws(StorageError) -> NodeReference {
        let reference = newLeaf(for: builder)
        fill(try space.node(reference), builder, range, reserve: reserve)
        return reference
    }

    /// An empty leaf of the size that a builder plans for.
    func newLeaf(for builder: LeafBuilder) -> NodeReference {
        let log2Pages = (builder.byteCount / space.pageSize).trailingZeroBitCount
        return space.allocate(.columnLeaf, level: 0, log2Pages: log2Pages, tree: id)
    }

    private func fill(_ node: Node, _ builder: LeafBuilder, _ range: Range<Int>, reserve: Int) {
        guard
            let plan = builder.plan(range, reserve: reserve, heapPerRow: heapPerRow)
                ?? builder.plan(range, reserve: reserve, heapPerRow: 0)
        else { preconditionFailure("a leaf was divided until its parts fit") }
        builder.write(range, into: node, form: plan.form, capacity: plan.capacity)
        if isPositions {
            node.owner = owner
            node.ownerColumn = ownerColumn
        }
    }

    private func entry(
        _ builder: LeafBuilder, _ range: Range<Int>, _ reference: NodeReference
    ) -> ChildEntry<IntegerKey> {
        ChildEntry(
            key: IntegerKey(isPositions ? 0 : builder.sources[range.lowerBound].row), reference: reference,
            count: UInt64(range.count))
    }

    /// Halves a range until each part fits into a leaf.
    private func divide(
        _ builder: LeafBuilder, _ range: Range<Int>, reserve: Int, into ranges: inout [Range<Int>]
    ) throws(StorageError) {
        var stack = [range]
        while let next = stack.popLast() {
            if builder.plan(next, reserve: range == next ? reserve : 0, heapPerRow: 0) != nil {
                ranges.append(next)
                continue
            }
            guard next.count > 1 else {
                throw StorageError(
                    .fail, "A row of tree \(id.rawValue) does not fit into a leaf; please report this defect.")
            }
            let middle = next.lowerBound + next.count / 2
            stack.append(middle..<next.upperBound)
            stack.append(next.lowerBound..<middle)
        }
    }

    /// Frees an empty leaf; joins one that is mostly empty with a neighbour if both fit well into one.
    mutating func joinIfUnderfull(_ leaf: Node) throws(StorageError) {
        let live = ColumnLeaf.liveCount(leaf)
        if live == 0 {
            let reference = tree.leaf
            try tree.replaceLeaf(with: [])
            return try space.free(reference)
        }
        guard usedByteCount(leaf) < leafByteCount / 3, let candidates = try tree.joinCandidates() else { return }
        let left = candidates.leftNode
        let right = candidates.rightNode
        for (node, reference) in [(left, candidates.left), (right, candidates.right)] where !isOwn(node) {
            throw .damaged(reference.page, "its columns are not those of its class")
        }
        guard usedByteCount(left) + usedByteCount(right) < leafByteCount - leafByteCount / 8 else { return }
        var builder = makeBuilder()
        builder.append(left)
        builder.append(right)
        guard builder.isAscending else {
            throw .damaged(candidates.right.page, "its rows come before those of the leaf before it")
        }
        let all = 0..<builder.sources.count
        guard let plan = builder.plan(all, reserve: leafByteCount / 16, heapPerRow: heapPerRow) else { return }
        let joined = space.allocate(.columnLeaf, level: 0, log2Pages: log2Pages, tree: id)
        let node = try space.node(joined)
        builder.write(all, into: node, form: plan.form, capacity: plan.capacity)
        if isPositions {
            node.owner = owner
            node.ownerColumn = ownerColumn
        }
        let entry = ChildEntry(key: IntegerKey(0), reference: joined, count: UInt64(all.count))
        try tree.replaceLeaves(candidates, with: [entry])
        try space.free(candidates.left)
        try space.free(candidates.right)
    }

    /// Bytes that the live slots use.
    private func usedByteCount(_ leaf: Node) -> Int {
        let heap = space.byteCount(of: leaf) - ColumnLeaf.heapStart(leaf) - Int(leaf.u32(ColumnLeaf.heapGarbageOffset))
        return ColumnLeaf.liveCount(leaf) * layout.sixteenthsPerRow(ColumnLeaf.form(leaf)) / 16 + heap
    }

    /// Frees every node; `visitLeaf` sees each leaf before it goes.
    package mutating func freeAll(
        _ visitLeaf: (Node) throws(StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        cachedLeaf = nil
        try tree.freeAll(visitLeaf)
    }
}
