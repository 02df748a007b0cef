// A new file that is written from its first page to its last.

/// A database file with one state: each node goes behind the one before it, so that what is written together
/// lies together. Nothing counts until `finish`, which writes the head.
final class SequentialFile {
    /// The only transaction of a new file.
    static let transaction = TransactionID(1)
    /// How many nodes one writer may have written before another one takes over: it remembers something of
    /// each.
    private static let nodesPerWriter = 1 << 16

    let pageSize: Int
    private let file: PageFile
    private let header: FileHeader
    private let system: any FileSystem
    private let salt: UInt64
    private var writer: RunWriter
    private var nodesOfWriter = 0
    private var nextPage: Int
    /// What was left out so that no node crosses the border of a window.
    private var skipped: [PageRun] = []

    private var storage: any StorageFile { file.storage }

    /// Begins in an empty file; `system` gives the new file's id.
    init(_ storage: any StorageFile, pageSize: Int, system: any FileSystem) throws(StorageError) {
        self.pageSize = pageSize
        self.system = system
        header = FileHeader(pageSize: pageSize, fileID: (high: system.random(), low: system.random()))
        file = try PageFile(
            storage: storage, pageSize: pageSize, seed: header.seed, byteCount: 0, readsByCopying: false)
        salt = system.random()
        writer = RunWriter(file, transaction: Self.transaction, salt: salt)
        nextPage = FileLayout.firstPage(pageSize: pageSize)
    }

    // MARK: Nodes

    /// Appends a node whose children have been appended; what its header says of place and transaction does
    /// not matter.
    func append(_ node: Node, pageCount: Int) throws(StorageError) -> NodeReference {
        let page = try takePages(pageCount, together: pageCount)
        let target = try begin(page, pageCount)
        target.copy(from: node, at: 0, to: 0, byteCount: pageCount * pageSize)
        return writer.finish(target, at: page, pageCount: pageCount)
    }

    /// Appends a long value. `forEachPart` calls what it is given with each part in turn.
    func appendValue(
        byteCount: Int, tree: TreeID, owner: UInt64, ownerColumn: UInt16,
        _ forEachPart: ((Int, ByteView) throws(StorageError) -> Void) throws(StorageError) -> Void
    ) throws(StorageError) -> NodeReference {
        let pageCount = OverflowRun.pageCount(byteCount, pageSize: pageSize)
        let fits = pageCount <= file.windowPages
        let together = fits ? pageCount : OverflowRun.headPageCount(byteCount, pageSize: pageSize)
        let page = try takePages(pageCount, together: together)
        let valueOffset = OverflowRun.valueOffset(byteCount)
        let seed = file.seed
        guard byteCount >= OverflowRun.aheadByteCount else {
            let target = try begin(page, pageCount)
            target.clear(at: 0, byteCount: pageCount * pageSize)
            OverflowRun.beginHead(
                target, byteCount: byteCount, pageSize: pageSize, tree: tree, owner: owner, ownerColumn: ownerColumn)
            try forEachPart { index, bytes in
                OverflowRun.setPart(index, bytes, in: target, seed: seed)
                target.copy(from: bytes, to: valueOffset + index * OverflowRun.partByteCount)
            }
            return writer.finish(target, at: page, pageCount: pageCount)
        }
        try writer.flush()
        let start = page * pageSize
        let head = ZeroedBuffer(byteCount: valueOffset)
        OverflowRun.beginHead(
            head.node, byteCount: byteCount, pageSize: pageSize, tree: tree, owner: owner, ownerColumn: ownerColumn)
        let storage = storage
        try forEachPart { index, bytes throws(StorageError) in
            OverflowRun.setPart(index, bytes, in: head.node, seed: seed)
            try storage.write(bytes, at: start + valueOffset + index * OverflowRun.partByteCount)
        }
        let place = PageNumber(UInt32(page))
        let checksum = file.seal(
            head.node, at: place, pageCount: pageCount, Self.transaction, UInt32(truncatingIfNeeded: salt))
        try storage.write(head.bytes(valueOffset), at: start)
        try storage.writeZeros(start + valueOffset + byteCount..<start + pageCount * pageSize)
        return NodeReference(page: place, tag: UInt32(truncatingIfNeeded: checksum))
    }

    private func begin(_ page: Int, _ pageCount: Int) throws(StorageError) -> Node {
        nodesOfWriter += 1
        if nodesOfWriter > Self.nodesPerWriter {
            nodesOfWriter = 1
            try writer.flush()
            writer = RunWriter(file, transaction: Self.transaction, salt: salt, reusing: writer.spareBuffer)
        }
        return try writer.begin(page, pageCount: pageCount, remaining: FileLayout.windowByteCount / pageSize)
    }

    /// The next pages, the first `together` of them in one window.
    private func takePages(_ count: Int, together: Int) throws(StorageError) -> Int {
        let left = file.windowPages - nextPage & (file.windowPages - 1)
        if together > left {
            skipped.append(PageRun(first: PageNumber(UInt32(nextPage)), count: left))
            nextPage += left
        }
        guard count < Int(PageNumber.limit) - nextPage else {
            throw StorageError(
                .valueOutOfRange, "\(storage.path) would have more than 2^31 pages: give it larger pages.")
        }
        defer { nextPage += count }
        return nextPage
    }

    // MARK: The end

    /// Makes the nodes the file's first state, and syncs it. `largestDelete` as in `StoredClass`, of all classes.
    func finish(_ roots: FileRoots, largestDelete: Int) throws(StorageError) {
        let bitmap = try appendBitmap()
        try writer.flush()
        try lengthen(by: Committer.reservePages(nextPage, largestDelete: largestDelete))
        let slot = Slot(
            transaction: Self.transaction, pageCount: nextPage, salt: salt, bootID: system.bootID,
            anchor: TransactionID(0), roots: roots, freeBitmap: bitmap, manifest: nil)
        let head = FileCreation.head(header, slot)
        try storage.write(head.bytes(head.byteCount), at: 0)
        if !Flaws.everywhere.contains(.copyNotSynced) { try storage.sync(.full) }
    }

    /// The free bitmap, which covers its own nodes.
    private func appendBitmap() throws(StorageError) -> TreeRoot {
        var bitmap = FreeBitmap(pageSize: pageSize, pageCount: nextPage)
        var nodes: [[Int]] = []
        var nodeCount = -1
        while nodes.reduce(0, { $0 + $1.count }) != nodeCount {
            nodeCount = nodes.reduce(0) { $0 + $1.count }
            bitmap = FreeBitmap(pageSize: pageSize, pageCount: nextPage + nodeCount)
            for leaf in bitmap.leaves.indices { bitmap.touchLeaf(leaf) }
            nodes = bitmap.nodesToWrite(for: bitmap.changed)
        }
        for run in skipped where !bitmap.free(run) {
            throw StorageError(.fail, "A run of pages was left out twice; please report this defect.")
        }
        let scratch = ZeroedBuffer(byteCount: pageSize)
        for (level, indices) in nodes.enumerated() {
            for index in indices {
                bitmap.encode(level: level, index: index, into: scratch.node)
                bitmap.setPlace(level: level, index: index, try append(scratch.node, pageCount: 1))
            }
        }
        return bitmap.root
    }

    /// Gives the file the reserve that deleting on a full disk needs.
    private func lengthen(by pageCount: Int) throws(StorageError) {
        let used = nextPage * pageSize
        let wanted = Committer.roundedUp(used + pageCount * pageSize)
        if storage.wantsSlack {
            try storage.writeZeros(used..<wanted)
        } else {
            try storage.truncate(to: wanted)
        }
    }
}
