// A sorted sequence of keys and values that does not lie in one leaf yet: parts of one or two leaves and a new entry.
// Leaves are written anew from runs, when they split, join or change their form.

/// Refers to the nodes and the bytes that it is made of; none of them may be the node that is written.
struct KeysRun {
    private enum Source {
        case leaf(KeysLeaf, first: Int)
        case single(ByteView, UInt64)
    }

    private struct Segment {
        let source: Source
        /// Where in the run it lies.
        let range: Range<Int>
    }

    private var segments: [Segment] = []
    private(set) var count = 0
    let byteCount: Int

    init(byteCount: Int) { self.byteCount = byteCount }

    mutating func append(_ leaf: KeysLeaf, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        segments.append(
            Segment(source: .leaf(leaf, first: range.lowerBound), range: count..<count + range.count))
        count += range.count
    }

    mutating func append(_ key: ByteView, _ value: UInt64) {
        segments.append(Segment(source: .single(key, value), range: count..<count + 1))
        count += 1
    }

    // MARK: Reading

    /// Length and value of each entry of a range.
    @inline(__always)
    private func forEachLength(in range: Range<Int>, _ body: (Int, UInt64) -> Void) {
        for segment in segments {
            let part = segment.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            switch segment.source {
            case .single(let key, let value): body(key.count, value)
            case .leaf(let leaf, let first):
                for index in part {
                    let index = index - segment.range.lowerBound + first
                    body(leaf.block.prefixLength + leaf.block.suffixLength(index), leaf.value(index))
                }
            }
        }
    }

    /// Key and value of each entry of a range. The key is valid during the call.
    @inline(__always)
    private func forEachKey(in range: Range<Int>, buffer: KeyBuffer, _ body: (ByteView, UInt64) -> Void) {
        for segment in segments {
            let part = segment.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            switch segment.source {
            case .single(let key, let value): body(key, value)
            case .leaf(let leaf, let first):
                for index in part {
                    let source = index - segment.range.lowerBound + first
                    let length = leaf.block.load(source, into: buffer.node, hasPrefix: index > part.lowerBound)
                    body(buffer.node.bytes(at: 0, count: length), leaf.value(source))
                }
            }
        }
    }

    /// A copy of one key.
    func key(_ index: Int) -> [UInt8] {
        for segment in segments where segment.range.contains(index) {
            switch segment.source {
            case .single(let key, _): return key.array
            case .leaf(let leaf, let first): return leaf.block.key(index - segment.range.lowerBound + first)
            }
        }
        return []
    }

    /// What separates the entry at `index` from the one before it: the shortest key that is above that one and not
    /// above this one.
    func separator(before index: Int) -> [UInt8] {
        let key = key(index)
        return Array(key.prefix(commonPrefix(self.key(index - 1), key) + 1))
    }

    private func commonPrefix(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var length = 0
        while length < a.count, length < b.count, a[length] == b[length] { length += 1 }
        return length
    }

    // MARK: Shape

    /// How a leaf of some entries would look.
    struct Shape {
        let prefixLength: Int
        /// The length of each key, or 0 for the general form.
        let keyLength: Int
        let flags: UInt8
        let base: UInt64
        let capacity: Int
    }

    /// The shape of a leaf with the entries of a range, or nil if they do not fit into one.
    func shape(of range: Range<Int>) -> Shape? {
        var shortest = Int.max
        var longest = 0
        var smallest = UInt64.max
        var largest: UInt64 = 0
        forEachLength(in: range) { length, value in
            shortest = min(shortest, length)
            longest = max(longest, length)
            smallest = min(smallest, value)
            largest = max(largest, value)
        }
        let common = commonPrefix(of: range)
        if shortest == longest, longest - common <= 8 {
            return fixedShape(count: range.count, keyLength: longest, smallest, largest)
        }
        // No key has a tail that a longer prefix could make shorter.
        return generalShape(range, prefixLength: min(common, max(0, longest - 8)))
    }

    /// How many leading bytes all keys of a range share. Asks the ends of every segment, so that the answer is right even
    /// if a damaged parent claims an order between leaves that they do not have.
    private func commonPrefix(of range: Range<Int>) -> Int {
        let first = key(range.lowerBound)
        var length = first.count
        for segment in segments {
            let part = segment.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            for index in [part.lowerBound, part.upperBound - 1] {
                length = min(length, commonPrefix(first, key(index)))
            }
        }
        return length
    }

    /// The prefix is as short as the heads allow: then a key that differs earlier finds its place, too.
    private func fixedShape(count: Int, keyLength: Int, _ smallest: UInt64, _ largest: UInt64) -> Shape? {
        let prefixLength = max(0, keyLength - 8)
        let room = byteCount - KeysBlock.heads(prefixLength: prefixLength, byteCount: byteCount)
        let narrowLimit = UInt64(UInt32.max)
        var flags = KeysBlock.Flag.fixed
        var base: UInt64 = 0
        if largest > narrowLimit {
            if largest - smallest <= narrowLimit {
                base = min(smallest, .max - narrowLimit)
            } else {
                flags |= KeysBlock.Flag.wideValues
            }
        }
        let capacity = room / (flags & KeysBlock.Flag.wideValues != 0 ? 16 : 12)
        guard count <= capacity else { return nil }
        return Shape(prefixLength: prefixLength, keyLength: keyLength, flags: flags, base: base, capacity: capacity)
    }

    private func generalShape(_ range: Range<Int>, prefixLength: Int) -> Shape? {
        var tails = 0
        forEachLength(in: range) { length, _ in tails += max(0, length - prefixLength - 8) }
        let heads = KeysBlock.heads(prefixLength: prefixLength, byteCount: byteCount)
        func byteCountFor(_ capacity: Int) -> Int {
            KeysBlock.payload(heads: heads, capacity: capacity) + 8 * capacity + tails
        }
        let free = byteCount - byteCountFor(range.count)
        guard free >= 0 else { return nil }
        // Arrays and heap should run out together.
        var capacity = range.count + free / (20 + tails / range.count)
        while capacity > range.count, byteCountFor(capacity) > byteCount { capacity -= 1 }
        return Shape(
            prefixLength: prefixLength, keyLength: 0, flags: KeysBlock.Flag.wideValues, base: 0, capacity: capacity)
    }

    /// Cuts the run into ranges that fit into a leaf each, about equal in bytes.
    func pieces() -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        cut(0..<count, into: &pieces)
        return pieces
    }

    private func cut(_ range: Range<Int>, into pieces: inout [Range<Int>]) {
        // One entry always fits.
        guard range.count > 1, shape(of: range) == nil else { return pieces.append(range) }
        var total = 0
        forEachLength(in: range) { length, _ in total += 16 + length }
        var half = 0
        var middle = range.lowerBound
        forEachLength(in: range) { length, _ in
            if 2 * half < total { middle += 1 }
            half += 16 + length
        }
        middle = min(max(middle, range.lowerBound + 1), range.upperBound - 1)
        cut(range.lowerBound..<middle, into: &pieces)
        cut(middle..<range.upperBound, into: &pieces)
    }

    // MARK: Writing

    /// Writes the entries of a range into a node, whose old content goes.
    func write(_ range: Range<Int>, _ shape: Shape, to node: Node, buffer: KeyBuffer) {
        let first = key(range.lowerBound)
        let isFixed = shape.flags & KeysBlock.Flag.fixed != 0
        first.withPrefix(shape.prefixLength) { prefix in
            KeysBlock.begin(
                node, prefix: prefix, capacity: shape.capacity, flags: shape.flags, keyLength: shape.keyLength,
                base: shape.base, byteCount: byteCount)
        }
        node.count = range.count
        let leaf = KeysLeaf(node, byteCount: byteCount)
        var index = 0
        forEachKey(in: range, buffer: buffer) { key, value in
            node.setU64(leaf.block.heads + 8 * index, key.searchHead(shape.prefixLength))
            if !isFixed { leaf.block.write(key, slot: index) }
            _ = leaf.setValue(value, at: index)
            index += 1
        }
        leaf.block.updateSamples(from: 0)
        leaf.updateOwner(buffer)
    }
}

extension Array where Element == UInt8 {
    /// Lends the first bytes.
    @inline(__always)
    func withPrefix(_ length: Int, _ body: (ByteView) -> Void) {
        unsafe withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            body(view.slice(0, length))
        }
    }
}
