// The proof that a file is whole: every page once, every count and order, every link with its inverse.

/// Checks a committed state of a file, the newest one or the one that a session shows. Reads everything; memory grows
/// with the number of links, not with the data.
package struct FileCheck {
    /// What was found.
    package struct Report: Sendable {
        /// The first problems, at most a thousand.
        package internal(set) var problems: [StorageError] = []
        /// Pages in use, the ones of the free bitmap included.
        package internal(set) var pageCount = 0
        /// Objects of all classes.
        package internal(set) var objectCount = 0
        /// Keys that something refers to and nobody has brought.
        package internal(set) var ghostCount = 0
    }

    /// Problems that a report holds at most.
    package static let problemLimit = 1000

    let session: Session
    var report = Report()
    /// A bit for each page that something refers to.
    var visited: [UInt64]
    /// The trees that the classes name.
    var trees: Set<TreeID> = []
    let pageCount: Int

    var space: PageSpace { session.space }

    /// Runs the whole check. Throws only if it cannot begin.
    package static func run(_ database: Database) throws(StorageError) -> Report {
        try run(Session(database: database))
    }

    /// Runs the whole check on the state that a session shows.
    package static func run(_ session: Session) throws(StorageError) -> Report {
        try session.pin()
        var check = try FileCheck(session)
        try check.checkPages()
        for table in session.tables where check.report.problems.count < problemLimit { check.check(table) }
        return check.report
    }

    private init(_ session: Session) throws(StorageError) {
        self.session = session
        pageCount = session.database.pageCount(of: session.snapshot)
        visited = [UInt64](repeating: 0, count: (pageCount + 63) / 64)
    }

    mutating func note(_ error: StorageError) {
        if report.problems.count < Self.problemLimit { report.problems.append(error) }
    }

    mutating func note(_ what: String) {
        note(StorageError(.damaged, "\(what) Salvage the file, or restore a copy."))
    }

    /// Runs one part; an error that it throws becomes a problem.
    mutating func attempt(_ body: (inout FileCheck) throws(StorageError) -> Void) {
        do throws(StorageError) { try body(&self) } catch { note(error) }
    }

    // MARK: Pages

    /// Every page is reached once or free, never both.
    private mutating func checkPages() throws(StorageError) {
        let roots = session.directory.root
        walk(roots, SystemLayout.directoryTree, leaf: .columnLeaf)
        walk(session.classes.root, SystemLayout.classesTree, leaf: .columnLeaf)
        for table in session.tables { attempt { check throws(StorageError) in try check.walkTrees(of: table) } }
        attempt { check throws(StorageError) in try check.checkDirectory() }
        let bitmap = try session.database.freeBitmap(of: session.snapshot)
        for level in bitmap.nodes {
            for reference in level where !reference.isNone { visit(reference, pageCount: 1) }
        }
        let first = FileLayout.firstPage(pageSize: space.pageSize)
        var lost = 0
        for page in first..<max(first, pageCount) {
            let isVisited = visited[page >> 6] >> UInt64(page & 63) & 1 != 0
            if isVisited { report.pageCount += 1 }
            if isVisited, bitmap.isFree(page) {
                note(.damaged(PageNumber(UInt32(page)), "it is in use and called free"))
            }
            if !isVisited, !bitmap.isFree(page) { lost += 1 }
        }
        // Pages cannot be called lost if whole subtrees could not be read.
        if lost > 0, report.problems.isEmpty { note("\(lost) pages are neither in use nor free.") }
    }

    /// Every entry of the directory belongs to a class, or is what a dropped index left: empty.
    private mutating func checkDirectory() throws(StorageError) {
        var entry = try session.directory.first(from: 0)
        while let id = entry {
            let tree = TreeID(UInt32(truncatingIfNeeded: id))
            let isPossible = id >= UInt64(FileRoots().nextTree) && id < UInt64(session.nextTree)
            if !isPossible { note("The directory has an entry for tree \(id), which was never made.") }
            if !trees.contains(tree), try !session.directory.root(of: tree).reference.isNone {
                note("Tree \(id) belongs to no class.")
            }
            entry = try session.directory.first(from: id + 1)
        }
    }

    private mutating func walkTrees(of table: Table) throws(StorageError) {
        try table.load()
        walk(table.main.root, table.main.id, leaf: .columnLeaf)
        for tree in table.wide { walk(tree.root, tree.id, leaf: .columnLeaf) }
        if let keys = table.keys {
            if let numbers = keys.numbers { walk(numbers.root, numbers.id, leaf: .pairsLeaf) }
            if let bytes = keys.bytes { walk(bytes.root, bytes.id, leaf: .keysLeaf) }
            walk(keys.nils.root, keys.nils.id, leaf: .pairsLeaf)
        }
        walk(table.ghostTree.root, table.ghostTree.id, leaf: .columnLeaf)
        for index in table.indexes {
            guard let index else { continue }
            if let numbers = index.numbers { walk(numbers.root, numbers.id, leaf: .pairsLeaf) }
            if let bytes = index.bytes { walk(bytes.root, bytes.id, leaf: .keysLeaf) }
            walk(index.nils.root, index.nils.id, leaf: .pairsLeaf)
        }
        for tree in table.backlinkTrees {
            if let tree { walk(tree.root, tree.id, leaf: .pairsLeaf) }
        }
    }

    /// Marks the pages of a node; false if something else has them already.
    @discardableResult
    mutating func visit(_ reference: NodeReference, pageCount count: Int) -> Bool {
        let first = Int(reference.page.rawValue)
        guard first + count <= pageCount else {
            note(.damaged(reference.page, "it lies behind the end of the file"))
            return false
        }
        for page in first..<first + count {
            let mask: UInt64 = 1 << UInt64(page & 63)
            guard visited[page >> 6] & mask == 0 else {
                note(.damaged(reference.page, "two places refer to it"))
                return false
            }
            visited[page >> 6] |= mask
        }
        return true
    }
}
