// The nodes above leaves that are appended one by one.

/// Builds full inner nodes from the left to the right. Holds a few nodes' entries of each level.
struct InnerWriter<Inner: InnerLayout> {
    private let target: SequentialFile
    private let tree: TreeID
    /// By level, from the one above the leaves: entries that no node has yet.
    private var levels: [[ChildEntry<Inner.Key>]] = [[]]
    private let scratch: ZeroedBuffer

    init(_ target: SequentialFile, tree: TreeID) {
        self.target = target
        self.tree = tree
        scratch = ZeroedBuffer(byteCount: target.pageSize)
    }

    /// A leaf that lies to the right of all before it.
    mutating func append(_ entry: ChildEntry<Inner.Key>) throws(StorageError) {
        try append(entry, level: 0)
    }

    private mutating func append(_ entry: ChildEntry<Inner.Key>, level: Int) throws(StorageError) {
        if level == levels.count { levels.append([]) }
        levels[level].append(entry)
        // Cutting a list costs its length, so it is looked at now and then. The last two pieces may still
        // become others.
        guard levels[level].count % 16 == 0 else { return }
        let pieces = pieces(level)
        guard pieces.count > 2 else { return }
        try write(Array(levels[level][pieces[0]]), level: level)
        levels[level].removeSubrange(pieces[0])
    }

    private func pieces(_ level: Int) -> [Range<Int>] {
        Inner.pieces(levels[level], byteCount: target.pageSize, atRightEdge: true)
    }

    private mutating func write(_ entries: [ChildEntry<Inner.Key>], level: Int) throws(StorageError) {
        let node = scratch.node
        node.clear(at: 0, byteCount: target.pageSize)
        node.initializeHeader(kind: Inner.kind, level: level + 1, log2Pages: 0, tree: tree)
        guard Inner.replace(node, 0..<0, with: entries, byteCount: target.pageSize) else {
            throw StorageError(
                .fail, "An inner node of tree \(tree.rawValue) overflowed; please report this defect.")
        }
        let reference = try target.append(node, pageCount: 1)
        let count = entries.reduce(0) { $0 &+ $1.count }
        try append(ChildEntry(key: entries[0].key, reference: reference, count: count), level: level + 1)
    }

    /// Writes what is left; gives the root of the tree.
    mutating func finish() throws(StorageError) -> TreeRoot {
        var level = 0
        while level < levels.count - 1 || levels[level].count > 1 {
            let entries = levels[level]
            for piece in pieces(level) { try write(Array(entries[piece]), level: level) }
            levels[level].removeAll()
            level += 1
        }
        guard let root = levels[level].first else { return .empty }
        return TreeRoot(reference: root.reference, count: root.count, height: level + 1)
    }
}
