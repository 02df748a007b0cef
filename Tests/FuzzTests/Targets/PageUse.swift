// What the engine does with the nodes of trees: every way to read one, and changes that make it full and empty.

@testable import QuireStorage

enum PageUse {
    private static let numbers: [UInt64] = [0, 1, 7, 255, 65_536, 1 << 31, 1 << 32, 1 << 47, 1 << 63, .max - 1, .max]

    // MARK: Inner nodes

    static func useIntegers(_ node: Node, byteCount: Int) {
        let all = IntegerInner.entries(node, 0..<node.count, byteCount: byteCount)
        for number in numbers {
            let key = IntegerKey(number, number)
            precondition(all.indices.contains(IntegerInner.search(node, key, byteCount: byteCount)))
            precondition(all.indices.contains(IntegerInner.searchFirst(node, key, byteCount: byteCount)))
            var rank = number
            precondition(all.indices.contains(IntegerInner.search(node, rank: &rank, byteCount: byteCount)))
        }
        change(node, all, IntegerInner.self, byteCount: byteCount)
    }

    static func useBytes(_ node: Node, byteCount: Int) {
        let all = BytesInner.entries(node, 0..<node.count, byteCount: byteCount)
        for key in keys(like: all.map(\.key), longest: KeysBlock.maximumKeyLength(byteCount)) {
            let index = withBytes(key) { BytesInner.search(node, key: $0, byteCount: byteCount) }
            precondition(all.indices.contains(index))
        }
        for number in numbers {
            var rank = number
            precondition(all.indices.contains(BytesInner.search(node, rank: &rank, byteCount: byteCount)))
        }
        change(node, all, BytesInner.self, byteCount: byteCount)
    }

    private static func change<Inner: InnerLayout>(
        _ node: Node, _ all: [ChildEntry<Inner.Key>], _ inner: Inner.Type, byteCount: Int
    ) {
        _ = Inner.isUnderfull(node, byteCount: byteCount)
        for atRightEdge in [false, true] {
            let many = all + all + all
            let pieces = Inner.pieces(many, byteCount: byteCount, atRightEdge: atRightEdge)
            precondition(pieces.reduce(0) { $0 + $1.count } == many.count)
        }
        let middle = all.count / 2
        let isGrown = Inner.replace(node, middle..<middle + 1, with: [all[middle], all[middle]], byteCount: byteCount)
        precondition(node.count == all.count + (isGrown ? 1 : 0))
        while node.count > 1, Inner.replace(node, 0..<2, with: [all[0]], byteCount: byteCount) {}
    }

    // MARK: Keys

    private static func withBytes(_ key: [UInt8], _ body: (ByteView) -> Int) -> Int {
        do { return try key.withView { view throws(StorageError) in body(view) } } catch { return -1 }
    }

    /// Keys that are there, and some beside them.
    private static func keys(like all: [[UInt8]], longest: Int) -> [[UInt8]] {
        let step = max(all.count / 16, 1)
        let some = stride(from: 0, to: all.count, by: step).map { all[$0] }
        let beside: [[UInt8]] = some.flatMap { key in [key + [0], key + [255, 1], Array(key.dropLast())] }
        let others: [[UInt8]] = [[], [0], [255], [UInt8](repeating: 255, count: longest)]
        return (some + beside + others).filter { $0.count <= longest }
    }

    static func useKeys(_ tree: KeysTree) throws(StorageError) {
        var tree = tree
        let longest = KeysTree.maximumKeyLength(pageSize: tree.space.pageSize)
        var all: [[UInt8]] = []
        try tree.forEach { key, _ throws(StorageError) in
            all.append(key.array)
            return true
        }
        for (rank, key) in all.enumerated() {
            let value = try key.withView { view throws(StorageError) in try tree.find(view) }
            guard let value, let entry = try tree.entry(at: UInt64(rank)), entry.key == key, entry.value == value else {
                throw StorageError(.fail, "The key \(key) is not found where it stands.")
            }
        }
        _ = try tree.smallest()
        _ = try tree.largest()
        let keys = keys(like: all, longest: longest)
        for (index, key) in keys.enumerated() {
            let value = numbers[index % numbers.count]
            try key.withView { view throws(StorageError) in
                _ = try tree.rank(of: view)
                _ = try tree.set(view, value)
                guard try tree.find(view) == value else { throw StorageError(.fail, "The key \(key) was lost.") }
            }
        }
        for key in all + keys {
            try key.withView { view throws(StorageError) in
                _ = try tree.remove(view)
                guard try tree.find(view) == nil else { throw StorageError(.fail, "The key \(key) stayed.") }
            }
        }
        guard tree.root == .empty else { throw StorageError(.fail, "A tree without keys is not empty.") }
    }

    // MARK: Pairs

    static func usePairs(_ tree: PairsTree) throws(StorageError) {
        var tree = tree
        var all: [IntegerKey] = []
        try tree.forEach(from: IntegerKey(0)) { pair throws(StorageError) in
            all.append(pair)
            return true
        }
        for pair in all {
            guard try tree.contains(pair) else { throw StorageError(.fail, "The pair \(pair) is not found.") }
            _ = try tree.rank(of: pair)
            _ = try tree.count(high: pair.high)
            _ = try tree.pair(high: pair.high, at: 0)
        }
        let step = max(all.count / 16, 1)
        let some = stride(from: 0, to: all.count, by: step).map { all[$0] }
        for number in numbers {
            try tree.insert(IntegerKey(number, .max - number))
            for pair in some { try tree.insertLater(IntegerKey(pair.high, number)) }
        }
        try tree.applyWaiting()
        for number in numbers {
            guard try tree.remove(IntegerKey(number, .max - number)) else {
                throw StorageError(.fail, "The pair \(number) was lost.")
            }
            for pair in some { try tree.removeLater(IntegerKey(pair.high, number)) }
        }
        for pair in all {
            guard try tree.remove(pair) else { throw StorageError(.fail, "The pair \(pair) was lost.") }
        }
        guard tree.root == .empty else { throw StorageError(.fail, "A tree without pairs is not empty.") }
    }
}
