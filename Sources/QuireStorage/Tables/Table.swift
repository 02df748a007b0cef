// The objects of one class as one session sees them.

/// Where a row is at the moment: valid until the session's stamp moves.
@frozen
package struct RowLocation {
    package let leaf: Node
    package let slot: Int

    package init(leaf: Node, slot: Int) {
        self.leaf = leaf
        self.slot = slot
    }
}

/// A link or list-of-links column that leads to a class.
package struct LinkSource {
    @safe package unowned(unsafe) let table: Table
    package let column: Int
}

/// The trees of one class. Column numbers are the stored ones (`column(named:)`), fixed for the life of the file; they may
/// differ from the order of declaration.
///
/// The aspects stand in files of their own: rows, values, links, keys and ghosts, lists, deletion, schema.
package final class Table {
    @safe package unowned(unsafe) let session: Session
    package let space: PageSpace
    @safe @exclusivity(unchecked) private(set) var stored: StoredClass
    private var columnsByName: [String: Int] = [:]

    /// The rows, with the columns of the first group; further groups hold the rest of a wide class.
    @safe @exclusivity(unchecked) var main: ColumnTree
    @safe @exclusivity(unchecked) var wide: [ColumnTree]
    @safe @exclusivity(unchecked) var keys: PrimaryKeyIndex?
    @safe @exclusivity(unchecked) var ghostTree: ColumnTree
    @safe @exclusivity(unchecked) var indexes: [SecondaryIndex?]
    @safe @exclusivity(unchecked) var backlinkTrees: [PairsTree?]
    @safe @exclusivity(unchecked) var nextRow: UInt64 = 1

    /// By column: the table that a link leads to, which the session owns.
    @safe @exclusivity(unchecked) var targets: [Unowned?] = []

    struct Unowned {
        @safe unowned(unsafe) let table: Table
    }

    /// The columns of all tables that lead here.
    package internal(set) var incoming: [LinkSource] = []
    /// By column: the group's tree (0 = `main`) and the place in its leaves.
    @safe @exclusivity(unchecked) private(set) var places: [(group: Int, leafColumn: Int)] = []
    /// The list that was opened last.
    @safe @exclusivity(unchecked) var openList: OpenList?
    /// Ghosts made in this transaction to which perhaps nothing links yet.
    var freshGhosts: [UInt64] = []

    @safe @exclusivity(unchecked) private var loadedGeneration: UInt64 = 0
    private var loaded: Roots?

    /// The roots of all trees of a table, to compare, to store and to go back to.
    struct Roots: Equatable {
        var main = TreeRoot.empty
        var wide: [TreeRoot] = []
        var keyNumbers = TreeRoot.empty
        var keyBytes = TreeRoot.empty
        var keyNils = TreeRoot.empty
        var ghosts = TreeRoot.empty
        var indexes: [TreeRoot] = []
        var indexNils: [TreeRoot] = []
        var backlinks: [TreeRoot] = []
        var nextRow: UInt64 = 1
    }

    init(session: Session, stored: StoredClass) {
        self.session = session
        self.stored = stored
        space = session.space
        main = ColumnTree(space: space, id: stored.groups[0], root: .empty, layout: stored.layout(0))
        wide = []
        ghostTree = ColumnTree(space: space, id: stored.ghosts, root: .empty, layout: SystemLayout.ghosts)
        indexes = []
        backlinkTrees = []
        build()
    }

    deinit {
        main.close()
        ghostTree.close()
        for index in wide.indices { wide[index].close() }
    }

    package var id: ClassID { stored.id }
    package var name: String { stored.name }
    package var definition: ClassDefinition { stored.definition }
    package var primaryKeyColumn: Int? { stored.primaryKey }
    package func column(named name: String) -> Int? { columnsByName[name] }

    /// Takes over another description of the class: more columns, other indexes.
    func redefine(_ record: StoredClass) {
        stored = record
        main.layout = record.layout(0)
        build()
        loadedGeneration = 0
    }

    /// Makes the trees that the description names.
    private func build() {
        targets = Array(repeating: nil, count: stored.columns.count)
        columnsByName = Dictionary(
            stored.columns.enumerated().map { ($1.definition.name, $0) }, uniquingKeysWith: { first, _ in first })
        while wide.count < stored.groups.count - 1 {
            let group = wide.count + 1
            wide.append(
                ColumnTree(space: space, id: stored.groups[group], root: .empty, layout: stored.layout(group)))
        }
        for group in wide.indices { wide[group].layout = stored.layout(group + 1) }
        while wide.count > stored.groups.count - 1 {
            wide[wide.count - 1].close()
            wide.removeLast()
        }
        keys = stored.primaryKey.map {
            PrimaryKeyIndex(space: space, stored: stored, type: stored.columns[$0].definition.type)
        }
        indexes = stored.columns.map { column in
            column.index.rawValue == 0 ? nil : SecondaryIndex(space: space, column: column)
        }
        backlinkTrees = stored.columns.map { column in
            column.backlinks.rawValue == 0 ? nil : PairsTree(space: space, id: column.backlinks, root: .empty)
        }
        var next = [Int](repeating: 0, count: stored.groups.count)
        places = stored.columns.map { column in
            defer { next[column.group] += 1 }
            return (column.group, next[column.group])
        }
    }

    // MARK: Roots

    /// Reads the roots of the session's snapshot, if that has not happened yet.
    @inline(__always)
    func load() throws(StorageError) {
        if loadedGeneration != space.generation { try readRoots() }
    }

    private func readRoots() throws(StorageError) {
        if !session.isPinned { try session.pin() }
        if loadedGeneration == space.generation { return }
        func root(_ tree: TreeID?) throws(StorageError) -> TreeRoot {
            guard let tree else { return .empty }
            return try session.directory.root(of: tree)
        }
        var roots = Roots()
        roots.main = try root(main.id)
        for tree in wide { roots.wide.append(try root(tree.id)) }
        roots.keyNumbers = try root(keys?.numbers?.id)
        roots.keyBytes = try root(keys?.bytes?.id)
        roots.keyNils = try root(keys?.nils.id)
        roots.ghosts = try root(ghostTree.id)
        for index in indexes {
            roots.indexes.append(try root(index?.numbers?.id ?? index?.bytes?.id))
            roots.indexNils.append(try root(index?.nils.id))
        }
        for tree in backlinkTrees { roots.backlinks.append(try root(tree?.id)) }
        if let (leaf, slot) = try session.classes.find(UInt64(id.rawValue) + 1) {
            roots.nextRow = ColumnLeaf.bits(leaf, ColumnLeaf.entry(leaf, 2), width: 8, slot)
        }
        loadedGeneration = space.generation
        restore(roots)
        loaded = roots
    }

    /// The roots as they are now; nil while those of the snapshot have not been read.
    func roots() -> Roots? {
        guard loadedGeneration == space.generation else { return nil }
        var roots = Roots()
        roots.main = main.root
        roots.wide = wide.map(\.root)
        roots.keyNumbers = keys?.numbers?.root ?? .empty
        roots.keyBytes = keys?.bytes?.root ?? .empty
        roots.keyNils = keys?.nils.root ?? .empty
        roots.ghosts = ghostTree.root
        roots.indexes = indexes.map { $0?.numbers?.root ?? $0?.bytes?.root ?? .empty }
        roots.indexNils = indexes.map { $0?.nils.root ?? .empty }
        roots.backlinks = backlinkTrees.map { $0?.root ?? .empty }
        roots.nextRow = nextRow
        return roots
    }

    /// Goes back to roots that the table had; changes that wait are dropped.
    func restore(_ roots: Roots?) {
        guard let roots, roots.indexes.count == indexes.count, roots.wide.count == wide.count else {
            loadedGeneration = 0
            return
        }
        main.root = roots.main
        for index in wide.indices { wide[index].root = roots.wide[index] }
        keys?.numbers?.root = roots.keyNumbers
        keys?.bytes?.root = roots.keyBytes
        keys?.nils.root = roots.keyNils
        ghostTree.root = roots.ghosts
        for index in indexes.indices {
            indexes[index]?.numbers?.root = roots.indexes[index]
            indexes[index]?.bytes?.root = roots.indexes[index]
            indexes[index]?.nils.root = roots.indexNils[index]
            backlinkTrees[index]?.root = roots.backlinks[index]
        }
        nextRow = roots.nextRow
        openList = nil
        freshGhosts.removeAll()
    }

    /// Applies the changes that wait in the trees of pairs.
    func applyWaiting() throws(StorageError) {
        // Trees whose roots are out of date have nothing to apply: what waits in them was rolled back.
        guard loadedGeneration == space.generation else { return }
        for index in indexes.indices {
            try indexes[index]?.numbers?.applyWaiting()
            try indexes[index]?.nils.applyWaiting()
            try backlinkTrees[index]?.applyWaiting()
        }
    }

    /// Before a commit: writes the roots that changed into the directory.
    func storeRoots() throws(StorageError) {
        guard loadedGeneration == space.generation, let loaded else { return }
        try dropUnusedGhosts()
        try applyWaiting()
        guard let now = roots(), now != loaded else { return }
        func store(_ tree: TreeID?, _ old: TreeRoot, _ new: TreeRoot) throws(StorageError) {
            guard let tree, old != new else { return }
            try session.directory.setRoot(of: tree, new)
        }
        try store(main.id, loaded.main, now.main)
        for index in wide.indices { try store(wide[index].id, loaded.wide[index], now.wide[index]) }
        try store(keys?.numbers?.id, loaded.keyNumbers, now.keyNumbers)
        try store(keys?.bytes?.id, loaded.keyBytes, now.keyBytes)
        try store(keys?.nils.id, loaded.keyNils, now.keyNils)
        try store(ghostTree.id, loaded.ghosts, now.ghosts)
        for index in indexes.indices {
            try store(
                indexes[index]?.numbers?.id ?? indexes[index]?.bytes?.id, loaded.indexes[index], now.indexes[index])
            try store(indexes[index]?.nils.id, loaded.indexNils[index], now.indexNils[index])
            try store(backlinkTrees[index]?.id, loaded.backlinks[index], now.backlinks[index])
        }
        if now.nextRow != loaded.nextRow, let (leaf, slot) = try session.classes.findForChange(UInt64(id.rawValue) + 1)
        {
            ColumnLeaf.setBits(leaf, ColumnLeaf.entry(leaf, 2), width: 8, slot, now.nextRow)
        }
    }
}
