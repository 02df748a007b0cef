// Where a node refers to other nodes: the one place that placement, checking and evacuation ask.

package enum NodeChildren {
    /// Calls `visit` with the byte offset of each reference stored in the node. `onlyDirty` may leave out references that
    /// cannot be dirty; it is a shortcut, not a promise.
    package static func forEachReference(
        in node: Node, byteCount: Int, onlyDirty: Bool, _ visit: (Int) throws(StorageError) -> Void
    ) throws(StorageError) {
        switch node.kind {
        case .integerInner: try IntegerInner.forEachReference(node, byteCount: byteCount, visit)
        case .bytesInner: try BytesInner.forEachReference(node, byteCount: byteCount, visit)
        case .columnLeaf: try ColumnLeaf.forEachReference(node, visit)
        case .pairsLeaf, .keysLeaf, .overflow, .bitmapLeaf, nil: break
        }
    }
}

extension IntegerInner {
    static func forEachReference(
        _ node: Node, byteCount: Int, _ visit: (Int) throws(StorageError) -> Void
    ) throws(StorageError) {
        let first = NodeHeader.byteCount + 16 * capacity(byteCount)
        for index in 0..<node.count { try visit(first + 8 * index) }
    }
}
