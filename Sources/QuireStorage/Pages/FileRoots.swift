/// What a commit slot names besides the free bitmap: the roots from which everything else is reached.
package struct FileRoots: Hashable, Sendable {
    /// A rows tree: tree id → the root of that tree.
    package var directory: TreeRoot
    /// A rows tree: class id → the description of the class.
    package var classes: TreeRoot
    /// The next tree id to give out.
    package var nextTree: UInt32

    package init(directory: TreeRoot = .empty, classes: TreeRoot = .empty, nextTree: UInt32 = 16) {
        self.directory = directory
        self.classes = classes
        self.nextTree = nextTree
    }
}

/// A committed state that somebody may read.
package struct Snapshot: Sendable {
    package let transaction: TransactionID
    package let roots: FileRoots

    package init(transaction: TransactionID, roots: FileRoots) {
        self.transaction = transaction
        self.roots = roots
    }
}
