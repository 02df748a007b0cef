// Leaves that change their form, split, or join.

extension KeysTree {
    /// Writes the leaf of the last descent anew with an entry in the place of a range (of no or one entry): in another
    /// form, or as several leaves.
    mutating func rewriteLeaf(
        _ node: Node, replacing range: Range<Int>, _ key: ByteView, _ value: UInt64, isLast: Bool, isRun: Bool = false
    ) throws(StorageError) {
        let pageSize = tree.space.pageSize
        try checkCount(node.count)
        scratch.leaf.copy(from: node, at: 0, to: 0, byteCount: pageSize)
        let old = KeysLeaf(scratch.leaf, byteCount: pageSize)
        var run = KeysRun(byteCount: pageSize)
        run.append(old, 0..<range.lowerBound)
        run.append(key, value)
        run.append(old, range.upperBound..<old.count)
        if let shape = run.shape(of: 0..<run.count) {
            run.write(0..<run.count, shape, to: node, buffer: scratch.key)
            return try tree.leafChanged(countBy: run.count - old.count)
        }
        let current = tree.leaf
        var pieces = pieces(of: run, newEntry: range.lowerBound, isNew: range.isEmpty, isLast: isLast)
        if isRun, !isLast, let atNewEntry = piecesOfRun(run, range.lowerBound) { pieces = atNewEntry }
        var entries: [ChildEntry<[UInt8]>] = []
        for (number, piece) in pieces.enumerated() {
            let reference = number == 0 ? current : try newLeaf(run, piece, old: range.upperBound == 0 ? old : nil)
            entries.append(
                ChildEntry(
                    key: number == 0 ? [] : run.separator(before: piece.lowerBound), reference: reference,
                    count: UInt64(piece.count)))
        }
        if isRun, entries.count == 2 {
            scratch.lastLeaf = entries[1].reference
            scratch.lastIndex = 0
        }
        // A split at the right edge leaves the old leaf as it is.
        if pieces[0] != 0..<old.count || range.lowerBound < old.count { try write(run, pieces[0], to: node) }
        try tree.replaceLeaf(with: entries, atRightEdge: isLast)
    }

    /// How a run that does not fit into one leaf is cut.
    private func pieces(of run: KeysRun, newEntry: Int, isNew: Bool, isLast: Bool) -> [Range<Int>] {
        let end = run.count
        if isLast { return [0..<end - 1, end - 1..<end] }
        let pieces = run.pieces()
        guard pieces.count > 2, isNew else { return pieces }
        // One key of another kind would spoil the form of all others: it gets a leaf of its own, if it stands at an
        // end.
        if newEntry == 0 { return [0..<1, 1..<end] }
        if newEntry == end - 1 { return [0..<end - 1, end - 1..<end] }
        return pieces
    }

    /// Keys that arrive in ascending order between others: a cut before the newest leaves a full leaf behind, where even
    /// halves would stay half empty for good.
    private func piecesOfRun(_ run: KeysRun, _ newEntry: Int) -> [Range<Int>]? {
        let pieces = [0..<newEntry, newEntry..<run.count]
        guard newEntry > 0, pieces.allSatisfy({ run.shape(of: $0) != nil }) else { return nil }
        return pieces
    }

    /// A new leaf with some entries of a run. `old` is the leaf whose entries, all and in order, follow the first one of
    /// the run, if it is so: then its bytes are copied as they are.
    func newLeaf(_ run: KeysRun, _ range: Range<Int>, old: KeysLeaf?) throws(StorageError) -> NodeReference {
        let reference = tree.space.allocate(.keysLeaf, level: 0, log2Pages: 0, tree: tree.id)
        let node = try tree.space.node(reference)
        if let old, range == 1..<run.count {
            let start = NodeHeader.flags
            node.copy(from: old.node, at: start, to: start, byteCount: tree.space.pageSize - start)
        } else {
            try write(run, range, to: node)
        }
        return reference
    }

    private func write(_ run: KeysRun, _ range: Range<Int>, to node: Node) throws(StorageError) {
        guard let shape = run.shape(of: range) else {
            throw StorageError(.fail, "A leaf of tree \(tree.id.rawValue) overflowed; please report this defect.")
        }
        run.write(range, shape, to: node, buffer: scratch.key)
    }

    /// Joins the leaf of the last descent, which is underfull, with a neighbour, if both fit into one.
    mutating func joinLeaf() throws(StorageError) {
        guard let candidates = try tree.joinCandidates() else { return }
        let space = tree.space
        let pageSize = space.pageSize
        let left = KeysLeaf(candidates.leftNode, byteCount: pageSize)
        let right = KeysLeaf(candidates.rightNode, byteCount: pageSize)
        // Cheap, and nearly always right.
        let both = left.usedByteCount + right.usedByteCount - KeysBlock.prefixStart(pageSize)
        guard both <= pageSize, left.count > 0, right.count > 0 else { return }
        guard candidates.leftCount == UInt64(left.count), candidates.rightCount == UInt64(right.count) else { return }
        let length = right.block.load(0, into: scratch.key.node)
        guard left.block.isAboveLast(scratch.key.node.bytes(at: 0, count: length)) else {
            throw .damaged(candidates.right.page, "its keys come before those of the leaf before it")
        }
        scratch.leaf.copy(from: left.node, at: 0, to: 0, byteCount: pageSize)
        var run = KeysRun(byteCount: pageSize)
        run.append(KeysLeaf(scratch.leaf, byteCount: pageSize), 0..<left.count)
        run.append(right, 0..<right.count)
        guard let shape = run.shape(of: 0..<run.count) else { return }
        let joined = try space.writable(candidates.left)
        run.write(0..<run.count, shape, to: try space.node(joined), buffer: scratch.key)
        let entry = ChildEntry<[UInt8]>(key: [], reference: joined, count: UInt64(run.count))
        try tree.replaceLeaves(candidates, with: [entry])
        try space.free(candidates.right)
    }
}
