// One state of a file, written anew: the same rows under the same ids, in full leaves, one tree behind the
// other.

/// Copies all trees that the classes name. The trees keep their ids and rows theirs, so that links, inverses,
/// indexes and the records of the classes are copied as they are; only the places of nodes change.
///
/// Memory: a few leaves of the tree that is copied, two bits for each page, and a root for each tree.
struct FileCopy {
    private let source: CopySource
    private let target: SequentialFile
    private var roots: [TreeID: TreeRoot] = [:]
    private var directory: ColumnTree
    private var largestDelete = 0

    /// Fills an empty file and syncs it. Throws the error of the first page that is damaged.
    static func write(
        _ source: CopySource, to storage: any StorageFile, system: any FileSystem
    ) throws(StorageError) {
        let target = try SequentialFile(storage, pageSize: source.pageSize, system: system)
        var copy = FileCopy(source, target)
        defer { copy.directory.close() }
        let roots = try copy.copyAll()
        try target.finish(roots, largestDelete: copy.largestDelete)
    }

    private init(_ source: CopySource, _ target: SequentialFile) {
        self.source = source
        self.target = target
        directory = ColumnTree(
            space: source.space, id: SystemLayout.directoryTree, root: source.roots.directory,
            layout: SystemLayout.directory)
    }

    private mutating func copyAll() throws(StorageError) -> FileRoots {
        for stored in try storedClasses() {
            largestDelete = max(largestDelete, stored.largestDelete(pageSize: source.pageSize))
            for tree in stored.trees {
                let root = try directory.root(of: tree.id)
                if !root.reference.isNone { roots[tree.id] = try copy(root, tree, stored) }
            }
        }
        var result = source.roots
        result.directory = try copyDirectory()
        result.classes = try copyColumns(
            source.roots.classes, SystemLayout.classesTree, SystemLayout.classes, lists: [])
        return result
    }

    private func storedClasses() throws(StorageError) -> [StoredClass] {
        var classes = ColumnTree(
            space: source.space, id: SystemLayout.classesTree, root: source.roots.classes,
            layout: SystemLayout.classes)
        defer { classes.close() }
        return try classes.storedClasses()
    }

    private func copy(_ root: TreeRoot, _ tree: StoredTree, _ stored: StoredClass) throws(StorageError) -> TreeRoot {
        switch tree.content {
        case .columns(let layout): return try copyColumns(root, tree.id, layout, lists: stored.columns)
        case .pairs:
            var packer = PairsPacker(target, tree: tree.id)
            try source.forEachLeaf(of: root, tree.id, .pairsLeaf, below: IntegerInner.self) {
                leaf, page throws(StorageError) in try packer.append(leaf, page)
            }
            return try packer.finish()
        case .keys:
            var packer = KeysPacker(target, tree: tree.id)
            try source.forEachLeaf(of: root, tree.id, .keysLeaf, below: BytesInner.self) {
                leaf, page throws(StorageError) in try packer.append(leaf, page)
            }
            return try packer.finish()
        }
    }

    /// `lists` are the columns of the class, by number.
    private func copyColumns(
        _ root: TreeRoot, _ id: TreeID, _ layout: LeafLayout, lists: [StoredColumn],
        of list: (owner: UInt64, column: UInt16)? = nil
    ) throws(StorageError) -> TreeRoot {
        let packer = ColumnPacker(target, tree: id, layout: layout, list: list) { leaf throws(StorageError) in
            try copyChildren(of: leaf, id, lists)
        }
        return try pack(root, id, packer)
    }

    private func pack(_ root: TreeRoot, _ id: TreeID, _ packer: ColumnPacker) throws(StorageError) -> TreeRoot {
        var packer = packer
        try source.forEachLeaf(of: root, id, .columnLeaf, below: IntegerInner.self) {
            leaf, page throws(StorageError) in try packer.append(leaf, page)
        }
        return try packer.finish()
    }

    // MARK: What leaves refer to

    /// Copies long values and long lists to which a new leaf still refers at their old places.
    private func copyChildren(of leaf: Node, _ tree: TreeID, _ lists: [StoredColumn]) throws(StorageError) {
        guard leaf.flags & ColumnLeaf.referencesFlag != 0 else { return }
        for column in 0..<ColumnLeaf.columnCount(leaf) {
            let entry = ColumnLeaf.entry(leaf, column)
            guard let type = ColumnLeaf.type(entry), type.isCell else { continue }
            for slot in 0..<leaf.count {
                let offset = ColumnLeaf.cellOffset(entry, slot)
                switch ColumnLeaf.cell(leaf, at: offset) {
                case .bytes: continue
                case .overflow(let reference, let byteCount):
                    let place = try target.appendValue(
                        byteCount: byteCount, tree: tree, owner: leaf.owner, ownerColumn: UInt16(column)
                    ) { body throws(StorageError) in
                        try source.forEachPart(of: reference, byteCount: byteCount, body)
                    }
                    leaf.setU64(offset, place.rawValue)
                case .tree(let reference, _):
                    let number = ColumnLeaf.columnNumber(entry)
                    guard number < lists.count else { throw .damaged(reference.page, "it is the list of no column") }
                    let root = try copyList(reference, lists[number], number, ColumnLeaf.row(leaf, slot))
                    if root.isNone {
                        leaf.clear(at: offset, byteCount: ColumnLeaf.cellByteCount)
                    } else {
                        leaf.setU64(offset, root.rawValue)
                    }
                }
            }
        }
    }

    private func copyList(
        _ reference: NodeReference, _ column: StoredColumn, _ number: Int, _ row: UInt64
    ) throws(StorageError) -> NodeReference {
        let level = try source.file.node(reference).level
        guard level < 32, let layout = StoredClass.elementLayout(column.definition) else {
            throw .damaged(reference.page, "it is no root of a list")
        }
        let root = TreeRoot(reference: reference, count: 0, height: level + 1)
        let owner = (owner: row, column: UInt16(truncatingIfNeeded: number))
        return try copyColumns(root, column.list, layout, lists: [], of: owner).reference
    }

    // MARK: Directory

    /// The same entries with the new roots.
    private func copyDirectory() throws(StorageError) -> TreeRoot {
        let packer = ColumnPacker(target, tree: SystemLayout.directoryTree, layout: SystemLayout.directory) {
            leaf throws(StorageError) in
            var slot = ColumnLeaf.nextLive(leaf, from: 0)
            while slot < leaf.count {
                let tree = TreeID(UInt32(truncatingIfNeeded: ColumnLeaf.row(leaf, slot)))
                ColumnTree.setRoot(roots[tree] ?? .empty, in: leaf, slot)
                slot = ColumnLeaf.nextLive(leaf, from: slot + 1)
            }
        }
        return try pack(source.roots.directory, SystemLayout.directoryTree, packer)
    }
}
