// Leaves of the free bitmap (Spec/FileFormat.md, "Bitmap leaf").

/// One page: behind the header a bit for each page of a stretch of the file, 1 for a free one. `owner` in the header
/// is the first page of the stretch, `count` the number of free pages in it.
enum BitmapLeaf {
    /// The tree to which the nodes of the free bitmap belong.
    static let tree = TreeID(3)

    static func wordCount(pageSize: Int) -> Int { (pageSize - NodeHeader.byteCount) / 8 }
    static func bitCount(pageSize: Int) -> Int { 64 * wordCount(pageSize: pageSize) }

    static func word(_ node: Node, _ index: Int) -> UInt64 { node.u64(NodeHeader.byteCount + 8 * index) }

    static func encode(_ words: [UInt64], firstPage: Int, freeCount: Int, into node: Node) {
        node.initializeHeader(kind: .bitmapLeaf, level: 0, log2Pages: 0, tree: tree)
        node.owner = UInt64(firstPage)
        node.count = freeCount
        unsafe words.withUnsafeBytes { words in unsafe node.copy(from: ByteView(words), to: NodeHeader.byteCount) }
    }

    /// What contradicts itself inside the node, or nil.
    static func problem(_ node: Node, byteCount: Int) -> String? {
        guard node.level == 0, node.log2Pages == 0 else { return "a bitmap leaf of the wrong level or size" }
        var freeCount = 0
        for index in 0..<wordCount(pageSize: byteCount) { freeCount += word(node, index).nonzeroBitCount }
        guard freeCount == node.count else { return "a bitmap leaf counts \(node.count) free pages, not \(freeCount)" }
        guard node.owner % UInt64(bitCount(pageSize: byteCount)) == 0, node.owner < UInt64(PageNumber.limit) else {
            return "a bitmap leaf of a stretch that does not exist"
        }
        return nil
    }
}
