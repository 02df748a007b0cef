// What a page must look like inside before anything else reads it.

package enum NodeCheck {
    /// What is wrong with a page that comes from the file: `problem`, or a reference that only memory may hold.
    static func pageProblem(_ node: Node, byteCount: Int) -> String? {
        if let problem = problem(node, byteCount: byteCount) { return problem }
        var hasDirty = false
        do throws(StorageError) {
            try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: false) {
                offset throws(StorageError) in
                if NodeReference(rawValue: node.u64(offset)).isDirty { hasDirty = true }
            }
        } catch { return error.message }
        return hasDirty ? "it refers to a page number above the limit" : nil
    }

    /// What contradicts itself inside a node whose checksum is right, or nil. Looks at the node alone, needs no schema, and
    /// reads nothing outside of `byteCount`, whatever the bytes are.
    package static func problem(_ node: Node, byteCount: Int) -> String? {
        switch node.kind {
        case .integerInner: IntegerInner.problem(node, byteCount: byteCount)
        case .bytesInner: BytesInner.problem(node, byteCount: byteCount)
        case .keysLeaf: KeysLeaf.problem(node, byteCount: byteCount)
        case .columnLeaf: ColumnLeaf.problem(node, byteCount: byteCount)
        case .pairsLeaf: PairsLeaf.problem(node, byteCount: byteCount)
        case .bitmapLeaf: BitmapLeaf.problem(node, byteCount: byteCount)
        case .overflow: OverflowRun.problem(node)
        case nil: "an unknown kind of node (\(node.u8(NodeHeader.kind)))"
        }
    }
}
