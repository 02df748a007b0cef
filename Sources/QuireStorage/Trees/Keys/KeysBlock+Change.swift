// Changing the keys of a node in place, and writing them anew.

extension KeysBlock {
    /// True if the key can be put in between the others without moving anything but array elements.
    func hasRoom(for key: ByteView, arraysEnd: Int) -> Bool {
        guard count < capacity, key.count >= prefixLength, prefixOrder(key) == 0 else { return false }
        if isFixed { return key.count == keyLength }
        return arraysEnd + heapByteCount + max(0, key.count - prefixLength - 8) <= byteCount
    }

    /// Opens a place at `index` and writes the key there. The caller made sure that there is room, moves what goes with
    /// the keys, and raises the node's count.
    func insert(_ key: ByteView, at index: Int) {
        node.move(from: heads + 8 * index, to: heads + 8 * (index + 1), byteCount: 8 * (count - index))
        node.setU64(heads + 8 * index, key.searchHead(prefixLength))
        if !isFixed {
            moveSlots(index..<count, by: 1)
            write(key, slot: index)
        }
        if index < count {
            KeysBlock(node, count: count + 1, byteCount: byteCount).updateSamples(from: index)
        } else {
            appendSample()
        }
    }

    /// A key was added behind the `count` others.
    @inline(__always)
    private func appendSample() {
        guard byteCount >= Self.sampledByteCount else { return }
        let (samples, rest) = UInt32(count + 1).quotientAndRemainder(dividingBy: UInt32(sampleStride))
        if rest == 0 { node.setU64(Field.samples + 8 * (Int(samples) - 1), head(count)) }
    }

    /// Writes slot and tail of a key.
    func write(_ key: ByteView, slot index: Int) {
        let suffixLength = key.count - prefixLength
        var offset = 0
        if suffixLength > 8 {
            let heapByteCount = heapByteCount + suffixLength - 8
            offset = byteCount - heapByteCount
            node.copy(from: key.slice(prefixLength + 8, suffixLength - 8), to: offset)
            node.setU16(Field.heapByteCount, UInt16(truncatingIfNeeded: heapByteCount))
        }
        setSlot(index, offset: offset, suffixLength: suffixLength)
    }

    /// Takes keys out. The caller moves what goes with the keys, and lowers the node's count.
    func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let removed = range.count
        if !isFixed {
            for index in range { clearTail(index) }
            moveSlots(range.upperBound..<count, by: -removed)
            clearSlots(count - removed..<count)
        }
        node.move(
            from: heads + 8 * range.upperBound, to: heads + 8 * range.lowerBound,
            byteCount: 8 * (count - range.upperBound))
        node.clear(at: heads + 8 * (count - removed), byteCount: 8 * removed)
        KeysBlock(node, count: count - removed, byteCount: byteCount).updateSamples(from: range.lowerBound)
    }

    private func clearTail(_ index: Int) {
        let length = suffixLength(index) - 8
        guard length > 0 else { return }
        let offset = slotOffset(index)
        node.clear(at: offset, byteCount: length)
        // The lowest piece of the heap leaves no gap behind.
        if offset == byteCount - heapByteCount {
            node.setU16(Field.heapByteCount, UInt16(truncatingIfNeeded: heapByteCount - length))
        }
    }

    /// Brings the samples in line with the heads from `index` on.
    func updateSamples(from index: Int) {
        guard byteCount >= Self.sampledByteCount else { return }
        let stride = sampleStride
        var sample = index / stride
        var position = sample * stride + stride - 1
        while sample < Self.sampleCount {
            node.setU64(Field.samples + 8 * sample, position < count ? head(position) : .max)
            sample += 1
            position += stride
        }
    }

    /// Empties the node and gives its arrays a shape. The caller then writes heads and slots, and updates the samples.
    static func begin(
        _ node: Node, prefix: ByteView, capacity: Int, flags: UInt8, keyLength: Int, base: UInt64, byteCount: Int
    ) {
        node.clear(at: NodeHeader.kindSpecific, byteCount: byteCount - NodeHeader.kindSpecific)
        node.count = 0
        node.layout = UInt32(truncatingIfNeeded: capacity)
        node.flags = flags
        node.setU16(Field.prefixLength, UInt16(truncatingIfNeeded: prefix.count))
        node.setU16(Field.keyLength, UInt16(truncatingIfNeeded: keyLength))
        node.setU64(Field.base, base)
        node.copy(from: prefix, to: prefixStart(byteCount))
    }
}
