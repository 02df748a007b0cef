// Which slots of one leaf are still in question: what the tests of a scan pass on to each other.

/// A set of the slots of one leaf, one bit each. A class with memory of its own, so that passing one on copies nothing
/// and changing a word asks nothing.
@safe
package final class SlotMask {
    /// Bit i of word w stands for slot 64 w + i. Words behind the leaf's are left over.
    @safe @exclusivity(unchecked) private var memory: Node
    @safe @exclusivity(unchecked) private var capacity: Int
    @safe @exclusivity(unchecked) package private(set) var wordCount = 0

    package init() {
        capacity = ColumnLeaf.slotLimit / 64
        memory = Node.allocate(byteCount: 8 * capacity)
    }

    deinit { memory.deallocate() }

    /// The slots of a leaf that hold rows.
    package func reset(toRowsOf leaf: Node) {
        let count = leaf.count
        makeRoom(words: (count + 63) / 64)
        // Most leaves have a row in each slot, and say so at their beginning.
        if ColumnLeaf.liveCount(leaf) == count {
            for word in 0..<wordCount { self[word] = .max }
        } else {
            let bits = ColumnLeaf.rowsOffset(leaf)
            for word in 0..<wordCount { self[word] = leaf.u64(bits + 8 * word) }
        }
        if count & 63 != 0 { self[wordCount - 1] &= 1 << UInt64(count & 63) - 1 }
    }

    /// No slot of a leaf.
    package func reset(toNoneOf leaf: Node) {
        makeRoom(words: (leaf.count + 63) / 64)
        clear()
    }

    /// Leaves from elsewhere may have more slots than those that are written here.
    private func makeRoom(words count: Int) {
        wordCount = count
        if count <= capacity { return }
        memory.deallocate()
        capacity = count
        memory = Node.allocate(byteCount: 8 * count)
    }

    /// One word; below `wordCount`.
    @inline(__always)
    package subscript(word: Int) -> UInt64 {
        get { memory.u64(8 * word) }
        set { memory.setU64(8 * word, newValue) }
    }

    package func insert(_ slot: Int) { self[slot >> 6] |= 1 << UInt64(slot & 63) }

    package func contains(_ slot: Int) -> Bool { self[slot >> 6] >> UInt64(slot & 63) & 1 != 0 }

    package func clear() {
        for word in 0..<wordCount { self[word] = 0 }
    }

    package var isEmpty: Bool {
        for word in 0..<wordCount where self[word] != 0 { return false }
        return true
    }

    /// The lowest slot; nil if there is none.
    package var first: Int? {
        for word in 0..<wordCount where self[word] != 0 { return word << 6 | self[word].trailingZeroBitCount }
        return nil
    }

    package var population: Int {
        var total = 0
        for word in 0..<wordCount { total += self[word].nonzeroBitCount }
        return total
    }

    /// Takes the contents of another mask of the same leaf.
    package func copy(_ other: SlotMask) {
        makeRoom(words: other.wordCount)
        for word in 0..<wordCount { self[word] = other[word] }
    }

    package func subtract(_ other: SlotMask) {
        for word in 0..<wordCount { self[word] &= ~other[word] }
    }

    package func formUnion(_ other: SlotMask) {
        for word in 0..<wordCount { self[word] |= other[word] }
    }

    /// Calls `body` for each slot, in order.
    @inline(__always)
    package func forEach(_ body: (Int) throws(StorageError) -> Void) throws(StorageError) {
        for word in 0..<wordCount {
            var rest = self[word]
            while rest != 0 {
                try body(word << 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    /// Keeps the slots for which `passes` holds.
    @inline(__always)
    package func filter(_ passes: (Int) throws(StorageError) -> Bool) throws(StorageError) {
        for word in 0..<wordCount {
            var rest = self[word]
            var kept: UInt64 = 0
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if try passes(word << 6 | bit) { kept |= 1 << UInt64(bit) }
                rest &= rest &- 1
            }
            self[word] = kept
        }
    }

    /// Keeps the slots whose value is nil, or those whose value is not.
    func keep(nulls: Bool, of leaf: Node, _ entry: UInt64) {
        let offset = ColumnLeaf.nullOffset(entry)
        guard offset != 0 else {
            if nulls { clear() }
            return
        }
        for word in 0..<wordCount {
            let bits = leaf.u64(offset + 8 * word)
            self[word] &= nulls ? bits : ~bits
        }
    }
}
