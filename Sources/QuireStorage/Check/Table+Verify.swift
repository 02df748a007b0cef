// Looking at every page of one class.

extension Table {
    /// Checks every node of the class's trees as the session sees them, long values included. O(pages of the class).
    package func verify() throws(StorageError) {
        try load()
        guard let roots = roots() else { return }
        var walk = NodeWalk(space, pageCount: space.file.pageCount)
        try walk.visit(roots.trees.map(\.reference)) { _, _ in }
    }
}
