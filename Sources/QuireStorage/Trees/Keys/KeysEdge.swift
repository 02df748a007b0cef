// The short way for keys that arrive in ascending order: no descent, no question whether nodes may be written.

/// The last leaf of a tree and the counts above it, by address; good as long as no node of the session moved, which the
/// stamp of the page space tells. The tree forgets it when its shape or its root changes.
struct KeysEdge {
    private var leaf: Node?
    private var stamp: UInt64 = 0
    /// Where the nodes above count what is in the leaf.
    private var counts: [(node: Node, offset: Int)] = []

    @inline(__always)
    mutating func forget() { leaf = nil }

    /// Remembers the leaf to which the path of the tree leads. It must be the last one, and all nodes writable.
    mutating func remember(_ tree: BTree<BytesInner>) throws(StorageError) {
        counts.removeAll(keepingCapacity: true)
        let byteCount = tree.space.pageSize
        for step in tree.path {
            let node = try tree.space.node(step.reference)
            counts.append((node, BytesInner.counts(node, byteCount) + 8 * step.index))
        }
        leaf = try tree.space.node(tree.leaf)
        stamp = tree.space.stampCell.pointee
    }

    /// Adds a key behind all others; false, with nothing changed, if it does not belong or fit there.
    @inline(__always)
    func append(_ key: ByteView, _ value: UInt64, _ space: PageSpace) -> Bool {
        guard let leaf, stamp == space.stampCell.pointee else { return false }
        let view = KeysLeaf(leaf, byteCount: space.pageSize)
        guard view.block.isAboveLast(key), view.insert(key, value, at: view.count) else { return false }
        for place in counts { place.node.setU64(place.offset, place.node.u64(place.offset) &+ 1) }
        return true
    }
}
