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
/// The aspects stand in files of their own: roots, rows, values, links, keys and ghosts, lists, deletion.
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
    /// See `StoredClass.largestDelete`.
    private(set) var largestDelete = 0

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
    /// What is being appended to a list.
    @safe @exclusivity(unchecked) var waitingLinks: WaitingLinks?
    /// Ghosts to which perhaps nothing links: made in this transaction, or without their last link since.
    var looseGhosts: [UInt64] = []

    /// The generation whose roots the trees have, and what these were when they were read or last committed.
    @safe @exclusivity(unchecked) var loadedGeneration: UInt64 = 0
    @safe @exclusivity(unchecked) var loaded = Roots()
    /// Roots were stored in the directory since.
    var isStored = false

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
        largestDelete = stored.largestDelete(pageSize: space.pageSize)
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
}
