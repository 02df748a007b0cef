// Looking at every page that the newest state uses.

extension Database {
    /// Checks every node that can be reached from the newest state, long values and free bitmap included.
    package func verify() throws(StorageError) {
        let snapshot = pin()
        defer { unpin(snapshot) }
        let state = states.newest
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
            for page in pages { isSeen[page] = true }
            if node.kind == .overflow {
                let length = Int(node.u64(OverflowRun.Offset.byteCount))
                try file.withOverflowValue(node, reference.page, length) { _ in }
                continue
            }
            let byteCount = pageSize << node.log2Pages
            try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: false) { offset in
                let child = NodeReference(rawValue: node.u64(offset))
                if !child.isNone { stack.append(child) }
            }
        }
    }
}
