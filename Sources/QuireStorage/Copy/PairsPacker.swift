// Trees of pairs, written anew with full leaves.

/// Takes the leaves of a tree in order and appends as few leaves as hold their pairs.
struct PairsPacker {
    private let target: SequentialFile
    private let tree: TreeID
    private var inner: InnerWriter<IntegerInner>
    private var pairs: [IntegerKey] = []
    private let scratch: ZeroedBuffer

    init(_ target: SequentialFile, tree: TreeID) {
        self.target = target
        self.tree = tree
        inner = InnerWriter(target, tree: tree)
        scratch = ZeroedBuffer(byteCount: target.pageSize)
    }

    private func capacity(isWide: Bool) -> Int { PairsLeaf.capacity(isWide: isWide, target.pageSize) }

    /// Takes over the next leaf; `page` is where it came from.
    mutating func append(_ leaf: ZeroedBuffer, _ page: PageNumber) throws(StorageError) {
        for index in 0..<leaf.node.count {
            let pair = PairsLeaf.pair(leaf.node, index)
            if let last = pairs.last, pair < last { throw .damaged(page, "its pairs come before those before it") }
            pairs.append(pair)
        }
        // One pair stays, to be compared with what comes.
        while pairs.count > capacity(isWide: false) { try writeLeaf() }
    }

    /// Writes what is left; gives the root of the new tree.
    mutating func finish() throws(StorageError) -> TreeRoot {
        while !pairs.isEmpty { try writeLeaf() }
        return try inner.finish()
    }

    private mutating func writeLeaf() throws(StorageError) {
        let piece = pairs[..<fittingEnd()]
        let node = scratch.node
        node.initializeHeader(kind: .pairsLeaf, level: 0, log2Pages: 0, tree: tree)
        PairsLeaf.write(node, piece, byteCount: target.pageSize)
        let reference = try target.append(node, pageCount: 1)
        try inner.append(ChildEntry(key: piece[0], reference: reference, count: UInt64(piece.count)))
        pairs.removeSubrange(..<piece.endIndex)
    }

    /// The most pairs that fit: those of a narrow leaf if their span allows it.
    private func fittingEnd() -> Int {
        func fits(_ count: Int) -> Bool { count <= capacity(isWide: PairsLeaf.form(pairs[..<count]).isWide) }
        var high = min(pairs.count, capacity(isWide: false))
        if fits(high) { return high }
        var low = capacity(isWide: true)
        while low < high - 1 {
            let middle = (low + high) / 2
            if fits(middle) { low = middle } else { high = middle }
        }
        return low
    }
}
