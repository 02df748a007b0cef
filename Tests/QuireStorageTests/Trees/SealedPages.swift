// Pages as somebody makes them who knows the format: right checksums around any content.

@testable import QuireStorage

/// A file of small pages that a test fills node by node, and a transaction over it.
final class SealedPages {
    let pageSize: Int
    let file: PageFile
    let space: PageSpace
    private let storage: MemoryFile
    private var nextPage: Int

    init(pageSize: Int = 512) throws {
        self.pageSize = pageSize
        storage = MemoryFile(name: "sealed")
        try storage.truncate(to: 1 << 20)
        file = try PageFile(
            storage: storage, pageSize: pageSize, seed: ChecksumSeed(fileID: (1, 2)), byteCount: 1 << 20,
            readsByCopying: false)
        nextPage = FileLayout.firstPage(pageSize: pageSize)
        space = PageSpace(file: file)
        space.beginWriting()
    }

    /// Writes a node of zeros that `fill` changes, and gives the reference to it. It takes as many pages as its header
    /// says then, sixteen at most; a long value takes one.
    func add(_ kind: NodeKind, level: Int, _ fill: (Node) throws -> Void) throws -> NodeReference {
        let buffer = ZeroedBuffer(byteCount: 16 * pageSize)
        let node = buffer.node
        node.initializeHeader(kind: kind, level: level, log2Pages: 0, tree: TreeID(20))
        try fill(node)
        let page = PageNumber(UInt32(nextPage))
        let pageCount = node.kind == .overflow ? 1 : 1 << min(node.log2Pages, 4)
        nextPage += pageCount
        let checksum = file.seal(node, at: page, pageCount: pageCount, TransactionID(1), 0)
        try storage.write(buffer.bytes(pageCount * pageSize), at: Int(page.rawValue) * pageSize)
        return NodeReference(page: page, tag: UInt32(truncatingIfNeeded: checksum))
    }
}
