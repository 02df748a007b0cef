// What a page must look like inside before anything else reads it.

package enum NodeCheck {
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
