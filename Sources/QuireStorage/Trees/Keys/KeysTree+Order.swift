// Places in the order of keys: ranks, the ends, and passing over all entries.

extension KeysTree {
    /// How many keys are below this one, whether it exists or not. O(log n).
    package func rank(of key: ByteView) throws(StorageError) -> UInt64 {
        guard !tree.isEmpty else { return 0 }
        var below: UInt64 = 0
        var descent = tree
        let node = try descent.descend { node, byteCount in
            let index = BytesInner.search(node, key: key, byteCount: byteCount)
            below &+= BytesInner.countBefore(node, index, byteCount: byteCount)
            return index
        }
        return below &+ UInt64(KeysLeaf(node, byteCount: space.pageSize).block.position(of: key).index)
    }

    /// Key and value at a place in the order, from 0; nil past the end. O(log n).
    package func entry(at rank: UInt64) throws(StorageError) -> (key: [UInt8], value: UInt64)? {
        guard rank < tree.root.count else { return nil }
        var rest = rank
        var descent = tree
        let node = try descent.descend { node, byteCount in
            BytesInner.search(node, rank: &rest, byteCount: byteCount)
        }
        let leaf = KeysLeaf(node, byteCount: space.pageSize)
        guard rest < UInt64(leaf.count) else {
            throw .damaged(descent.leaf.page, "it holds fewer entries than its parent counts")
        }
        return (leaf.block.key(Int(rest)), leaf.value(Int(rest)))
    }

    /// The first key and its value; nil if there is none. O(log n).
    package func smallest() throws(StorageError) -> (key: [UInt8], value: UInt64)? {
        var cursor = KeysCursor(self)
        return try cursor.toFirst() ? (cursor.key.array, cursor.value) : nil
    }

    /// The last key and its value; nil if there is none. O(log n).
    package func largest() throws(StorageError) -> (key: [UInt8], value: UInt64)? {
        var cursor = KeysCursor(self)
        return try cursor.toLast() ? (cursor.key.array, cursor.value) : nil
    }

    /// Passes over the entries in order, beginning with the first whose key is not below `start`, until `body` gives
    /// false. The key is valid during the call; the tree must not change meanwhile.
    package func forEach(
        from start: ByteView? = nil, _ body: (ByteView, UInt64) throws(StorageError) -> Bool
    ) throws(StorageError) {
        var cursor = KeysCursor(self)
        var isInside = if let start { try cursor.seek(start) } else { try cursor.toFirst() }
        while isInside, try body(cursor.key, cursor.value) { isInside = try cursor.toNext() }
    }
}
