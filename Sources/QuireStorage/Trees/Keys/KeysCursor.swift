// A place in the order of a keys tree, which moves both ways.

/// Stands on an entry, or nowhere: at first, and after it moved past an end. Valid until the tree changes. A step costs
/// a few nanoseconds inside a leaf.
package struct KeysCursor {
    private var tree: BTree<BytesInner>
    private var leaf: KeysLeaf?
    private var index = 0
    private var length = 0
    private let buffer: KeyBuffer

    package init(_ keys: KeysTree) {
        // With a path of its own: a lookup in the tree must not lead the cursor elsewhere.
        tree = BTree(space: keys.space, id: keys.id, root: keys.root, leafKind: .keysLeaf)
        buffer = KeyBuffer(pageSize: keys.space.pageSize)
    }

    /// The key of the entry that the cursor stands on; valid until it moves.
    package var key: ByteView { buffer.node.bytes(at: 0, count: length) }

    /// The value of the entry that the cursor stands on.
    package var value: UInt64 { leaf?.value(index) ?? 0 }

    /// To the first entry whose key is not below this one; false if there is none.
    package mutating func seek(_ key: ByteView) throws(StorageError) -> Bool {
        guard !tree.isEmpty else { return false }
        let node = try tree.descend { node, byteCount in BytesInner.search(node, key: key, byteCount: byteCount) }
        let found = KeysLeaf(node, byteCount: tree.space.pageSize)
        let position = found.block.position(of: key).index
        if position < found.count { return stand(found, position) }
        return try enter(tree.neighbour(forward: true), forward: true)
    }

    package mutating func toFirst() throws(StorageError) -> Bool {
        guard !tree.isEmpty else { return false }
        return try enter(tree.descend { _, _ in 0 }, forward: true)
    }

    package mutating func toLast() throws(StorageError) -> Bool {
        guard !tree.isEmpty else { return false }
        return try enter(tree.descend { node, _ in node.count - 1 }, forward: false)
    }

    package mutating func toNext() throws(StorageError) -> Bool {
        guard let leaf else { return false }
        if index + 1 < leaf.count {
            index += 1
            length = leaf.block.load(index, into: buffer.node, hasPrefix: true)
            return true
        }
        return try enter(tree.neighbour(forward: true), forward: true)
    }

    package mutating func toPrevious() throws(StorageError) -> Bool {
        guard let leaf else { return false }
        if index > 0 {
            index -= 1
            length = leaf.block.load(index, into: buffer.node, hasPrefix: true)
            return true
        }
        return try enter(tree.neighbour(forward: false), forward: false)
    }

    private mutating func enter(_ node: Node?, forward: Bool) throws(StorageError) -> Bool {
        leaf = nil
        guard let node else { return false }
        let entered = KeysLeaf(node, byteCount: tree.space.pageSize)
        return stand(entered, forward ? 0 : entered.count - 1)
    }

    private mutating func stand(_ leaf: KeysLeaf, _ index: Int) -> Bool {
        self.leaf = leaf
        self.index = index
        length = leaf.block.load(index, into: buffer.node)
        return true
    }
}
