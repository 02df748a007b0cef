// Looking at every page that the newest state uses.

extension Database {
    /// Checks every node that can be reached from the newest state, long values and free bitmap included, and that no
    /// page of them is called free. With `findsLeaks` also that every other page is free. O(file).
    package func verify(findsLeaks: Bool = false) throws(StorageError) {
        let snapshot = try pin()
        defer { unpin(snapshot) }
        guard let state = states.pinned(snapshot.transaction) else { return }
        let bitmap = try FreeBitmap(file, root: state.freeBitmapRoot, pageCount: state.pageCount)
        let roots = [
            snapshot.roots.directory.reference, snapshot.roots.classes.reference, state.freeBitmapRoot.reference,
        ]
        var walk = NodeWalk(PageSpace(file: file), pageCount: state.pageCount)
        try walk.visit(roots) { reference, pages throws(StorageError) in
            if pages.contains(where: bitmap.isFree) {
                throw .damaged(reference.page, "it is in use but called free")
            }
        }
        guard findsLeaks else { return }
        for page in FileLayout.firstPage(pageSize: pageSize)..<state.pageCount {
            guard walk.isSeen[page] || bitmap.isFree(page) else {
                throw .damaged(PageNumber(UInt32(page)), "nothing uses it, but it is not called free")
            }
        }
    }
}
