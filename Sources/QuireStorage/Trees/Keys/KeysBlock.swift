// Sorted byte keys inside a node: what the leaves and the inner nodes of a keys tree have in common
// (Spec/FileFormat.md, "Keys block").

/// The keys of one node: their common prefix once, the eight bytes after it of each key as a number (its head), and
/// what is longer than that in a heap at the node's end. Every key is unique, and the order is that of unsigned bytes.
///
/// The fixed form has keys of one length that end within their heads; it needs neither slots nor heap.
struct KeysBlock {
    enum Field {
        static let prefixLength = 50
        static let keyLength = 52
        static let heapByteCount = 54
        static let base = 56
        static let samples = 64
    }

    /// Bits of the node's flags.
    enum Flag {
        static let fixed: UInt8 = 1
        static let wideValues: UInt8 = 2
    }

    static let sampleCount = 16
    /// Smaller nodes have no samples: they would take a quarter of a 512-byte page.
    static let sampledByteCount = 2048

    let node: Node
    let byteCount: Int
    /// How many keys there are; an inner node has one less than entries.
    let count: Int
    let prefixLength: Int
    /// Where the heads begin.
    let heads: Int

    @inline(__always)
    init(_ node: Node, count: Int, byteCount: Int) {
        self.node = node
        self.byteCount = byteCount
        self.count = count
        prefixLength = Int(node.u16(Field.prefixLength))
        heads = Self.heads(prefixLength: prefixLength, byteCount: byteCount)
    }

    /// Longer keys are refused.
    @inline(__always)
    static func maximumKeyLength(_ byteCount: Int) -> Int { byteCount >> 3 }

    @inline(__always)
    static func prefixStart(_ byteCount: Int) -> Int {
        byteCount >= sampledByteCount ? Field.samples + 8 * sampleCount : Field.samples
    }

    @inline(__always)
    static func heads(prefixLength: Int, byteCount: Int) -> Int { (prefixStart(byteCount) + prefixLength + 7) & ~7 }

    /// Where what follows heads and slots begins.
    @inline(__always)
    static func payload(heads: Int, capacity: Int) -> Int { (heads + 12 * capacity + 7) & ~7 }

    // MARK: Parts

    /// How many keys the arrays have room for.
    @inline(__always)
    var capacity: Int { Int(node.layout) }

    @inline(__always)
    var isFixed: Bool { node.u8(NodeHeader.flags) & Flag.fixed != 0 }

    /// The length of every key; only in the fixed form.
    @inline(__always)
    var keyLength: Int { Int(node.u16(Field.keyLength)) }

    /// Bytes at the node's end that keys take or have taken.
    @inline(__always)
    var heapByteCount: Int { Int(node.u16(Field.heapByteCount)) }

    /// Where what follows heads and slots begins; not for the fixed form, which has no slots.
    @inline(__always)
    var payload: Int { Self.payload(heads: heads, capacity: capacity) }

    /// Zero, because a prefix is at most 8 KiB long; the compiler does not know.
    @inline(__always)
    var neverSet: UInt64 { UInt64(truncatingIfNeeded: prefixLength >> 14) }

    @inline(__always)
    var prefix: ByteView { node.bytes(at: Self.prefixStart(byteCount), count: prefixLength) }

    @inline(__always)
    func head(_ index: Int) -> UInt64 { node.u64(heads + 8 * index) }

    @inline(__always)
    private func slot(_ index: Int) -> Int { heads + 8 * capacity + 4 * index }

    /// How long the key is after the prefix.
    @inline(__always)
    func suffixLength(_ index: Int) -> Int {
        isFixed ? keyLength - prefixLength : Int(node.u16(slot(index) + 2))
    }

    /// What follows the head of a key that is longer.
    @inline(__always)
    func tail(_ index: Int) -> ByteView {
        guard !isFixed else { return node.bytes(at: 0, count: 0) }
        let slot = slot(index)
        return node.bytes(at: Int(node.u16(slot)), count: max(0, Int(node.u16(slot + 2)) - 8))
    }

    @inline(__always)
    func setSlot(_ index: Int, offset: Int, suffixLength: Int) {
        node.setU16(slot(index), UInt16(truncatingIfNeeded: offset))
        node.setU16(slot(index) + 2, UInt16(truncatingIfNeeded: suffixLength))
    }

    func slotOffset(_ index: Int) -> Int { Int(node.u16(slot(index))) }

    /// Reads the first and the last slot of a window; see `KeysLeaf.find`.
    @inline(__always)
    func slotsTouched(_ window: (first: Int, length: Int)) -> UInt64 {
        guard !isFixed else { return 0 }
        return UInt64(node.u32(slot(window.first)) | node.u32(slot(window.first &+ window.length &- 1)))
    }

    /// Moves the slots of a range by some places.
    func moveSlots(_ range: Range<Int>, by places: Int) {
        node.move(from: slot(range.lowerBound), to: slot(range.lowerBound + places), byteCount: 4 * range.count)
    }

    func clearSlots(_ range: Range<Int>) { node.clear(at: slot(range.lowerBound), byteCount: 4 * range.count) }

    // MARK: Keys

    /// Writes a key into a buffer and gives its length. If the buffer held another key of this block before,
    /// `hasPrefix` saves copying the prefix once more.
    @inline(__always)
    func load(_ index: Int, into buffer: Node, hasPrefix: Bool = false) -> Int {
        if !hasPrefix { buffer.copy(from: prefix, to: 0) }
        buffer.setU64(prefixLength, head(index).byteSwapped)
        let length = suffixLength(index)
        if length > 8 { buffer.copy(from: tail(index), to: prefixLength + 8) }
        return prefixLength + length
    }

    /// A copy of a key.
    func key(_ index: Int) -> [UInt8] {
        var bytes = prefix.array
        let length = suffixLength(index)
        let head = head(index)
        for position in 0..<min(length, 8) {
            bytes.append(UInt8(truncatingIfNeeded: head &>> UInt64(56 - 8 * position)))
        }
        if length > 8 { bytes += tail(index).array }
        return bytes
    }
}

/// Memory for one key while it is put together. Keys are at most an eighth of a page, and the head is written whole.
final class KeyBuffer {
    let node: Node

    init(pageSize: Int) { node = .allocate(byteCount: KeysBlock.maximumKeyLength(pageSize) + 16) }

    deinit { node.deallocate() }
}
