// Inner nodes of keys trees (Spec/FileFormat.md, "Bytes inner node").

/// A keys block with the keys of all entries but the first, then references, then counts. The first entry's key would
/// say nothing: its child holds everything below the second. Keys are separators, as short as they can be.
package enum BytesInner: InnerLayout {
    package typealias Key = [UInt8]

    package static var kind: NodeKind { .bytesInner }

    // MARK: Parts

    @inline(__always)
    static func block(_ node: Node, _ byteCount: Int) -> KeysBlock {
        KeysBlock(node, count: node.count - 1, byteCount: byteCount)
    }

    @inline(__always)
    static func references(_ node: Node, _ byteCount: Int) -> Int { block(node, byteCount).payload }

    @inline(__always)
    static func counts(_ node: Node, _ byteCount: Int) -> Int {
        let block = block(node, byteCount)
        return block.payload + 8 * (block.capacity + 1)
    }

    @inline(__always)
    static func arraysEnd(_ block: KeysBlock) -> Int { block.payload + 16 * (block.capacity + 1) }

    @inline(__always)
    package static func reference(_ node: Node, _ index: Int, byteCount: Int) -> NodeReference {
        NodeReference(rawValue: node.u64(references(node, byteCount) + 8 * index))
    }

    package static func setReference(_ node: Node, _ index: Int, _ reference: NodeReference, byteCount: Int) {
        node.setU64(references(node, byteCount) + 8 * index, reference.rawValue)
    }

    @inline(__always)
    package static func count(_ node: Node, _ index: Int, byteCount: Int) -> UInt64 {
        node.u64(counts(node, byteCount) + 8 * index)
    }

    package static func setCount(_ node: Node, _ index: Int, _ count: UInt64, byteCount: Int) {
        node.setU64(counts(node, byteCount) + 8 * index, count)
    }

    // MARK: Searching

    /// The child under which the key belongs: the last entry whose key is not above it, or entry 0.
    @inline(__always)
    package static func search(_ node: Node, key: ByteView, byteCount: Int) -> Int {
        let (index, isFound) = block(node, byteCount).position(of: key)
        return isFound ? index + 1 : index
    }

    /// The child that holds the entry at `rank`, and the rank inside it. `rank` must be below the node's total.
    package static func search(_ node: Node, rank: inout UInt64, byteCount: Int) -> Int {
        let counts = counts(node, byteCount)
        let last = node.count - 1
        var index = 0
        while index < last {
            let count = node.u64(counts + 8 * index)
            if rank < count { return index }
            rank -= count
            index += 1
        }
        return index
    }

    /// How many entries lie below the children before `index`.
    static func countBefore(_ node: Node, _ index: Int, byteCount: Int) -> UInt64 {
        let counts = counts(node, byteCount)
        var total: UInt64 = 0
        for child in 0..<index { total &+= node.u64(counts + 8 * child) }
        return total
    }

    // MARK: Changing

    package static func key(_ node: Node, _ index: Int, byteCount: Int) -> [UInt8] {
        index == 0 ? [] : block(node, byteCount).key(index - 1)
    }

    package static func entries(_ node: Node, _ range: Range<Int>, byteCount: Int) -> [ChildEntry<[UInt8]>] {
        range.map { index in
            ChildEntry(
                key: key(node, index, byteCount: byteCount), reference: reference(node, index, byteCount: byteCount),
                count: count(node, index, byteCount: byteCount))
        }
    }

    package static func replace(
        _ node: Node, _ range: Range<Int>, with entries: [ChildEntry<[UInt8]>], byteCount: Int
    ) -> Bool {
        if replaceInPlace(node, range, with: entries, byteCount: byteCount) { return true }
        var all = self.entries(node, 0..<node.count, byteCount: byteCount)
        all.replaceSubrange(range, with: entries)
        guard let shape = shape(all[...], byteCount: byteCount) else { return false }
        write(all, shape, to: node, byteCount: byteCount)
        return true
    }

    /// Replaces without writing the node anew: where keys stay, and new ones fit in between.
    private static func replaceInPlace(
        _ node: Node, _ range: Range<Int>, with entries: [ChildEntry<[UInt8]>], byteCount: Int
    ) -> Bool {
        guard node.count > 0, range.lowerBound < node.count, range.count != node.count else { return false }
        let kept = min(range.count, entries.count)
        let old = block(node, byteCount)
        for offset in 0..<kept where range.lowerBound + offset > 0 {
            guard old.key(range.lowerBound + offset - 1) == entries[offset].key else { return false }
        }
        // More than one new key is rare, and may not fit halfway.
        guard entries.count - kept <= 1 else { return false }
        if entries.count > kept {
            let index = range.lowerBound + kept
            guard index > 0, insert(node, entries[kept], at: index, byteCount: byteCount) else { return false }
        } else {
            remove(node, range.lowerBound + kept..<range.upperBound, byteCount: byteCount)
        }
        for offset in 0..<kept {
            setReference(node, range.lowerBound + offset, entries[offset].reference, byteCount: byteCount)
            setCount(node, range.lowerBound + offset, entries[offset].count, byteCount: byteCount)
        }
        return true
    }

    private static func insert(
        _ node: Node, _ entry: ChildEntry<[UInt8]>, at index: Int, byteCount: Int
    ) -> Bool {
        let block = block(node, byteCount)
        var isInserted = false
        entry.key.withPrefix(entry.key.count) { key in
            guard block.hasRoom(for: key, arraysEnd: arraysEnd(block)) else { return }
            block.insert(key, at: index - 1)
            isInserted = true
        }
        guard isInserted else { return false }
        for array in [references(node, byteCount), counts(node, byteCount)] {
            node.move(from: array + 8 * index, to: array + 8 * (index + 1), byteCount: 8 * (node.count - index))
        }
        node.count += 1
        setReference(node, index, entry.reference, byteCount: byteCount)
        setCount(node, index, entry.count, byteCount: byteCount)
        return true
    }

    private static func remove(_ node: Node, _ range: Range<Int>, byteCount: Int) {
        guard !range.isEmpty else { return }
        let block = block(node, byteCount)
        for array in [references(node, byteCount), counts(node, byteCount)] {
            node.move(
                from: array + 8 * range.upperBound, to: array + 8 * range.lowerBound,
                byteCount: 8 * (node.count - range.upperBound))
            node.clear(at: array + 8 * (node.count - range.count), byteCount: 8 * range.count)
        }
        if range.lowerBound > 0 {
            block.remove(range.lowerBound - 1..<range.upperBound - 1)
        } else {
            // The entry that becomes the first gives up its key.
            let key = block.key(range.upperBound - 1)
            key.withPrefix(key.count) { node.owner = $0.head(0) }
            block.remove(0..<range.upperBound)
        }
        node.count -= range.count
    }

    package static func isUnderfull(_ node: Node, byteCount: Int) -> Bool {
        let block = block(node, byteCount)
        return block.heads + 28 * block.count + 16 + block.heapByteCount < byteCount / 3
    }

    // MARK: Checking

    static func forEachReference(
        _ node: Node, byteCount: Int, _ visit: (Int) throws(StorageError) -> Void
    ) throws(StorageError) {
        let first = references(node, byteCount)
        for index in 0..<node.count { try visit(first + 8 * index) }
    }

    /// What contradicts itself inside the node, or nil. Called before anything else reads the page.
    package static func problem(_ node: Node, byteCount: Int) -> String? {
        guard node.level >= 1, node.level < 32 else { return "an inner node at level \(node.level)" }
        guard node.flags == 0 else { return "an inner node with flags \(node.flags)" }
        guard node.count >= 1 else { return "an inner node without entries" }
        let keys = node.count - 1
        let problem = KeysBlock.problem(node, count: keys, byteCount: byteCount, arraysEnd: arraysEnd)
        if let problem { return problem }
        for index in 0..<node.count {
            let count = count(node, index, byteCount: byteCount)
            guard count >= 1, count < TreeRoot.countLimit else { return "a child with \(count) entries" }
            guard !reference(node, index, byteCount: byteCount).isNone else { return "a child that is nowhere" }
        }
        return nil
    }
}
