// Finding a key among the keys of a node. Written so that the processor has few cache lines to wait for and no branch
// to guess: heads are compared as numbers, and the outcome is added up.

extension ByteView {
    /// As `head`, without a loop where the key has at least eight bytes before its end.
    @inline(__always)
    func searchHead(_ offset: Int) -> UInt64 {
        if offset + 8 <= count { return u64(offset).byteSwapped }
        if count >= 8 { return u64(count - 8).byteSwapped << UInt64(8 * (offset + 8 - count)) }
        return head(offset)
    }
}

extension KeysBlock {
    /// 1 if a is less than b, else 0.
    @inline(__always)
    private static func isLess(_ a: UInt64, _ b: UInt64) -> Int {
        Int(truncatingIfNeeded: unsafe unsafeBitCast(a < b, to: UInt8.self))
    }

    /// How many of eight neighbouring numbers are less than `value`.
    @inline(__always)
    private func countLess8(_ offset: Int, _ value: UInt64) -> Int {
        let a = Self.isLess(node.u64(offset), value) &+ Self.isLess(node.u64(offset + 8), value)
        let b = Self.isLess(node.u64(offset + 16), value) &+ Self.isLess(node.u64(offset + 24), value)
        let c = Self.isLess(node.u64(offset + 32), value) &+ Self.isLess(node.u64(offset + 40), value)
        let d = Self.isLess(node.u64(offset + 48), value) &+ Self.isLess(node.u64(offset + 56), value)
        return (a &+ b) &+ (c &+ d)
    }

    /// How many keys lie between two samples. Sixteen times this is more than the node can hold.
    @inline(__always)
    var sampleStride: Int { isFixed ? (3 * byteCount) >> 9 : byteCount >> 8 }

    /// Where the heads lie among which the search must go on: all before it are less than `value`, none after it is.
    @inline(__always)
    func window(_ value: UInt64) -> (first: Int, length: Int) {
        guard byteCount >= Self.sampledByteCount else { return (0, count) }
        let block = countLess8(Field.samples, value) &+ countLess8(Field.samples + 64, value)
        // Always as long as the stride, if there are as many keys: that keeps the trip counts of the search the same.
        let length = min(sampleStride, count)
        return (min(block &* sampleStride, count &- length), length)
    }

    /// How many heads are less than `value`.
    @inline(__always)
    func lowerBound(_ value: UInt64, in window: (first: Int, length: Int)) -> Int {
        var (first, length) = window
        while length > 24 {
            let half = length >> 1
            first = first &+ Self.isLess(node.u64(heads &+ 8 &* (first &+ half &- 1)), value) &* half
            length = length &- half
        }
        var offset = heads &+ 8 &* first
        while length >= 8 {
            first = first &+ countLess8(offset, value)
            offset = offset &+ 64
            length = length &- 8
        }
        while length > 0 {
            first = first &+ Self.isLess(node.u64(offset), value)
            offset = offset &+ 8
            length = length &- 1
        }
        return first
    }

    /// 0 if the key begins with the prefix, else −1 or 1 as it comes before or after all keys that do.
    @inline(__always)
    func prefixOrder(_ key: ByteView) -> Int {
        if prefixLength == 0 { return 0 }
        if prefixLength <= 8, key.count >= prefixLength {
            let shift = UInt64(64 - 8 * prefixLength)
            let ours = node.u64(Self.prefixStart(byteCount)).byteSwapped &>> shift
            let theirs = key.searchHead(0) &>> shift
            return theirs == ours ? 0 : (theirs < ours ? -1 : 1)
        }
        return longPrefixOrder(key)
    }

    @inline(never)
    private func longPrefixOrder(_ key: ByteView) -> Int {
        let prefix = prefix
        let common = prefix.commonPrefix(key)
        if common == prefix.count { return 0 }
        return common < key.count && key[common] > prefix[common] ? 1 : -1
    }

    /// Where the key is, or where it belongs: the number of keys below it.
    @inline(__always)
    func position(of key: ByteView) -> (index: Int, isFound: Bool) {
        let order = prefixOrder(key)
        guard order == 0 else { return (order < 0 ? 0 : count, false) }
        let value = key.searchHead(prefixLength)
        return position(of: key, value, in: window(value))
    }

    /// As above, for a key that begins with the prefix and whose head and window are known.
    @inline(__always)
    func position(
        of key: ByteView, _ value: UInt64, in window: (first: Int, length: Int)
    ) -> (index: Int, isFound: Bool) {
        let index = lowerBound(value, in: window)
        guard index < count, head(index) == value else { return (index, false) }
        guard isFixed else { return positionAmongTies(key, from: index, value) }
        if key.count == keyLength { return (index, true) }
        // Zeros stand for missing bytes: the shorter of two keys with one head comes first.
        return (key.count > keyLength ? index + 1 : index, false)
    }

    /// The order of a key against one with the same head: −1, 0 or 1.
    @inline(__always)
    private func tieOrder(_ key: ByteView, _ index: Int) -> Int {
        let suffixLength = key.count - prefixLength
        let other = self.suffixLength(index)
        if suffixLength > 8, other > 8 {
            return key.slice(prefixLength + 8, suffixLength - 8).compare(tail(index))
        }
        return suffixLength == other ? 0 : (suffixLength < other ? -1 : 1)
    }

    /// True if the key at a place is this one.
    @inline(__always)
    func holds(_ key: ByteView, at index: Int) -> Bool {
        guard prefixOrder(key) == 0, head(index) == key.searchHead(prefixLength) else { return false }
        return isFixed ? key.count == keyLength : tieOrder(key, index) == 0
    }

    private func positionAmongTies(
        _ key: ByteView, from first: Int, _ value: UInt64
    ) -> (index: Int, isFound: Bool) {
        let order = tieOrder(key, first)
        if order <= 0 { return (first, order == 0) }
        var low = first + 1
        guard low < count, head(low) == value else { return (low, false) }
        var high = value == .max ? count : lowerBound(value + 1, in: window(value + 1))
        while low < high {
            let middle = (low + high) >> 1
            let order = tieOrder(key, middle)
            if order == 0 { return (middle, true) }
            if order < 0 { high = middle } else { low = middle + 1 }
        }
        return (low, false)
    }

    /// True if the key comes after all keys here.
    @inline(__always)
    func isAboveLast(_ key: ByteView) -> Bool {
        let order = prefixOrder(key)
        guard order == 0, count > 0 else { return order > 0 || count == 0 }
        let value = key.searchHead(prefixLength)
        let last = head(count - 1)
        return value != last ? value > last : tieOrder(key, count - 1) > 0
    }
}
