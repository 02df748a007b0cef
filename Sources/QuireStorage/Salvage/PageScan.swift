// Every page of a file looked at for itself, whatever leads to it.

/// A leaf of rows that a scan or a walk found.
struct FoundLeaf {
    let reference: NodeReference
    let transaction: UInt64
    let pageCount: Int
    let firstRow: UInt64
    let lastRow: UInt64

    /// nil for a leaf without rows. `node` was checked.
    init?(_ node: Node, _ reference: NodeReference) {
        let first = ColumnLeaf.nextLive(node, from: 0)
        guard node.kind == .columnLeaf, ColumnLeaf.form(node) != .positions, first < node.count else { return nil }
        self.reference = reference
        transaction = node.u64(NodeHeader.transaction)
        pageCount = node.pageCount
        firstRow = ColumnLeaf.row(node, first)
        lastRow = ColumnLeaf.row(node, ColumnLeaf.lastLive(node))
    }
}

/// The whole nodes of a file, of its present state and of past ones.
struct PageScan {
    private static let windowLimit = 4

    /// Leaves of rows by tree.
    private(set) var leaves: [TreeID: [FoundLeaf]] = [:]
    private(set) var nodeCount = 0
    /// A bit for each page that is part of a whole node.
    private var covered: [UInt64]

    /// O(file). What cannot be read is no node.
    init(_ space: PageSpace) {
        let file = space.file
        covered = [UInt64](repeating: 0, count: (file.pageCount + 63) / 64)
        // Long values may be read as often as the file is long, and no more.
        var budget = 2 * file.pageCount
        var page = FileLayout.firstPage(pageSize: file.pageSize)
        while page < file.pageCount {
            let count = (try? look(PageNumber(UInt32(page)), file, &budget)) ?? 0
            for page in page..<page + count { covered[page >> 6] |= 1 << UInt64(page & 63) }
            page += max(count, 1)
            file.releaseWindows(above: Self.windowLimit)
        }
    }

    func isCovered(_ page: Int) -> Bool {
        page >> 6 < covered.count && covered[page >> 6] >> UInt64(page & 63) & 1 != 0
    }

    /// The pages of the node that begins here; 0 if none does.
    private mutating func look(
        _ page: PageNumber, _ file: PageFile, _ budget: inout Int
    ) throws(StorageError) -> Int {
        let raw = try file.memory(page)
        try file.load(page, at: 0, byteCount: file.pageSize)
        guard raw.u32(NodeHeader.page) == page.rawValue, raw.kind != nil,
            raw.kind == .overflow || file.pageSize << min(raw.log2Pages, 16) <= FileLayout.largestLeafByteCount
        else { return 0 }
        let tag = UInt32(truncatingIfNeeded: raw.u64(NodeHeader.checksum))
        let reference = NodeReference(page: page, tag: tag)
        let node = try file.node(reference)
        nodeCount += 1
        if node.kind == .overflow {
            // Of a past value the head may be left alone.
            guard budget >= node.pageCount else { return 1 }
            budget -= node.pageCount
            let length = Int(node.u64(OverflowRun.Offset.byteCount))
            let isWhole = (try? file.forEachOverflowPart(node, page, length) { _, _ in }) != nil
            return isWhole ? node.pageCount : 1
        }
        if let leaf = FoundLeaf(node, reference) { leaves[node.tree, default: []].append(leaf) }
        return node.pageCount
    }
}
