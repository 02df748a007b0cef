// Slots of a column leaf come and go.

extension ColumnLeaf {
    /// Makes a slot of zeros (nil where nil is a value) for a row; nil if the leaf must be rebuilt for it, or has it.
    static func insertRow(_ node: Node, _ row: UInt64) -> Int? {
        let count = node.count
        let capacity = capacity(node)
        guard row >= node.owner || count == 0 else { return nil }
        if count == 0 { node.owner = row }
        let difference = row - node.owner
        if isSparse(node) {
            guard count < capacity, difference <= UInt64(UInt32.max) else { return nil }
            let slot = sparseLowerBound(node, difference)
            guard slot == count || UInt64(node.u32(rowsOffset(node) + 4 * slot)) != difference else { return nil }
            insertSlots(node, at: slot, 1)
            node.setU32(rowsOffset(node) + 4 * slot, UInt32(difference))
            return slot
        }
        // A few skipped ids become dead slots: cheaper than giving up the dense form.
        guard difference < UInt64(capacity), difference < UInt64(count + 16) else { return nil }
        let slot = Int(difference)
        guard slot >= count || !isLive(node, slot) else { return nil }
        if slot >= count { node.count = slot + 1 }
        setBit(node, rowsOffset(node), slot, true)
        node.setU16(liveCountOffset, UInt16(liveCount(node) + 1))
        initializeSlots(node, slot..<slot + 1)
        return slot
    }

    /// Takes the slot of a row away. Its heap bytes become garbage; references in its cells are the caller's to free first.
    static func removeRow(_ node: Node, _ slot: Int) {
        if isSparse(node) {
            removeSlots(node, slot..<slot + 1)
            return
        }
        clearSlots(node, slot..<slot + 1)
        setBit(node, rowsOffset(node), slot, false)
        node.setU16(liveCountOffset, UInt16(liveCount(node) - 1))
        var count = node.count
        while count > 0, !isLive(node, count - 1) { count -= 1 }
        node.count = count
    }

    /// Shifts the slots from `index` on and makes room for `number` new ones of zeros; the capacity must hold them. Not for the
    /// dense form.
    static func insertSlots(_ node: Node, at index: Int, _ number: Int) {
        let count = node.count
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry) else { continue }
            let width = width(type)
            let start = dataOffset(entry) + width * index
            node.move(from: start, to: start + width * number, byteCount: width * (count - index))
            if nullOffset(entry) != 0 {
                moveBits(node, nullOffset(entry), from: index, to: index + number, count: count - index)
            }
        }
        if isSparse(node) {
            let start = rowsOffset(node) + 4 * index
            node.move(from: start, to: start + 4 * number, byteCount: 4 * (count - index))
            node.clear(at: start, byteCount: 4 * number)
        }
        node.count = count + number
        node.setU16(liveCountOffset, UInt16(count + number))
        clearBytes(node, index..<index + number)
        initializeSlots(node, index..<index + number)
    }

    /// Takes slots away and closes the gap. Not for the dense form.
    static func removeSlots(_ node: Node, _ range: Range<Int>) {
        let count = node.count
        clearSlots(node, range)
        let rest = count - range.upperBound
        let newCount = count - range.count
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry) else { continue }
            let width = width(type)
            let data = dataOffset(entry)
            node.move(
                from: data + width * range.upperBound, to: data + width * range.lowerBound, byteCount: width * rest)
            node.clear(at: data + width * newCount, byteCount: width * range.count)
            if nullOffset(entry) != 0 {
                moveBits(node, nullOffset(entry), from: range.upperBound, to: range.lowerBound, count: rest)
                for slot in newCount..<count { setBit(node, nullOffset(entry), slot, false) }
            }
        }
        if isSparse(node) {
            let rows = rowsOffset(node)
            node.move(from: rows + 4 * range.upperBound, to: rows + 4 * range.lowerBound, byteCount: 4 * rest)
            node.clear(at: rows + 4 * newCount, byteCount: 4 * range.count)
        }
        node.count = newCount
        node.setU16(liveCountOffset, UInt16(newCount))
    }

    /// Zeros everywhere, heap bytes to garbage, nil bits off.
    private static func clearSlots(_ node: Node, _ range: Range<Int>) {
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry), type.isCell else { continue }
            for slot in range {
                let offset = cellOffset(entry, slot)
                let byteCount = heapByteCount(node, cellAt: offset)
                guard byteCount > 0 else { continue }
                node.clear(at: Int(node.u32(offset)), byteCount: byteCount)
                addGarbage(node, byteCount)
            }
        }
        clearBytes(node, range)
    }

    private static func clearBytes(_ node: Node, _ range: Range<Int>) {
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry) else { continue }
            node.clear(at: dataOffset(entry) + width(type) * range.lowerBound, byteCount: width(type) * range.count)
            guard nullOffset(entry) != 0 else { continue }
            for slot in range { setBit(node, nullOffset(entry), slot, false) }
        }
    }

    /// nil where nil is a value.
    private static func initializeSlots(_ node: Node, _ range: Range<Int>) {
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard nullOffset(entry) != 0 else { continue }
            for slot in range { setBit(node, nullOffset(entry), slot, true) }
        }
    }

    /// Moves bits inside a bitmap; the ranges may overlap.
    private static func moveBits(_ node: Node, _ offset: Int, from source: Int, to destination: Int, count: Int) {
        func bit(_ index: Int) -> Bool { node.u8(offset + index >> 3) >> UInt8(index & 7) & 1 != 0 }
        if destination > source {
            for index in stride(from: count - 1, through: 0, by: -1) {
                setBit(node, offset, destination + index, bit(source + index))
            }
        } else {
            for index in 0..<count { setBit(node, offset, destination + index, bit(source + index)) }
        }
    }
}
