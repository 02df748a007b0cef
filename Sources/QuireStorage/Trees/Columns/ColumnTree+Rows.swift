// Rows by row id.

extension ColumnTree {
    /// The leaf and the slot of a row, to read; nil if there is none. Row ids are dense, so the leaf of the last call usually
    /// holds the next one too.
    @inline(__always)
    package mutating func find(_ row: UInt64) throws(StorageError) -> (leaf: Node, slot: Int)? {
        if let leaf = cachedLeaf, space.stamp == cachedStamp, let slot = ColumnLeaf.slot(leaf, of: row) {
            return (leaf, slot)
        }
        return try findByDescent(row)
    }

    private mutating func findByDescent(_ row: UInt64) throws(StorageError) -> (leaf: Node, slot: Int)? {
        guard !tree.isEmpty else { return nil }
        let leaf = try current(try descend(to: row))
        guard let slot = ColumnLeaf.slot(leaf, of: row) else { return nil }
        remember(leaf, isWritable: false)
        return (leaf, slot)
    }

    /// Caches the leaf until the stamp moves.
    @inline(__always)
    private mutating func remember(_ leaf: Node, isWritable: Bool) {
        cachedLeaf = leaf
        cachedStamp = space.stamp
        writableStamp = isWritable ? cachedStamp : 0
        edgeStamp = 0
    }

    @inline(__always)
    mutating func descend(to row: UInt64) throws(StorageError) -> Node {
        let key = IntegerKey(row)
        return try tree.descend { node, byteCount in IntegerInner.search(node, key, byteCount: byteCount) }
    }

    /// The leaf and the slot of a row, to change.
    @inline(__always)
    package mutating func findForChange(_ row: UInt64) throws(StorageError) -> (leaf: Node, slot: Int)? {
        if let leaf = cachedLeaf, space.stamp == writableStamp, let slot = ColumnLeaf.slot(leaf, of: row) {
            return (leaf, slot)
        }
        return try findForChangeByDescent(row)
    }

    /// As `findForChange`, and `tree.path` leads there: for changes of the tree's shape.
    mutating func findForChangeByDescent(_ row: UInt64) throws(StorageError) -> (leaf: Node, slot: Int)? {
        guard !tree.isEmpty else { return nil }
        while true {
            let leaf = try current(try descend(to: row))
            guard ColumnLeaf.slot(leaf, of: row) != nil else { return nil }
            guard let writable = try writableLeaf() else { continue }
            guard let slot = ColumnLeaf.slot(writable, of: row) else { return nil }
            remember(writable, isWritable: true)
            return (writable, slot)
        }
    }

    /// Makes a slot of zeros and nils for a row that is not there; throws if it is, as a file may have it that says
    /// wrongly which row comes next.
    package mutating func insert(_ row: UInt64) throws(StorageError) -> (leaf: Node, slot: Int) {
        guard !tree.isEmpty else { return try plant(row) }
        if let leaf = cachedLeaf, space.stamp == edgeStamp, let slot = ColumnLeaf.insertRow(leaf, row) {
            try tree.leafChanged(countBy: 1)
            return (leaf, slot)
        }
        while true {
            _ = try current(try descend(to: row))
            guard let leaf = try writableLeaf() else { continue }
            if let slot = ColumnLeaf.insertRow(leaf, row) {
                // A slot of a sparse leaf moves those behind it.
                let isLast = slot == leaf.count - 1
                if !isLast, ColumnLeaf.isSparse(leaf) { space.moveStamp() }
                try tree.leafChanged(countBy: 1)
                remember(leaf, isWritable: true)
                if isLast, !ColumnLeaf.isSparse(leaf), try tree.isAtRightEdge() { edgeStamp = cachedStamp }
                return (leaf, slot)
            }
            return try insertByRewriting(leaf, row)
        }
    }

    private mutating func insertByRewriting(
        _ leaf: Node, _ row: UInt64
    ) throws(StorageError) -> (leaf: Node, slot: Int) {
        guard ColumnLeaf.slot(leaf, of: row) == nil else {
            throw .damaged(PageNumber(leaf.u32(NodeHeader.page)), "it has row \(row), which was not given out yet")
        }
        let isBehind = row > ColumnLeaf.row(leaf, ColumnLeaf.lastLive(leaf))
        let isLast = isBehind ? try tree.isAtRightEdge() : false
        var builder = try makeBuilder(leaf)
        _ = builder.insertNew(row: row)
        let all = 0..<builder.sources.count
        heapPerRow = builder.heapByteCount(all) / max(all.count - 1, 1)
        let plan = builder.plan(all, reserve: 0, heapPerRow: heapPerRow)
        // A rebuild that leaves room for hardly a row would come again with the next one: better a new leaf now.
        let isWorthwhile = plan.map { $0.form == .sparse || $0.capacity >= all.count + all.count / 64 } ?? false
        if isLast, !isWorthwhile {
            let reference = try newLeaf(row)
            let entry = ChildEntry(key: IntegerKey(row), reference: reference, count: 1)
            let old = ChildEntry(
                key: IntegerKey(0), reference: tree.leaf, count: UInt64(ColumnLeaf.liveCount(leaf)))
            try tree.replaceLeaf(with: [old, entry], atRightEdge: true)
            return (try space.node(reference), 0)
        }
        try rewrite(builder, reserve: 0)
        let target = try descend(to: row)
        guard let slot = ColumnLeaf.slot(target, of: row) else {
            throw StorageError(.fail, "Row \(row) was lost while its leaf was divided; please report this defect.")
        }
        return (target, slot)
    }

    private mutating func plant(_ row: UInt64) throws(StorageError) -> (leaf: Node, slot: Int) {
        let reference = try newLeaf(row)
        tree.plantRoot(reference, count: 1)
        return (try space.node(reference), 0)
    }

    /// A leaf with one row.
    private func newLeaf(_ row: UInt64) throws(StorageError) -> NodeReference {
        let reference = space.allocate(.columnLeaf, level: 0, log2Pages: log2Pages, tree: id)
        let node = try space.node(reference)
        guard
            let capacity = layout.capacity(
                rows: 1, heap: 0, heapPerRow: heapPerRow, form: .dense, byteCount: leafByteCount)
        else {
            throw StorageError(.fail, "A row of tree \(id.rawValue) is wider than a leaf; please report this defect.")
        }
        layout.initialize(node, capacity: capacity, form: .dense, byteCount: leafByteCount)
        guard ColumnLeaf.insertRow(node, row) == 0 else { preconditionFailure("an empty leaf takes its first row") }
        return reference
    }

    /// Takes a row away; false if there was none. What its cells refer to is the caller's to free first.
    package mutating func remove(_ row: UInt64) throws(StorageError) -> Bool {
        guard let (leaf, slot) = try findForChangeByDescent(row) else { return false }
        // Slots of a sparse leaf close the gap; those of a dense one stay.
        space.moveStamp()
        ColumnLeaf.removeRow(leaf, slot)
        try tree.leafChanged(countBy: -1)
        try joinIfUnderfull(leaf)
        return true
    }

    // MARK: Order

    /// The first row that is not below `row`, or nil.
    package mutating func first(from row: UInt64) throws(StorageError) -> UInt64? {
        if let leaf = cachedLeaf, space.stamp == cachedStamp, row >= leaf.owner {
            let slot = lowerBound(leaf, row)
            if slot < leaf.count { return ColumnLeaf.row(leaf, slot) }
        }
        guard !tree.isEmpty else { return nil }
        var leaf = try current(try descend(to: row))
        var slot = lowerBound(leaf, row)
        if slot >= leaf.count {
            guard let next = try tree.neighbour(forward: true) else { return nil }
            leaf = try current(next)
            slot = ColumnLeaf.nextLive(leaf, from: 0)
        }
        remember(leaf, isWritable: false)
        guard slot < leaf.count else { return nil }
        let found = ColumnLeaf.row(leaf, slot)
        // Walks go on from what they get: a row that is not ahead of them would make them walk for ever.
        guard found >= row else { throw .damaged(tree.leaf.page, "its rows come before those of the leaf before it") }
        return found
    }

    private func lowerBound(_ leaf: Node, _ row: UInt64) -> Int {
        guard row > leaf.owner else { return ColumnLeaf.nextLive(leaf, from: 0) }
        let difference = row - leaf.owner
        if ColumnLeaf.isSparse(leaf) { return ColumnLeaf.sparseLowerBound(leaf, difference) }
        return difference >= UInt64(leaf.count) ? leaf.count : ColumnLeaf.nextLive(leaf, from: Int(difference))
    }

    /// The last row, or nil.
    package mutating func last() throws(StorageError) -> UInt64? {
        guard !tree.isEmpty else { return nil }
        let leaf = try current(try tree.descend { node, _ in node.count - 1 })
        return ColumnLeaf.liveCount(leaf) > 0 ? ColumnLeaf.row(leaf, ColumnLeaf.lastLive(leaf)) : nil
    }

    /// The row at a position in row order; nil outside.
    package mutating func row(at rank: Int) throws(StorageError) -> UInt64? {
        guard rank >= 0, rank < count else { return nil }
        let (leaf, slot) = try locate(rank: rank)
        return ColumnLeaf.row(leaf, slot)
    }

    /// The position of a row; nil if there is no such row.
    package mutating func rank(of row: UInt64) throws(StorageError) -> Int? {
        guard !tree.isEmpty else { return nil }
        let key = IntegerKey(row)
        var before: UInt64 = 0
        let leaf = try current(
            try tree.descend { node, byteCount in
                let index = IntegerInner.search(node, key, byteCount: byteCount)
                for left in 0..<index { before &+= IntegerInner.count(node, left, byteCount: byteCount) }
                return index
            })
        guard let slot = ColumnLeaf.slot(leaf, of: row) else { return nil }
        return Int(clamping: before &+ UInt64(ColumnLeaf.rank(leaf, of: slot)))
    }

    /// The leaf and slot at a rank, which must be below `count`.
    mutating func locate(rank: Int) throws(StorageError) -> (leaf: Node, slot: Int) {
        var rest = UInt64(rank)
        let leaf = try current(
            try tree.descend { node, byteCount in IntegerInner.search(node, rank: &rest, byteCount: byteCount) })
        guard rest < UInt64(ColumnLeaf.liveCount(leaf)) else {
            throw .damaged(tree.leaf.page, "the counts above it promise more rows than it has")
        }
        return (leaf, ColumnLeaf.slot(leaf, atRank: Int(rest)))
    }

    /// Calls `body` for each leaf, under the newest layout, in row order.
    package mutating func forEachLeaf(_ body: (Node) throws(StorageError) -> Bool) throws(StorageError) {
        guard !tree.isEmpty else { return }
        var leaf = try current(try tree.descend { _, _ in 0 })
        while try body(leaf) {
            guard let next = try tree.neighbour(forward: true) else { return }
            leaf = try current(next)
        }
    }
}
