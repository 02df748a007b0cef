// What is written before the commit: long values, and the leaves of transactions that do not fit into memory. Nothing
// refers to these pages until the commit, which then uses two syncs and no manifest.

extension Committer {
    /// Writes a long value to its place.
    func writeAhead(
        _ bytes: ByteView, tree: TreeID, owner: UInt64, ownerColumn: UInt16
    ) throws(StorageError) -> NodeReference {
        try requireWritable()
        let pageCount = OverflowRun.pageCount(bytes.count, pageSize: pageSize)
        let heads = [OverflowRun.headPageCount(bytes.count, pageSize: pageSize)]
        let fits = pageCount <= file.windowPages
        let request = FreeSpace.Request(sizes: [pageCount], heads: fits ? nil : heads)
        let page = try take(request)[0]

        let valueOffset = OverflowRun.valueOffset(bytes.count)
        let head = ZeroedBuffer(byteCount: valueOffset)
        OverflowRun.writeHead(
            head.node, bytes, pageSize: pageSize, seed: file.seed, tree: tree, owner: owner, ownerColumn: ownerColumn)
        let first = PageNumber(UInt32(page))
        let checksum = file.seal(
            head.node, at: first, pageCount: pageCount, nextID, UInt32(truncatingIfNeeded: salt)
        )
        let start = page * pageSize
        try storage.write(head.bytes(valueOffset), at: start)
        try storage.write(bytes, at: start + valueOffset)
        let end = valueOffset + bytes.count
        if end < pageCount * pageSize {
            let rest = ZeroedBuffer(byteCount: pageCount * pageSize - end)
            try storage.write(rest.bytes(rest.byteCount), at: start + end)
        }
        file.forget(PageRun(first: first, count: pageCount))
        return NodeReference(page: first, tag: UInt32(truncatingIfNeeded: checksum))
    }

    /// Takes pages for the running transaction.
    private func take(_ request: FreeSpace.Request) throws(StorageError) -> [Int] {
        let base = try states.newest.requireFreeBitmap(file)
        var bitmap = working ?? base
        guard let placement = try freeSpace(bitmap).place(request, cursor: cursor) else { throw noRoom() }
        try ensureLength(placement.pageCount)
        bitmap.grow(to: placement.pageCount)
        for run in placement.runs(request) where !bitmap.use(run) {
            throw .damaged(run.first, "the free bitmap contradicts itself")
        }
        working = bitmap
        cursor = (placement.pages.last ?? 0) + (request.sizes.last ?? 0)
        return placement.pages
    }

    /// Writes nodes without dirty children to their places until at most `target` bytes are dirty in memory.
    func spill(_ space: PageSpace, downTo target: Int) throws(StorageError) {
        try requireWritable()
        var chosen: [Int] = []
        var byteCount = space.dirtyByteCount
        // Leaves of pairs last: inverses and indexes change all over, and what is written ahead and changed again leaves a
        // hole in the file.
        for takesPairs in [false, true] {
            for index in space.dirty.indices where byteCount > target {
                guard let node = space.dirty[index].start, node.level == 0 else { continue }
                guard (node.kind == .pairsLeaf) == takesPairs else { continue }
                guard try !space.hasDirtyReference(node, byteCount: space.nodeByteCount(index)) else { continue }
                chosen.append(index)
                byteCount -= space.nodeByteCount(index)
            }
        }
        guard !chosen.isEmpty else { return }
        let sizes = chosen.map { Int(space.dirty[$0].pageCount) }
        let pages = try take(FreeSpace.Request(sizes: sizes))
        var writer = RunWriter(file, transaction: nextID, salt: salt, nodeCount: chosen.count)
        var places: [NodeReference] = []
        for (position, index) in chosen.enumerated() {
            guard let source = space.dirty[index].start else { continue }
            places.append(try writer.add(source, at: pages[position], pageCount: sizes[position]))
        }
        try writer.flush()
        // Only now: a failed write leaves the nodes in memory.
        for (index, place) in zip(chosen, places) { space.setPlaced(index, at: place) }
        space.moveStamp()
    }
}

extension PageSpace {
    func hasDirtyReference(_ node: Node, byteCount: Int) throws(StorageError) -> Bool {
        var isFound = false
        try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: true) { offset in
            if NodeReference(rawValue: node.u64(offset)).isDirty { isFound = true }
        }
        return isFound
    }
}
