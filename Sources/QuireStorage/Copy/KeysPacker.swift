// Trees of keys, written anew with full leaves.

/// Takes the leaves of a tree in order and appends as few leaves as hold their keys.
struct KeysPacker {
    private let target: SequentialFile
    private let tree: TreeID
    private var inner: InnerWriter<BytesInner>
    /// Leaves of which some entries are still to be written, and the first of these.
    private var sources: [(leaf: ZeroedBuffer, first: Int)] = []
    /// What separates the next leaf from the one before it.
    private var separator: [UInt8] = []
    private var lastKey: [UInt8]?
    private let scratch: ZeroedBuffer
    private let key: KeyBuffer

    init(_ target: SequentialFile, tree: TreeID) {
        self.target = target
        self.tree = tree
        inner = InnerWriter(target, tree: tree)
        scratch = ZeroedBuffer(byteCount: target.pageSize)
        key = KeyBuffer(pageSize: target.pageSize)
    }

    /// Takes over a copy of the next leaf; `page` is where it came from.
    mutating func append(_ leaf: ZeroedBuffer, _ page: PageNumber) throws(StorageError) {
        let block = view(leaf).block
        if let lastKey, !lastKey.lexicographicallyPrecedes(block.key(0)) {
            throw .damaged(page, "its keys come before those of the leaf before it")
        }
        lastKey = block.key(block.count - 1)
        sources.append((leaf, 0))
        while true {
            let run = run()
            guard run.shape(of: 0..<run.count) == nil else { return }
            try write(run, fittingEnd(run))
        }
    }

    /// Writes what is left; gives the root of the new tree.
    mutating func finish() throws(StorageError) -> TreeRoot {
        let run = run()
        if run.count > 0 { try write(run, run.count) }
        return try inner.finish()
    }

    private func view(_ leaf: ZeroedBuffer) -> KeysLeaf { KeysLeaf(leaf.node, byteCount: target.pageSize) }

    private func run() -> KeysRun {
        var run = KeysRun(byteCount: target.pageSize)
        for source in sources { run.append(view(source.leaf), source.first..<source.leaf.node.count) }
        return run
    }

    /// The most entries that fit; all of them do not, and one always does.
    private func fittingEnd(_ run: KeysRun) -> Int {
        var low = 1
        var high = run.count
        while low < high - 1 {
            let middle = (low + high) / 2
            if run.shape(of: 0..<middle) != nil { low = middle } else { high = middle }
        }
        return low
    }

    private mutating func write(_ run: KeysRun, _ end: Int) throws(StorageError) {
        guard let shape = run.shape(of: 0..<end) else {
            throw StorageError(.fail, "A leaf of tree \(tree.rawValue) overflowed; please report this defect.")
        }
        let node = scratch.node
        node.clear(at: 0, byteCount: target.pageSize)
        node.initializeHeader(kind: .keysLeaf, level: 0, log2Pages: 0, tree: tree)
        run.write(0..<end, shape, to: node, buffer: key)
        let reference = try target.append(node, pageCount: 1)
        try inner.append(ChildEntry(key: separator, reference: reference, count: UInt64(end)))
        if end < run.count { separator = run.separator(before: end) }
        drop(end)
    }

    private mutating func drop(_ count: Int) {
        var rest = count
        while let (leaf, first) = sources.first {
            let left = leaf.node.count - first
            guard left <= rest else { break }
            rest -= left
            sources.removeFirst()
        }
        if rest > 0 { sources[0].first += rest }
    }
}
