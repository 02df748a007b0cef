// Collects neighbouring nodes, so that a run of pages goes to the file in one write.

/// Nodes are written in the order in which they are added; a write goes out when the next node is not a neighbour, or
/// when a mebibyte has come together.
final class RunWriter {
    private static let capacity = 1 << 20

    private let file: PageFile
    private let transaction: TransactionID
    private let salt: UInt32
    private var buffer: ZeroedBuffer?
    /// What the next writer may use again.
    var spareBuffer: ZeroedBuffer? { buffer }
    private var firstPage = 0
    private var pageCount = 0
    /// The nodes in the buffer.
    private var waiting: [(page: PageNumber, pageCount: Int)] = []

    private(set) var runs: [PageRun] = []
    private var checksums: [UInt64] = []
    /// What was written.
    var manifest: Manifest { Manifest(runs: runs, checksums: checksums) }

    init(_ file: PageFile, transaction: TransactionID, salt: UInt64, reusing buffer: ZeroedBuffer? = nil) {
        self.file = file
        self.buffer = buffer
        self.transaction = transaction
        self.salt = UInt32(truncatingIfNeeded: salt)
    }

    /// Memory for a node that goes to `page`, to fill before `finish`. Holds arbitrary bytes.
    func begin(_ page: Int, pageCount count: Int, remaining: Int) throws(StorageError) -> Node {
        let byteCount = count * file.pageSize
        if page != firstPage + pageCount || (pageCount * file.pageSize + byteCount) > (buffer?.byteCount ?? 0) {
            try flush()
        }
        if pageCount == 0 {
            // The buffer of a smaller commit would cut this one into as small writes.
            let wanted = max(byteCount, min(Self.capacity, remaining * file.pageSize))
            if wanted > buffer?.byteCount ?? 0 { buffer = ZeroedBuffer(byteCount: wanted) }
            firstPage = page
        }
        guard let buffer else { preconditionFailure("a buffer was made above") }
        return buffer.node.part(at: pageCount * file.pageSize)
    }

    /// The node that was begun is complete but for its header: gives the reference to it.
    func finish(_ node: Node, pageCount count: Int) -> NodeReference {
        let page = PageNumber(UInt32(firstPage + pageCount))
        let checksum = file.seal(node, at: page, pageCount: count, transaction, salt)
        checksums.append(checksum)
        waiting.append((page, count))
        if let last = runs.last, last.end == page.rawValue {
            runs[runs.count - 1] = PageRun(first: last.first, count: last.count + count)
        } else {
            runs.append(PageRun(first: page, count: count))
        }
        pageCount += count
        return NodeReference(page: page, tag: UInt32(truncatingIfNeeded: checksum))
    }

    func flush() throws(StorageError) {
        guard let buffer, pageCount > 0 else { return }
        let (offset, byteCount) = (firstPage * file.pageSize, pageCount * file.pageSize)
        try file.storage.write(buffer.bytes(byteCount), at: offset)
        file.storage.startWriting(at: offset, byteCount: byteCount)
        for (node, checksum) in zip(waiting, checksums.suffix(waiting.count)) {
            file.trust(node.page, pageCount: node.pageCount, checksum: checksum)
        }
        waiting.removeAll(keepingCapacity: true)
        pageCount = 0
    }
}

extension PageFile {
    /// Fills in the parts of the header that placement knows, and the checksum, which it gives.
    func seal(
        _ node: Node, at page: PageNumber, pageCount: Int, _ transaction: TransactionID, _ salt: UInt32
    ) -> UInt64 {
        node.setU64(NodeHeader.transaction, transaction.rawValue)
        node.setU32(NodeHeader.salt, salt)
        node.setU32(NodeHeader.page, page.rawValue)
        let byteCount =
            node.kind == .overflow
            ? OverflowRun.headByteCount(Int(node.u64(OverflowRun.Offset.byteCount))) : pageCount * pageSize
        let checksum = Self.checksum(node, byteCount: byteCount, seed.node(page))
        node.setU64(NodeHeader.checksum, checksum)
        return checksum
    }
}
