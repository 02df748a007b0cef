// Which slots of one leaf are still in question: what the tests of a scan pass on to each other.

/// A set of the slots of one leaf, one bit each.
package struct SlotMask {
    /// Bit i of word w stands for slot 64 w + i. Only the words of the leaf count; those behind them are left over.
    package private(set) var words: [UInt64]
    package private(set) var wordCount = 0

    package init() { words = Array(repeating: 0, count: ColumnLeaf.slotLimit / 64) }

    /// The slots of a leaf that hold rows.
    package mutating func reset(toRowsOf leaf: Node) {
        let count = leaf.count
        makeRoom(forSlots: count)
        if ColumnLeaf.form(leaf) == .dense {
            let bits = ColumnLeaf.rowsOffset(leaf)
            for word in 0..<wordCount { words[word] = leaf.u64(bits + 8 * word) }
        } else {
            for word in 0..<wordCount { words[word] = .max }
        }
        if count & 63 != 0 { words[wordCount - 1] &= 1 << UInt64(count & 63) - 1 }
    }

    /// No slot of a leaf.
    package mutating func reset(toNoneOf leaf: Node) {
        makeRoom(forSlots: leaf.count)
        clear()
    }

    private mutating func makeRoom(forSlots count: Int) {
        wordCount = (count + 63) / 64
        // More than a leaf is written with, but a leaf from elsewhere may have them.
        if wordCount > words.count { words += Array(repeating: 0, count: wordCount - words.count) }
    }

    /// The words, to be changed one by one.
    @inline(__always)
    package subscript(word: Int) -> UInt64 {
        get { words[word] }
        set { words[word] = newValue }
    }

    package mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

    package func contains(_ slot: Int) -> Bool { words[slot >> 6] >> UInt64(slot & 63) & 1 != 0 }

    package mutating func clear() {
        for word in 0..<wordCount { words[word] = 0 }
    }

    package var isEmpty: Bool {
        for word in 0..<wordCount where words[word] != 0 { return false }
        return true
    }

    package var population: Int {
        var total = 0
        for word in 0..<wordCount { total += words[word].nonzeroBitCount }
        return total
    }

    /// Takes the contents of another mask of the same leaf.
    package mutating func copy(_ other: SlotMask) {
        wordCount = other.wordCount
        if wordCount > words.count { words += Array(repeating: 0, count: wordCount - words.count) }
        for word in 0..<wordCount { words[word] = other.words[word] }
    }

    package mutating func subtract(_ other: SlotMask) {
        for word in 0..<wordCount { words[word] &= ~other.words[word] }
    }

    package mutating func formUnion(_ other: SlotMask) {
        for word in 0..<wordCount { words[word] |= other.words[word] }
    }

    /// Calls `body` for each slot, in order.
    @inline(__always)
    package func forEach(_ body: (Int) throws(StorageError) -> Void) throws(StorageError) {
        for word in 0..<wordCount {
            var rest = words[word]
            while rest != 0 {
                try body(word << 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    /// Keeps the slots for which `passes` holds.
    @inline(__always)
    package mutating func filter(_ passes: (Int) throws(StorageError) -> Bool) throws(StorageError) {
        for word in 0..<wordCount {
            var rest = words[word]
            var kept: UInt64 = 0
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if try passes(word << 6 | bit) { kept |= 1 << UInt64(bit) }
                rest &= rest &- 1
            }
            words[word] = kept
        }
    }

    /// Keeps the slots whose value is nil, or those whose value is not.
    mutating func keep(nulls: Bool, of leaf: Node, _ entry: UInt64) {
        let offset = ColumnLeaf.nullOffset(entry)
        guard offset != 0 else {
            if nulls { clear() }
            return
        }
        for word in 0..<wordCount {
            let bits = leaf.u64(offset + 8 * word)
            words[word] &= nulls ? bits : ~bits
        }
    }
}
