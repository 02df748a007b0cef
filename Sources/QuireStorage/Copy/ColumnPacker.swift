// Trees of column leaves, written anew with full leaves.

/// Takes the leaves of a tree in order and appends as few leaves as hold their slots, under the newest
/// layout.
struct ColumnPacker {
    private let target: SequentialFile
    private let tree: TreeID
    private let layout: LeafLayout
    /// For the elements of a list: the row that owns it, and the column.
    private let list: (owner: UInt64, column: UInt16)?
    /// Called with each new leaf before it is appended: brings what its cells refer to.
    private let complete: (Node) throws(StorageError) -> Void
    private let log2Pages: Int
    private var inner: InnerWriter<IntegerInner>
    private var builder: LeafBuilder
    /// The leaves that the builder's slots come from.
    private var sources: [ZeroedBuffer] = []
    private var lastRow: UInt64 = 0
    private let scratch: ZeroedBuffer

    init(
        _ target: SequentialFile, tree: TreeID, layout: LeafLayout, list: (owner: UInt64, column: UInt16)? = nil,
        complete: @escaping (Node) throws(StorageError) -> Void
    ) {
        self.target = target
        self.tree = tree
        self.layout = layout
        self.list = list
        self.complete = complete
        log2Pages = list == nil ? layout.log2Pages(pageSize: target.pageSize) : 0
        inner = InnerWriter(target, tree: tree)
        let byteCount = target.pageSize << log2Pages
        builder = LeafBuilder(layout: layout, byteCount: byteCount, isPositions: list != nil)
        scratch = ZeroedBuffer(byteCount: byteCount)
    }

    /// Takes over a copy of the next leaf; `page` is where it came from.
    mutating func append(_ leaf: ZeroedBuffer, _ page: PageNumber) throws(StorageError) {
        let node = leaf.node
        guard (ColumnLeaf.form(node) == .positions) == (list != nil) else {
            throw .damaged(page, "it is a leaf of \(list == nil ? "a list" : "rows") in the wrong tree")
        }
        guard node.layout == layout.number ? layout.matches(node) : layout.covers(node) else {
            throw .damaged(page, "its columns are not those of its class")
        }
        if list == nil { try checkOrder(node, page) }
        if node.layout != layout.number || node.pageCount != 1 << log2Pages {
            var own = LeafBuilder(layout: layout, byteCount: builder.byteCount, isPositions: list != nil)
            own.append(node)
            if !own.eachFits() {
                // It has a row that fills a leaf with no room for the columns that came later, or that got a larger
                // leaf for them: it stays as it is.
                try flush()
                return try write(node, pageCount: node.pageCount, firstRow: own.sources[0].row, own.sources.count)
            }
        }
        builder.append(node)
        sources.append(leaf)
        while builder.plan(0..<builder.sources.count, reserve: 0, heapPerRow: 0) == nil {
            let end = builder.fittingEnd(of: 0..<builder.sources.count)
            guard builder.plan(0..<end, reserve: 0, heapPerRow: 0) != nil else {
                throw .damaged(page, "it has a row that is larger than a leaf")
            }
            try writeFirst(end)
        }
    }

    /// Rows ascend from leaf to leaf; inside a leaf the check of its page saw to that.
    private mutating func checkOrder(_ leaf: Node, _ page: PageNumber) throws(StorageError) {
        let first = ColumnLeaf.nextLive(leaf, from: 0)
        guard first < leaf.count else { return }
        guard ColumnLeaf.row(leaf, first) > lastRow else {
            throw .damaged(page, "its rows come before those of the leaf before it")
        }
        lastRow = ColumnLeaf.row(leaf, ColumnLeaf.lastLive(leaf))
    }

    /// Writes what is left; gives the root of the new tree.
    mutating func finish() throws(StorageError) -> TreeRoot {
        try flush()
        return try inner.finish()
    }

    private mutating func flush() throws(StorageError) {
        if !builder.sources.isEmpty { try writeFirst(builder.sources.count) }
    }

    /// Writes the first slots into a leaf, which holds them.
    private mutating func writeFirst(_ count: Int) throws(StorageError) {
        let range = 0..<count
        guard let plan = builder.plan(range, reserve: 0, heapPerRow: 0) else {
            preconditionFailure("a leaf is written once its slots fit")
        }
        let node = scratch.node
        node.initializeHeader(kind: .columnLeaf, level: 0, log2Pages: log2Pages, tree: tree)
        builder.write(range, into: node, form: plan.form, capacity: plan.capacity)
        if let list {
            node.owner = list.owner
            node.ownerColumn = list.column
        }
        try write(node, pageCount: 1 << log2Pages, firstRow: builder.sources[0].row, count)
        builder.removeFirst(count)
        while let first = sources.first, builder.sources.first?.node != first.node { sources.removeFirst() }
    }

    private mutating func write(
        _ node: Node, pageCount: Int, firstRow: UInt64, _ count: Int
    ) throws(StorageError) {
        try complete(node)
        let reference = try target.append(node, pageCount: pageCount)
        try inner.append(ChildEntry(key: IntegerKey(firstRow), reference: reference, count: UInt64(count)))
    }
}
