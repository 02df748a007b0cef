// Leaves of sorted number pairs (Spec/FileFormat.md, "Pairs leaf").
//
//   0 header (64) | 64 base of the high parts u64 | 72 base of the low parts u64 | 80 entries
//
// Narrow: an entry is one u64, (high − base) in the upper and (low − base) in the lower 32 bits, so that one comparison
// orders two pairs. Wide (flag 1): an entry is high u64, low u64, and the bases are 0.

/// One leaf of a pairs tree.
package enum PairsLeaf {
    static let highBase = 64
    static let lowBase = 72
    static let entries = 80
    static let wideFlag: UInt8 = 1

    @inline(__always)
    static func isWide(_ node: Node) -> Bool { node.flags & wideFlag != 0 }

    @inline(__always)
    static func capacity(isWide: Bool, _ byteCount: Int) -> Int { (byteCount - entries) / (isWide ? 16 : 8) }

    @inline(__always)
    static func pair(_ node: Node, _ index: Int) -> IntegerKey {
        if isWide(node) {
            return IntegerKey(node.u64(entries + 16 * index), node.u64(entries + 16 * index + 8))
        }
        let packed = node.u64(entries + 8 * index)
        return IntegerKey(node.u64(highBase) &+ packed >> 32, node.u64(lowBase) &+ packed & 0xFFFF_FFFF)
    }

    /// The first entry that is not below `key`.
    @inline(__always)
    static func lowerBound(_ node: Node, _ key: IntegerKey) -> Int {
        if isWide(node) { return wideLowerBound(node, key) }
        let count = node.count
        guard let packed = packedLowerBound(node, key) else { return count }
        return narrowLowerBound(node, packed, count)
    }

    /// The smallest packed number that is not below `key`; nil if every packed number is.
    @inline(__always)
    private static func packedLowerBound(_ node: Node, _ key: IntegerKey) -> UInt64? {
        let highBase = node.u64(highBase)
        let lowBase = node.u64(lowBase)
        if key.high < highBase { return 0 }
        let high = key.high - highBase
        if high > 0xFFFF_FFFF { return nil }
        if key.low <= lowBase { return high << 32 }
        let low = key.low - lowBase
        if low > 0xFFFF_FFFF { return high == 0xFFFF_FFFF ? nil : (high + 1) << 32 }
        return high << 32 | low
    }

    @inline(__always)
    private static func narrowLowerBound(_ node: Node, _ packed: UInt64, _ count: Int) -> Int {
        var base = entries
        var length = count
        while length > 8 {
            let half = length >> 1
            // A conditional move instead of a branch: half of the branches would be mispredicted.
            let probe = node.u64(base + 8 * half - 8)
            base = probe < packed ? base + 8 * half : base
            length -= half
        }
        var index = 0
        while index < length, node.u64(base + 8 * index) < packed { index += 1 }
        return (base - entries) / 8 + index
    }

    private static func wideLowerBound(_ node: Node, _ key: IntegerKey) -> Int {
        var low = 0
        var high = node.count
        while low < high {
            let middle = (low + high) >> 1
            if pair(node, middle) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts a pair before `index`; false if there is no room or the form does not hold it.
    static func insert(_ node: Node, _ key: IntegerKey, at index: Int, byteCount: Int) -> Bool {
        let count = node.count
        let isWide = isWide(node)
        guard count < capacity(isWide: isWide, byteCount) else { return false }
        if isWide {
            let offset = entries + 16 * index
            node.move(from: offset, to: offset + 16, byteCount: 16 * (count - index))
            node.setU64(offset, key.high)
            node.setU64(offset + 8, key.low)
        } else {
            let high = key.high &- node.u64(highBase)
            let low = key.low &- node.u64(lowBase)
            guard high | low <= 0xFFFF_FFFF, key.high >= node.u64(highBase), key.low >= node.u64(lowBase) else {
                return false
            }
            let offset = entries + 8 * index
            node.move(from: offset, to: offset + 8, byteCount: 8 * (count - index))
            node.setU64(offset, high << 32 | low)
        }
        node.count = count + 1
        if index == 0 { node.owner = key.high }
        return true
    }

    static func remove(_ node: Node, at index: Int) {
        let count = node.count
        let width = isWide(node) ? 16 : 8
        let offset = entries + width * index
        node.move(from: offset + width, to: offset, byteCount: width * (count - index - 1))
        node.clear(at: entries + width * (count - 1), byteCount: width)
        node.count = count - 1
        if index == 0, count > 1 { node.owner = pair(node, 0).high }
    }

    /// Which form holds these sorted pairs, and with which bases.
    static func form(_ pairs: ArraySlice<IntegerKey>) -> (isWide: Bool, highBase: UInt64, lowBase: UInt64) {
        guard let first = pairs.first, let last = pairs.last else { return (false, 0, 0) }
        var lowest = UInt64.max
        var highest: UInt64 = 0
        for pair in pairs {
            lowest = min(lowest, pair.low)
            highest = max(highest, pair.low)
        }
        guard let highBase = base(first.high, last.high), let lowBase = base(lowest, highest) else {
            return (true, 0, 0)
        }
        return (false, highBase, lowBase)
    }

    /// A base from which 32 bits reach all numbers, with room below the smallest where possible; nil if there is none.
    private static func base(_ lowest: UInt64, _ highest: UInt64) -> UInt64? {
        if highest <= 0xFFFF_FFFF { return 0 }
        // So that base + 32 bits never overflows: the largest integers and NaN stand at the very end.
        let largest = UInt64.max - 0xFFFF_FFFF
        let rounded = min(lowest & ~0x7FFF_FFFF, largest)
        if highest - rounded <= 0xFFFF_FFFF { return rounded }
        return highest - lowest <= 0xFFFF_FFFF ? min(lowest, largest) : nil
    }

    /// Writes the whole leaf anew.
    static func write(_ node: Node, _ pairs: ArraySlice<IntegerKey>, byteCount: Int) {
        let form = form(pairs)
        assert(pairs.count <= capacity(isWide: form.isWide, byteCount))
        node.flags = form.isWide ? wideFlag : 0
        node.setU64(highBase, form.highBase)
        node.setU64(lowBase, form.lowBase)
        var offset = entries
        for pair in pairs {
            if form.isWide {
                node.setU64(offset, pair.high)
                node.setU64(offset + 8, pair.low)
                offset += 16
            } else {
                node.setU64(offset, (pair.high - form.highBase) << 32 | (pair.low - form.lowBase))
                offset += 8
            }
        }
        node.clear(at: offset, byteCount: byteCount - offset)
        node.count = pairs.count
        node.owner = pairs.first?.high ?? 0
    }

    /// What contradicts itself inside the node, or nil.
    static func problem(_ node: Node, byteCount: Int) -> String? {
        let count = node.count
        guard node.level == 0 else { return "a pairs leaf at level \(node.level)" }
        guard node.log2Pages == 0 else { return "a pairs leaf of more than one page" }
        guard node.flags & ~wideFlag == 0 else { return "a pairs leaf with flags \(node.flags)" }
        let isWide = isWide(node)
        guard count >= 1, count <= capacity(isWide: isWide, byteCount) else {
            return "a pairs leaf of \(count) entries"
        }
        if isWide, node.u64(highBase) | node.u64(lowBase) != 0 { return "a wide pairs leaf with bases" }
        if !isWide, node.u64(highBase) > UInt64.max - 0xFFFF_FFFF || node.u64(lowBase) > UInt64.max - 0xFFFF_FFFF {
            return "the base of a pairs leaf is too large"
        }
        for index in 0..<count - 1 where pair(node, index + 1) < pair(node, index) {
            return "the pairs of a leaf are out of order"
        }
        return nil
    }
}
