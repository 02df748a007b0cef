// The roots of a class's trees: read at the first use of a snapshot, stored at a commit, kept over it.

/// A tree that has its root in the directory.
protocol RootedTree {
    var id: TreeID { get }
    /// Setting it drops what the tree remembers of its nodes, and the changes that wait.
    var root: TreeRoot { get set }
}

extension ColumnTree: RootedTree {}
extension PairsTree: RootedTree {}
extension KeysTree: RootedTree {}

/// What is done to each tree of a table in turn.
private protocol TreeVisitor {
    associatedtype Failure: Error
    mutating func visit(_ tree: inout some RootedTree) throws(Failure)
}

extension RootedTree {
    fileprivate mutating func accept<Visitor: TreeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        // A class without a key has no ghosts tree, and the directory no entry for what is not there.
        guard id.rawValue != 0 else { return }
        try visitor.visit(&self)
    }
}

extension Table {
    /// The roots of all trees in the order of `visitTrees`.
    struct Roots {
        var trees: [TreeRoot] = []
        var nextRow: UInt64 = 1
        /// See `Table.looseGhosts`; none in what a file holds.
        var looseGhosts: [UInt64] = []
    }

    /// The order stays the same as long as the class is described as it is.
    private func visitTrees<Visitor: TreeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try main.accept(&visitor)
        for index in wide.indices { try wide[index].accept(&visitor) }
        try keys?.numbers?.accept(&visitor)
        try keys?.bytes?.accept(&visitor)
        try keys?.nils.accept(&visitor)
        try ghostTree.accept(&visitor)
        for index in indexes.indices {
            try indexes[index]?.numbers?.accept(&visitor)
            try indexes[index]?.bytes?.accept(&visitor)
            try indexes[index]?.nils.accept(&visitor)
            try backlinkTrees[index]?.accept(&visitor)
        }
    }

    // MARK: Reading

    /// Reads the roots of the session's snapshot, if that has not happened yet.
    @inline(__always)
    func load() throws(StorageError) {
        if loadedGeneration != space.generation { try readRoots() }
    }

    private func readRoots() throws(StorageError) {
        if !session.isPinned { try session.pin() }
        if loadedGeneration == space.generation { return }
        var reader = RootReader(session: session)
        try visitTrees(&reader)
        reader.roots.nextRow = try session.directory.nextRow(of: main.id)
        loadedGeneration = space.generation
        restore(reader.roots)
        loaded = reader.roots
        isStored = false
    }

    // MARK: Savepoints

    /// The roots as they are now; nil while those of the snapshot have not been read.
    func roots() -> Roots? {
        guard loadedGeneration == space.generation else { return nil }
        var collector = RootCollector()
        visitTrees(&collector)
        return Roots(trees: collector.trees, nextRow: nextRow, looseGhosts: looseGhosts)
    }

    /// Goes back to roots that the table had; changes that wait are dropped.
    func restore(_ roots: Roots?) {
        guard let roots else {
            loadedGeneration = 0
            return
        }
        var restorer = RootRestorer(trees: roots.trees[...])
        visitTrees(&restorer)
        // The class was described differently when these were its roots.
        if !restorer.isExact { loadedGeneration = 0 }
        nextRow = roots.nextRow
        openList = nil
        waitingLinks = nil
        looseGhosts = roots.looseGhosts
    }

    // MARK: Commit

    /// Applies what waits: appended links, and the changes in the trees of pairs.
    func applyWaiting() throws(StorageError) {
        // Trees whose roots are out of date have nothing to apply: what waits in them was rolled back.
        guard loadedGeneration == space.generation else { return }
        try storeWaitingLinks()
        for index in indexes.indices {
            try indexes[index]?.numbers?.applyWaiting()
            try indexes[index]?.nils.applyWaiting()
            try backlinkTrees[index]?.applyWaiting()
        }
    }

    /// Before a commit: writes the roots that changed into the directory.
    func storeRoots() throws(StorageError) {
        guard loadedGeneration == space.generation else { return }
        try dropUnusedGhosts()
        try applyWaiting()
        var writer = RootWriter(session: session, old: loaded.trees[...], storesAll: isStored)
        try visitTrees(&writer)
        if isStored || nextRow != loaded.nextRow { try session.directory.setNextRow(of: main.id, nextRow) }
        if writer.hasStored || nextRow != loaded.nextRow { isStored = true }
    }

    /// After a commit: the trees have the places of their nodes as roots from now on. `generation` is that of the
    /// transaction.
    func keepRoots(_ places: [NodeReference], from generation: UInt64) {
        guard loadedGeneration == generation else { return }
        loadedGeneration = space.generation
        openList = nil
        guard isStored else { return }
        isStored = false
        var keeper = RootKeeper(places: places)
        visitTrees(&keeper)
        loaded = Roots(trees: keeper.trees, nextRow: nextRow)
    }
}

private struct RootReader: TreeVisitor {
    let session: Session
    var roots = Table.Roots()

    mutating func visit(_ tree: inout some RootedTree) throws(StorageError) {
        roots.trees.append(try session.directory.root(of: tree.id))
    }
}

private struct RootCollector: TreeVisitor {
    var trees: [TreeRoot] = []

    mutating func visit(_ tree: inout some RootedTree) { trees.append(tree.root) }
}

private struct RootRestorer: TreeVisitor {
    var trees: ArraySlice<TreeRoot>
    private var isShort = false
    var isExact: Bool { trees.isEmpty && !isShort }

    init(trees: ArraySlice<TreeRoot>) { self.trees = trees }

    mutating func visit(_ tree: inout some RootedTree) {
        isShort = isShort || trees.isEmpty
        tree.root = trees.popFirst() ?? .empty
    }
}

private struct RootWriter: TreeVisitor {
    let session: Session
    var old: ArraySlice<TreeRoot>
    /// Roots were stored before in this transaction, so those of its start say nothing about the directory.
    let storesAll: Bool
    var hasStored = false

    mutating func visit(_ tree: inout some RootedTree) throws(StorageError) {
        guard old.popFirst() != tree.root || storesAll else { return }
        try session.directory.setRoot(of: tree.id, tree.root)
        hasStored = true
    }
}

private struct RootKeeper: TreeVisitor {
    let places: [NodeReference]
    var trees: [TreeRoot] = []

    init(places: [NodeReference]) {
        self.places = places
        trees.reserveCapacity(16)
    }

    mutating func visit(_ tree: inout some RootedTree) {
        var root = tree.root
        if root.reference.isDirty {
            root.reference = places[root.reference.dirtyIndex]
            tree.root = root
        }
        trees.append(root)
    }
}
