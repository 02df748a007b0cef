// Where the nodes of a commit go, those of its free bitmap included.

/// A commit before its first write.
struct CommitPlan {
    /// The first page of each data node, in the order of the commit, then of each node of the bitmap, leaves first.
    var pages: [Int]
    /// What is free once the commit is done.
    var bitmap: FreeBitmap
    /// The nodes of the bitmap tree to write, by level.
    var bitmapNodes: [[Int]]
    /// Pages that it takes, less pages that it gives back.
    var takenPages: Int
}

extension Committer {
    /// Places nodes of the given sizes. `freed` are pages that the transaction gave up, `placed` those that it took
    /// ahead of the commit and still uses.
    func plan(
        sizes: [Int], freed: [PageRun], placed: [PageRun], base: FreeBitmap, growthLimit: Int = .max
    ) throws(StorageError) -> CommitPlan {
        var usable = working ?? base
        if file.flaws.contains(.reuseWithinTransaction) {
            for run in freed where !isTakenAhead(run, base) { _ = usable.free(run) }
        }
        let space = try freeSpace(usable, growthLimit: growthLimit)
        var leaves = LeafSet()
        // The nodes of the bitmap need pages, and taking and giving up pages changes the bitmap: repeat until nothing
        // new changes. The set of leaves only grows, so this ends.
        while true {
            var (bitmap, freedPages) = try afterTransaction(freed: freed, placed: placed, base: base)
            leaves.formUnion(bitmap.changed)
            var nodes = bitmap.nodesToWrite(for: leaves)
            let nodeCount = nodes.reduce(0) { $0 + $1.count }
            let request = FreeSpace.Request(sizes: sizes, singlePages: nodeCount)
            let inHoles =
                emptiedWindows.isEmpty
                ? nil : space.placeInHoles(request, avoiding: emptiedWindows, longRun: Self.longRun)
            guard let placement = inHoles ?? space.place(request, cursor: cursor) else { throw noRoom() }
            bitmap.grow(to: placement.pageCount)
            for run in placement.runs(request) where !bitmap.use(run) {
                throw .damaged(run.first, "the free bitmap contradicts itself")
            }
            for (level, indices) in nodes.enumerated() {
                for index in indices {
                    let old = bitmap.place(level: level, index: index)
                    guard old.isNone || bitmap.free(PageRun(first: old.page, count: 1)) else {
                        throw .damaged(old.page, "a node of the free bitmap is called free by the bitmap")
                    }
                }
            }
            // An earlier round may have grown the file by a leaf that this one did without.
            var changed = leaves
            changed.formUnion(bitmap.changed)
            changed.removeAll(from: bitmap.leaves.count)
            nodes = bitmap.nodesToWrite(for: changed)
            let surplus = nodeCount - nodes.reduce(0) { $0 + $1.count }
            if surplus >= 0 {
                for page in placement.pages.suffix(surplus) {
                    _ = bitmap.free(PageRun(first: PageNumber(UInt32(page)), count: 1))
                }
                let taken = request.total - surplus + placed.reduce(0) { $0 + $1.count }
                freedPages += oldNodeCount(bitmap, nodes)
                return CommitPlan(
                    pages: placement.pages.dropLast(surplus), bitmap: bitmap, bitmapNodes: nodes,
                    takenPages: taken - freedPages)
            }
            leaves.formUnion(changed)
        }
    }

    /// What is free once the transaction has given up and taken its pages, but for those of the commit; and the pages
    /// that it gave back.
    private func afterTransaction(
        freed: [PageRun], placed: [PageRun], base: FreeBitmap
    ) throws(StorageError) -> (bitmap: FreeBitmap, freedPages: Int) {
        var bitmap = base
        if let working { bitmap.grow(to: working.pageCount) }
        var freedPages = 0
        for run in freed where !isTakenAhead(run, base) {
            // Two parents of one page, or a page of somebody else: the file contradicts itself, so nothing is written.
            guard bitmap.free(run) else {
                throw .damaged(run.first, "it was given up twice, or is not part of the data")
            }
            freedPages += run.count
        }
        for run in placed {
            guard bitmap.use(run) else { throw .damaged(run.first, "it was taken twice") }
        }
        return (bitmap, freedPages)
    }

    private func oldNodeCount(_ bitmap: FreeBitmap, _ nodes: [[Int]]) -> Int {
        var count = 0
        for (level, indices) in nodes.enumerated() {
            for index in indices where !bitmap.place(level: level, index: index).isNone { count += 1 }
        }
        return count
    }

    /// True for pages that the running transaction took ahead of its commit: those are free already as far as the
    /// newest state is concerned.
    private func isTakenAhead(_ run: PageRun, _ base: FreeBitmap) -> Bool {
        guard let working else { return false }
        let page = Int(run.first.rawValue)
        return page < working.pageCount && !working.isFree(page) && (page >= base.pageCount || base.isFree(page))
    }

    func noRoom() -> StorageError {
        StorageError(
            .diskFull,
            "\(storage.path) cannot grow further: free some space and repeat; nothing of the transaction was stored.")
    }
}
