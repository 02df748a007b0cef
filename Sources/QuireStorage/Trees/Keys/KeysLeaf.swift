// The leaf of a keys tree: sorted byte keys, each with a 64-bit value (Spec/FileFormat.md, "Keys leaf").

/// A view of one leaf, one page long. A change inside the leaf ends the view; the methods that change give the new
/// state to the node alone.
struct KeysLeaf {
    let block: KeysBlock

    @inline(__always)
    init(_ node: Node, byteCount: Int) { block = KeysBlock(node, count: node.count, byteCount: byteCount) }

    @inline(__always)
    var node: Node { block.node }

    @inline(__always)
    var count: Int { block.count }

    // MARK: Values

    /// True if values take 8 bytes each; else they are 4-byte differences to the base. The general form is always wide.
    @inline(__always)
    var isWide: Bool { node.u8(NodeHeader.flags) & KeysBlock.Flag.wideValues != 0 }

    @inline(__always)
    private var base: UInt64 { node.u64(KeysBlock.Field.base) }

    /// Where the values begin.
    @inline(__always)
    private var values: Int { block.isFixed ? block.heads + 8 * block.capacity : block.payload }

    @inline(__always)
    private var valueByteCount: Int { isWide ? 8 : 4 }

    /// Where the arrays end and the heap may begin.
    var arraysEnd: Int { values + valueByteCount * block.capacity }

    @inline(__always)
    func value(_ index: Int) -> UInt64 {
        isWide ? node.u64(values + 8 * index) : base &+ UInt64(node.u32(values + 4 * index))
    }

    /// True if the leaf can hold the value without a new shape.
    private func accepts(_ value: UInt64) -> Bool { isWide || value &- base <= UInt64(UInt32.max) }

    private func store(_ value: UInt64, at index: Int) {
        if isWide {
            node.setU64(values + 8 * index, value)
        } else {
            node.setU32(values + 4 * index, UInt32(truncatingIfNeeded: value &- base))
        }
    }

    // MARK: Finding

    @inline(__always)
    func find(_ key: ByteView) -> UInt64? {
        guard block.prefixOrder(key) == 0 else { return nil }
        let head = key.searchHead(block.prefixLength)
        let window = block.window(head)
        // Zero; but it makes the processor fetch the cache lines of the values and slots that the window allows while
        // it still waits for those of the heads.
        let nothing = (valuesTouched(window) | block.slotsTouched(window)) & block.neverSet
        let (index, isFound) = block.position(of: key, head, in: window)
        return isFound ? value(index) &+ nothing : nil
    }

    @inline(__always)
    private func valuesTouched(_ window: (first: Int, length: Int)) -> UInt64 {
        let width = valueByteCount
        let first = values &+ width &* window.first
        return UInt64(node.u32(first) | node.u32(first &+ width &* (window.length &- 1)))
    }

    // MARK: Changing in place

    /// Puts a new key in at its place; false, with nothing changed, if the leaf must be written anew for it.
    func insert(_ key: ByteView, _ value: UInt64, at index: Int) -> Bool {
        guard accepts(value), block.hasRoom(for: key, arraysEnd: arraysEnd) else { return false }
        let width = valueByteCount
        let values = values
        block.insert(key, at: index)
        node.move(
            from: values + width * index, to: values + width * (index + 1), byteCount: width * (count - index))
        store(value, at: index)
        node.count = count + 1
        if index == 0 { node.owner = key.head(0) }
        return true
    }

    /// False, with nothing changed, if the leaf must be written anew for the value.
    func setValue(_ value: UInt64, at index: Int) -> Bool {
        guard accepts(value) else { return false }
        store(value, at: index)
        return true
    }

    /// Takes an entry out. The leaf keeps its shape.
    func remove(at index: Int, buffer: KeyBuffer) {
        let width = valueByteCount
        node.move(
            from: values + width * (index + 1), to: values + width * index, byteCount: width * (count - index - 1))
        node.clear(at: values + width * (count - 1), byteCount: width)
        block.remove(index..<index + 1)
        node.count = count - 1
        if index == 0 { KeysLeaf(node, byteCount: block.byteCount).updateOwner(buffer) }
    }

    /// The node's owner is the head of its first key, so that a walk finds the leaf's place in the tree.
    func updateOwner(_ buffer: KeyBuffer) {
        guard count > 0 else { return }
        let length = block.load(0, into: buffer.node)
        node.owner = buffer.node.bytes(at: 0, count: length).head(0)
    }

    // MARK: Fill

    /// Bytes in use, gaps in the heap included.
    var usedByteCount: Int {
        block.heads + (8 + (block.isFixed ? 0 : 4) + valueByteCount) * count + block.heapByteCount
    }

    /// True if the leaf should be joined with a neighbour.
    var isUnderfull: Bool { usedByteCount < block.byteCount / 3 }

    /// What contradicts itself inside the node, or nil. Called before anything else reads the page.
    static func problem(_ node: Node, byteCount: Int) -> String? {
        let flags = node.u8(NodeHeader.flags)
        guard node.level == 0 else { return "a leaf of keys at level \(node.level)" }
        guard flags == KeysBlock.Flag.wideValues || flags & ~KeysBlock.Flag.wideValues == KeysBlock.Flag.fixed else {
            return "a leaf of keys with flags \(flags)"
        }
        guard node.count >= 1 else { return "a leaf of keys without keys" }
        let base = node.u64(KeysBlock.Field.base)
        guard base <= (flags & KeysBlock.Flag.wideValues != 0 ? 0 : UInt64.max - UInt64(UInt32.max)) else {
            return "values that count from \(base)"
        }
        return KeysBlock.problem(node, count: node.count, byteCount: byteCount) { _ in
            KeysLeaf(node, byteCount: byteCount).arraysEnd
        }
    }
}
