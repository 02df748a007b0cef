// Inner nodes of keys trees that are written anew, and how lists of entries are cut when they do not fit into one node.

extension BytesInner {
    struct Shape {
        let prefixLength: Int
        let capacity: Int
    }

    /// The shape of a node with these entries, or nil if they do not fit into one.
    static func shape(_ entries: ArraySlice<ChildEntry<[UInt8]>>, byteCount: Int) -> Shape? {
        let keys = entries.dropFirst()
        let prefixLength = prefixLength(keys)
        var tails = 0
        for entry in keys { tails += max(0, entry.key.count - prefixLength - 8) }
        let heads = KeysBlock.heads(prefixLength: prefixLength, byteCount: byteCount)
        func byteCountFor(_ capacity: Int) -> Int {
            KeysBlock.payload(heads: heads, capacity: capacity) + 16 * (capacity + 1) + tails
        }
        let free = byteCount - byteCountFor(keys.count)
        guard free >= 0 else { return nil }
        // Arrays and heap should run out together.
        var capacity = keys.count + free / (28 + tails / max(1, keys.count))
        while capacity > keys.count, byteCountFor(capacity) > byteCount { capacity -= 1 }
        return Shape(prefixLength: prefixLength, capacity: capacity)
    }

    /// How many leading bytes of the keys stand in the node once. Looks at all of them: a damaged node below may have given
    /// a separator that is out of order.
    private static func prefixLength(_ keys: ArraySlice<ChildEntry<[UInt8]>>) -> Int {
        guard let first = keys.first?.key else { return 0 }
        var common = first.count
        var longest = 0
        for entry in keys {
            var length = 0
            while length < min(common, entry.key.count), entry.key[length] == first[length] { length += 1 }
            common = length
            longest = max(longest, entry.key.count)
        }
        // No key has a tail that a longer prefix could make shorter.
        return min(common, max(0, longest - 8))
    }

    static func write(_ entries: [ChildEntry<[UInt8]>], _ shape: Shape, to node: Node, byteCount: Int) {
        let prefixSource = entries.count > 1 ? entries[1].key : []
        prefixSource.withPrefix(shape.prefixLength) { prefix in
            KeysBlock.begin(
                node, prefix: prefix, capacity: shape.capacity, flags: 0, keyLength: 0, base: 0, byteCount: byteCount)
        }
        node.count = entries.count
        for (index, entry) in entries.enumerated() {
            setReference(node, index, entry.reference, byteCount: byteCount)
            setCount(node, index, entry.count, byteCount: byteCount)
            guard !entry.key.isEmpty else { continue }
            entry.key.withPrefix(entry.key.count) { key in
                if index == 0 {
                    node.owner = key.head(0)
                } else {
                    let block = block(node, byteCount)
                    node.setU64(block.heads + 8 * (index - 1), key.searchHead(shape.prefixLength))
                    block.write(key, slot: index - 1)
                }
            }
        }
        if entries.count > 0 { block(node, byteCount).updateSamples(from: 0) }
    }

    package static func pieces(
        _ entries: [ChildEntry<[UInt8]>], byteCount: Int, atRightEdge: Bool
    ) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        if atRightEdge {
            fill(entries, byteCount: byteCount, into: &pieces)
        } else {
            halve(entries, 0..<entries.count, byteCount: byteCount, into: &pieces)
        }
        return pieces
    }

    /// Full nodes from the left on; the last gets what remains.
    private static func fill(_ entries: [ChildEntry<[UInt8]>], byteCount: Int, into pieces: inout [Range<Int>]) {
        var start = 0
        while shape(entries[start...], byteCount: byteCount) == nil {
            // Two entries always fit, the whole does not: between them lies the most that fits.
            var fitting = start + 2
            var failing = entries.count
            while failing - fitting > 1 {
                let middle = (fitting + failing) / 2
                if shape(entries[start..<middle], byteCount: byteCount) != nil {
                    fitting = middle
                } else {
                    failing = middle
                }
            }
            let end = min(fitting, entries.count - 2)
            pieces.append(start..<end)
            start = end
        }
        pieces.append(start..<entries.count)
    }

    private static func halve(
        _ entries: [ChildEntry<[UInt8]>], _ range: Range<Int>, byteCount: Int, into pieces: inout [Range<Int>]
    ) {
        // Four entries always fit.
        guard range.count >= 4, shape(entries[range], byteCount: byteCount) == nil else { return pieces.append(range) }
        var total = 0
        for index in range { total += 24 + entries[index].key.count }
        var half = 0
        var middle = range.lowerBound
        while 2 * half < total {
            half += 24 + entries[middle].key.count
            middle += 1
        }
        middle = min(max(middle, range.lowerBound + 2), range.upperBound - 2)
        halve(entries, range.lowerBound..<middle, byteCount: byteCount, into: &pieces)
        halve(entries, middle..<range.upperBound, byteCount: byteCount, into: &pieces)
    }
}
