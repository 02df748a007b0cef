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

    /// Writes a node of zeros that `fill` changes, and gives the reference to it.
    func add(
        _ kind: NodeKind, level: Int, log2Pages: Int = 0, tree: TreeID = TreeID(20), _ fill: (Node) throws -> Void
    ) throws -> NodeReference {
        let buffer = ZeroedBuffer(byteCount: pageSize << log2Pages)
        buffer.node.initializeHeader(kind: kind, level: level, log2Pages: log2Pages, tree: tree)
        try fill(buffer.node)
        let page = PageNumber(UInt32(nextPage))
        nextPage += 1 << log2Pages
        let checksum = file.seal(buffer.node, at: page, pageCount: 1 << log2Pages, TransactionID(1), 0)
        try storage.write(buffer.bytes(buffer.byteCount), at: Int(page.rawValue) * pageSize)
        return NodeReference(page: page, tag: UInt32(truncatingIfNeeded: checksum))
    }
}
