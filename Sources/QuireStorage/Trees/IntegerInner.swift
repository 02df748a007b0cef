// Inner nodes of the trees with integer keys (Spec/FileFormat.md, "Integer inner node").

/// Two numbers in lexicographic order: (row, 0) in rows, (0, 0) in positions, both parts in pairs.
@frozen
package struct IntegerKey: Hashable, Comparable, Sendable {
    package var high: UInt64
    package var low: UInt64

    @inlinable
    package init(_ high: UInt64, _ low: UInt64 = 0) {
        self.high = high
        self.low = low
    }

    @inlinable @inline(__always)
    package static func < (a: Self, b: Self) -> Bool { a.high != b.high ? a.high < b.high : a.low < b.low }
}

/// Four arrays behind the header, each `capacity` long: high keys, low keys, references, counts.
package enum IntegerInner: InnerLayout {
    package typealias Key = IntegerKey

    package static var kind: NodeKind { .integerInner }

    static let entryByteCount = 32

    @inline(__always)
    static func capacity(_ byteCount: Int) -> Int { (byteCount - NodeHeader.byteCount) / entryByteCount }

    @inline(__always)
    private static func highs(_ byteCount: Int) -> Int { NodeHeader.byteCount }
    @inline(__always)
    private static func lows(_ byteCount: Int) -> Int { NodeHeader.byteCount + 8 * capacity(byteCount) }
    @inline(__always)
    private static func references(_ byteCount: Int) -> Int { NodeHeader.byteCount + 16 * capacity(byteCount) }
    @inline(__always)
    private static func counts(_ byteCount: Int) -> Int { NodeHeader.byteCount + 24 * capacity(byteCount) }

    @inline(__always)
    package static func key(_ node: Node, _ index: Int, byteCount: Int) -> IntegerKey {
        IntegerKey(node.u64(highs(byteCount) + 8 * index), node.u64(lows(byteCount) + 8 * index))
    }

    @inline(__always)
    package static func reference(_ node: Node, _ index: Int, byteCount: Int) -> NodeReference {
        NodeReference(rawValue: node.u64(references(byteCount) + 8 * index))
    }

    package static func setReference(_ node: Node, _ index: Int, _ reference: NodeReference, byteCount: Int) {
        node.setU64(references(byteCount) + 8 * index, reference.rawValue)
    }

    @inline(__always)
    package static func count(_ node: Node, _ index: Int, byteCount: Int) -> UInt64 {
        node.u64(counts(byteCount) + 8 * index)
    }

    package static func setCount(_ node: Node, _ index: Int, _ count: UInt64, byteCount: Int) {
        node.setU64(counts(byteCount) + 8 * index, count)
    }

    /// The child under which the key belongs: the last entry whose key is not above it, or entry 0.
    @inline(__always)
    package static func search(_ node: Node, _ key: IntegerKey, byteCount: Int) -> Int {
        let highs = highs(byteCount)
        var low = 1
        var length = node.count - 1
        // Halving without a branch that could be mispredicted: the comparison becomes a number.
        while length > 0 {
            let half = (length + 1) >> 1
            let probe = low + half - 1
            let high = node.u64(highs + 8 * probe)
            var isBelow = high < key.high
            if high == key.high { isBelow = node.u64(lows(byteCount) + 8 * probe) <= key.low }
            low = isBelow ? low + half : low
            length = isBelow ? length - half : half - 1
        }
        return low - 1
    }

    /// The child in which the first entry that is not below `key` may be: the last one whose key is below it, or entry 0. It
    /// differs from `search` where a separator equals the key, since equal entries may lie on both sides of it.
    @inline(__always)
    package static func searchFirst(_ node: Node, _ key: IntegerKey, byteCount: Int) -> Int {
        var index = search(node, key, byteCount: byteCount)
        while index > 0, !(self.key(node, index, byteCount: byteCount) < key) { index -= 1 }
        return index
    }

    /// The child that holds the entry at `rank`, and the rank inside it. `rank` must be below the node's total.
    package static func search(_ node: Node, rank: inout UInt64, byteCount: Int) -> Int {
        let last = node.count - 1
        var index = 0
        while index < last {
            let count = count(node, index, byteCount: byteCount)
            if rank < count { return index }
            rank -= count
            index += 1
        }
        return index
    }

    package static func entries(_ node: Node, _ range: Range<Int>, byteCount: Int) -> [ChildEntry<IntegerKey>] {
        range.map { index in
            ChildEntry(
                key: key(node, index, byteCount: byteCount), reference: reference(node, index, byteCount: byteCount),
                count: count(node, index, byteCount: byteCount))
        }
    }

    package static func replace(
        _ node: Node, _ range: Range<Int>, with entries: [ChildEntry<IntegerKey>], byteCount: Int
    ) -> Bool {
        let oldCount = node.count
        let newCount = oldCount - range.count + entries.count
        guard newCount <= capacity(byteCount) else { return false }
        for array in [highs(byteCount), lows(byteCount), references(byteCount), counts(byteCount)] {
            node.move(
                from: array + 8 * range.upperBound, to: array + 8 * (range.lowerBound + entries.count),
                byteCount: 8 * (oldCount - range.upperBound))
            if newCount < oldCount { node.clear(at: array + 8 * newCount, byteCount: 8 * (oldCount - newCount)) }
        }
        for (offset, entry) in entries.enumerated() {
            let index = range.lowerBound + offset
            node.setU64(highs(byteCount) + 8 * index, entry.key.high)
            node.setU64(lows(byteCount) + 8 * index, entry.key.low)
            setReference(node, index, entry.reference, byteCount: byteCount)
            setCount(node, index, entry.count, byteCount: byteCount)
        }
        node.count = newCount
        node.owner = newCount > 0 ? key(node, 0, byteCount: byteCount).high : 0
        return true
    }

    package static func pieces(
        _ entries: [ChildEntry<IntegerKey>], byteCount: Int, atRightEdge: Bool
    ) -> [Range<Int>] {
        evenPieces(entries.count, capacity: capacity(byteCount), atRightEdge: atRightEdge)
    }

    package static func isUnderfull(_ node: Node, byteCount: Int) -> Bool { node.count < capacity(byteCount) / 3 }

    /// What contradicts itself inside the node, or nil. Called before anything else reads the page.
    package static func problem(_ node: Node, byteCount: Int) -> String? {
        let count = node.count
        guard count >= 1, count <= capacity(byteCount) else { return "an inner node of \(count) entries" }
        guard node.level >= 1, node.level < 32 else { return "an inner node at level \(node.level)" }
        guard node.log2Pages == 0 else { return "an inner node of more than one page" }
        // Equal keys are in order: positions have none, and equal pairs may fill several leaves.
        for index in 2..<max(count, 2)
        where key(node, index, byteCount: byteCount) < key(node, index - 1, byteCount: byteCount) {
            return "the keys of an inner node are out of order"
        }
        for index in 0..<count {
            let below = self.count(node, index, byteCount: byteCount)
            guard below < TreeRoot.countLimit else { return "a child with \(below) entries" }
        }
        return nil
    }
}

/// Cuts `count` equal-sized entries into runs of at most `capacity` and at least two.
func evenPieces(_ count: Int, capacity: Int, atRightEdge: Bool) -> [Range<Int>] {
    guard count > capacity else { return [0..<count] }
    var pieces: [Range<Int>] = []
    var start = 0
    if atRightEdge {
        while count - start > capacity {
            let length = min(capacity, count - start - 2)
            pieces.append(start..<start + length)
            start += length
        }
        pieces.append(start..<count)
    } else {
        let number = (count + capacity - 1) / capacity
        for piece in 0..<number {
            let end = count * (piece + 1) / number
            pieces.append(start..<end)
            start = end
        }
    }
    return pieces
}
