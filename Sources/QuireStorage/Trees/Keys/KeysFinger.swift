// The short way to keys that are asked for in the order in which they stand: the next key is looked at before a
// descent.

/// A place in a leaf, by address; good as long as no node of the session moved, which the stamp of the page space
/// tells. Keys may come and go in the leaf meanwhile: the key at the place is always compared.
struct KeysFinger {
    private var leaf: Node?
    private var stamp: UInt64 = 0
    private var index = 0

    @inline(__always)
    mutating func forget() { leaf = nil }

    @inline(__always)
    mutating func remember(_ leaf: KeysLeaf, _ index: Int, _ space: PageSpace) {
        self.leaf = leaf.node
        self.index = index
        stamp = space.stampCell.pointee
    }

    /// The value of the key if it is the next one in the leaf; the finger moves there.
    @inline(__always)
    mutating func advance(to key: ByteView, _ space: PageSpace) -> UInt64? {
        guard let leaf, stamp == space.stampCell.pointee else { return nil }
        let view = KeysLeaf(leaf, byteCount: space.pageSize)
        let next = index + 1
        guard next < view.count, view.block.holds(key, at: next) else { return nil }
        index = next
        return view.value(next)
    }
}
