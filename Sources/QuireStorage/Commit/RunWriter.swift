// Collects neighbouring nodes, so that a run of pages goes to the file in one write.

/// Nodes are written in the order in which they are added; a write goes out when the next node is not a neighbour, or
/// when a mebibyte has come together.
struct RunWriter {
    private static let capacity = 1 << 20
    /// As many pieces of memory as every system takes in one write.
    private static let mostNodes = 1024

    /// A node that waits to be written.
    private struct Waiting {
        let page: PageNumber
        let pageCount: Int
        let node: Node
    }

    private let file: PageFile
    private let transaction: TransactionID
    private let salt: UInt32
    /// Memory for nodes that have none of their own.
    private var buffer: ZeroedBuffer?
    /// How much of it nodes that wait are in.
    private var usedByteCount = 0
    /// What the next writer may use again.
    var spareBuffer: ZeroedBuffer? { buffer }
    private var waiting: [Waiting] = []
    private var waitingPageCount = 0

    private(set) var runs: [PageRun] = []
    private var checksums: [UInt64] = []
    /// What was written.
    var manifest: Manifest { Manifest(runs: runs, checksums: checksums) }

    init(
        _ file: PageFile, transaction: TransactionID, salt: UInt64, nodeCount: Int = 0,
        reusing buffer: ZeroedBuffer? = nil
    ) {
        self.file = file
        self.buffer = buffer
        self.transaction = transaction
        self.salt = UInt32(truncatingIfNeeded: salt)
        waiting.reserveCapacity(min(nodeCount, Self.mostNodes))
        checksums.reserveCapacity(nodeCount)
    }

    /// Memory for a node that goes to `page`, to fill before `finish`. Holds arbitrary bytes.
    mutating func begin(_ page: Int, pageCount: Int, remaining: Int) throws(StorageError) -> Node {
        try makeRoom(page, pageCount: pageCount)
        let byteCount = pageCount * file.pageSize
        if usedByteCount > 0, usedByteCount + byteCount > buffer?.byteCount ?? 0 { try flush() }
        if usedByteCount == 0 {
            // The buffer of a smaller commit would cut this one into as small writes.
            let wanted = max(byteCount, min(Self.capacity, remaining * file.pageSize))
            if wanted > buffer?.byteCount ?? 0 { buffer = ZeroedBuffer(byteCount: wanted) }
        }
        guard let buffer else { preconditionFailure("a buffer was made above") }
        defer { usedByteCount += byteCount }
        return buffer.node.part(at: usedByteCount)
    }

    /// The node that was begun for `page` is complete but for its header: gives the reference to it.
    mutating func finish(_ node: Node, at page: Int, pageCount: Int) -> NodeReference {
        let place = PageNumber(UInt32(page))
        let checksum = file.seal(node, at: place, pageCount: pageCount, transaction, salt)
        checksums.append(checksum)
        waiting.append(Waiting(page: place, pageCount: pageCount, node: node))
        waitingPageCount += pageCount
        if let last = runs.last, last.end == place.rawValue {
            runs[runs.count - 1] = PageRun(first: last.first, count: last.count + pageCount)
        } else {
            runs.append(PageRun(first: place, count: pageCount))
        }
        return NodeReference(page: place, tag: UInt32(truncatingIfNeeded: checksum))
    }

    /// Adds a node that is complete but for its header, which is filled in, and stays where it is until `flush`.
    mutating func add(_ node: Node, at page: Int, pageCount: Int) throws(StorageError) -> NodeReference {
        try makeRoom(page, pageCount: pageCount)
        return finish(node, at: page, pageCount: pageCount)
    }

    /// Writes what waits unless the node can join it.
    private mutating func makeRoom(_ page: Int, pageCount: Int) throws(StorageError) {
        guard let last = waiting.last else { return }
        let isNeighbour = page == Int(last.page.rawValue) + last.pageCount
        let fits = (waitingPageCount + pageCount) * file.pageSize <= Self.capacity && waiting.count < Self.mostNodes
        if !isNeighbour || !fits { try flush() }
    }

    mutating func flush() throws(StorageError) {
        guard let first = waiting.first else { return }
        let offset = Int(first.page.rawValue) * file.pageSize
        let pieces = waiting.map { $0.node.bytes(at: 0, count: $0.pageCount * file.pageSize) }
        try file.storage.write(pieces, at: offset)
        file.storage.startWriting(at: offset, byteCount: waitingPageCount * file.pageSize)
        for (node, checksum) in zip(waiting, checksums.suffix(waiting.count)) {
            file.trust(node.page, pageCount: node.pageCount, checksum: checksum)
        }
        waiting.removeAll(keepingCapacity: true)
        waitingPageCount = 0
        usedByteCount = 0
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
