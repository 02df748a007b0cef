// Looking at every page that the newest state uses.

extension Database {
    /// Checks every node that can be reached from the newest state, long values and free bitmap included, and that no
    /// page of them is called free. With `findsLeaks` also that every other page is free. O(file).
    package func verify(findsLeaks: Bool = false) throws(StorageError) {
        let snapshot = try pin()
        defer { unpin(snapshot) }
        guard let state = states.pinned(snapshot.transaction) else { return }
        let bitmap = try FreeBitmap(file, root: state.freeBitmapRoot, pageCount: state.pageCount)
        var isSeen = [Bool](repeating: false, count: state.pageCount)
        var stack = [
            snapshot.roots.directory.reference, snapshot.roots.classes.reference, state.freeBitmapRoot.reference,
        ].filter { !$0.isNone }
        while let reference = stack.popLast() {
            let node = try file.node(reference)
            let first = Int(reference.page.rawValue)
            let pages = first..<first + node.pageCount
            guard pages.upperBound <= state.pageCount, !isSeen[pages].contains(true) else {
                throw .damaged(reference.page, "it is used twice, or lies outside of its state")
            }
            for page in pages {
                guard !bitmap.isFree(page) else { throw .damaged(reference.page, "it is in use but called free") }
                isSeen[page] = true
            }
            try visitChildren(of: node, reference) { stack.append($0) }
        }
        guard findsLeaks else { return }
        for page in FileLayout.firstPage(pageSize: pageSize)..<state.pageCount {
            guard isSeen[page] || bitmap.isFree(page) else {
                throw .damaged(PageNumber(UInt32(page)), "nothing uses it, but it is not called free")
            }
        }
    }

    private func visitChildren(
        of node: Node, _ reference: NodeReference, _ visit: (NodeReference) -> Void
    ) throws(StorageError) {
        if node.kind == .overflow {
            let length = Int(node.u64(OverflowRun.Offset.byteCount))
            try file.withOverflowValue(node, reference.page, length) { _ in }
            return
        }
        let byteCount = pageSize << node.log2Pages
        try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: false) { offset in
            let child = NodeReference(rawValue: node.u64(offset))
            if !child.isNone { visit(child) }
        }
    }
}
