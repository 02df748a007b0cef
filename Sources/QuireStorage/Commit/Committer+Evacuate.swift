// Keeping large free runs: which nodes should move.

/// A node that should be copied, and how to find it.
package struct EvacuationCandidate: Sendable {
    package let reference: NodeReference
    package let tree: TreeID
    package let level: Int
    /// As in the node's header: the first key below it, or the row that owns it.
    package let owner: UInt64
    package let ownerColumn: UInt16
}

extension Committer {
    private static let windowPages = 64
    private static let mostNodes = 600

    /// The nodes in the emptiest windows of 64 pages, if less than 8 % of the file lies in free runs of 32 pages or
    /// more; as many as bring it to 10 %. None while somebody has pinned an older state: what moves away would stay
    /// in use there.
    func evacuationCandidates() throws(StorageError) -> [EvacuationCandidate] {
        // Where reading copies, looking for nodes would copy over bytes that others read.
        guard states.pinnedOlder.isEmpty, foreignPins.isEmpty, !file.readsByCopying else { return [] }
        var bitmap = try states.newest.requireFreeBitmap(file)
        let space = FreeSpace([bitmap], windowPages: file.windowPages, growthLimit: .max)
        var inLongRuns = 0
        space.forEachRun(in: 0..<bitmap.pageCount, atLeast: Self.longRun) { run in
            inLongRuns += run.count
            return true
        }
        // Moving makes room only if there is room in pieces.
        let missing = bitmap.pageCount / 10 - inLongRuns
        guard inLongRuns < bitmap.pageCount * 8 / 100, bitmap.freeCount - inLongRuns > missing / 2 else { return [] }
        var candidates: [EvacuationCandidate] = []
        var emptied: Set<Int> = []
        for window in emptiestWindows(bitmap) where emptied.count * Self.windowPages < missing {
            let pages = window * Self.windowPages..<(window + 1) * Self.windowPages
            let nodes = try nodes(in: pages, bitmap)
            guard candidates.count + nodes.count <= Self.mostNodes else { break }
            for node in nodes {
                if node.tree == BitmapLeaf.tree {
                    bitmap.touchLeaf(leafIndex(of: node, bitmap))
                } else {
                    candidates.append(node)
                }
            }
            emptied.insert(window)
        }
        guard !candidates.isEmpty else { return [] }
        states.newest.freeBitmap = bitmap
        emptiedWindows = emptied
        return candidates
    }

    private func leafIndex(of node: EvacuationCandidate, _ bitmap: FreeBitmap) -> Int {
        min(Int(clamping: node.owner) / bitmap.bitsPerLeaf, bitmap.leaves.count - 1)
    }

    /// Windows that are partly free, the emptiest first. One page of eight must be free, or moving costs more than it
    /// gains.
    private func emptiestWindows(_ bitmap: FreeBitmap) -> [Int] {
        let first = FileLayout.firstPage(pageSize: pageSize) / Self.windowPages + 1
        let end = bitmap.pageCount / Self.windowPages
        guard first < end else { return [] }
        var windows: [(free: Int, window: Int)] = []
        for window in first..<end {
            let free = bitmap.word(window).nonzeroBitCount
            if free < Self.windowPages, free >= Self.windowPages / 8 { windows.append((free, window)) }
        }
        return windows.sorted { ($1.free, $0.window) < ($0.free, $1.window) }.map(\.window)
    }

    /// The nodes that begin in these pages. Pages inside of longer nodes and of long values are passed over.
    private func nodes(in pages: Range<Int>, _ bitmap: FreeBitmap) throws(StorageError) -> [EvacuationCandidate] {
        var found: [EvacuationCandidate] = []
        for page in pages where !bitmap.isFree(page) {
            let number = PageNumber(UInt32(page))
            try file.requirePages(number, 1)
            let head = try file.memory(number)
            guard head.u32(NodeHeader.page) == number.rawValue, head.kind != nil, head.kind != .overflow else {
                continue
            }
            let tag = UInt32(truncatingIfNeeded: head.u64(NodeHeader.checksum))
            let reference = NodeReference(page: number, tag: tag)
            // Bytes inside a longer node may look like a header; whatever is not a whole node stays.
            guard let node = try? file.node(reference) else { continue }
            found.append(
                EvacuationCandidate(
                    reference: reference, tree: node.tree, level: node.level, owner: node.owner,
                    ownerColumn: node.ownerColumn))
        }
        return found
    }
}
