// What a file is made of: pages, and for each class its trees with their sizes and how full their leaves are.

/// The newest committed state of a file in numbers. Reads every node but the insides of long values.
package struct FileStatistics: Sendable {
    /// One tree, with the long values and long lists that its leaves lead to counted apart.
    package struct Tree: Sendable {
        /// "rows", "primary keys", "index of age", …
        package let name: String
        /// Rows, pairs, keys or elements.
        package internal(set) var entryCount = 0
        /// Levels; 0 for an empty tree. Of many lists: the highest.
        package internal(set) var height = 0
        package internal(set) var leafCount = 0
        package internal(set) var innerCount = 0
        package internal(set) var pageCount = 0
        /// Bytes that entries take in the leaves, and bytes that the leaves have for them.
        package internal(set) var usedByteCount = 0
        package internal(set) var leafByteCount = 0

        init(name: String) { self.name = name }

        /// How full the leaves are, from 0 to 1; nil without leaves.
        package var fill: Double? { leafByteCount == 0 ? nil : Double(usedByteCount) / Double(leafByteCount) }
    }

    package struct Class: Sendable {
        package let name: String
        package let isEmbedded: Bool
        package internal(set) var objectCount = 0
        package internal(set) var ghostCount = 0
        /// Trees that are not empty.
        package internal(set) var trees: [Tree] = []
        /// Values in overflow runs.
        package internal(set) var longValueCount = 0
        package internal(set) var longValuePageCount = 0
        /// Pages of everything above.
        package var pageCount: Int { trees.reduce(longValuePageCount) { $0 + $1.pageCount } }
    }

    package let pageSize: Int
    package let fileByteCount: Int
    package let transaction: TransactionID
    /// Pages that hold the state, without the head of the file.
    package internal(set) var usedPageCount = 0
    /// Pages that the state covers and does not use.
    package internal(set) var freePageCount = 0
    package internal(set) var classes: [Class] = []

    /// Throws `.damaged` at the first node that cannot be read.
    package static func read(_ database: Database) throws(StorageError) -> FileStatistics {
        let session = try Session(database: database)
        try session.pin()
        let pageCount = database.pageCount(of: session.snapshot)
        let firstPage = FileLayout.firstPage(pageSize: database.pageSize)
        var result = FileStatistics(
            pageSize: database.pageSize, fileByteCount: database.fileByteCount, transaction: session.snapshot)
        result.freePageCount = try database.freeBitmap(of: session.snapshot).freeCount
        result.usedPageCount = max(0, pageCount - firstPage - result.freePageCount)
        var walk = Walk(space: session.space, limit: pageCount)
        for table in session.tables { result.classes.append(try walk.read(table)) }
        return result
    }
}

extension FileStatistics {
    /// Counts the nodes of trees; each node once.
    private struct Walk {
        let space: PageSpace
        /// Nodes that a sound file may still have: no file can make the walk longer than itself.
        var limit: Int

        mutating func read(_ table: Table) throws(StorageError) -> Class {
            var result = Class(name: table.name, isEmbedded: table.definition.isEmbedded)
            result.objectCount = try table.count
            result.ghostCount = try table.ghostCount
            var lists = Tree(name: "long lists")
            for (name, root) in table.namedRoots() where !root.reference.isNone {
                var tree = Tree(name: name)
                tree.entryCount = Int(truncatingIfNeeded: root.count)
                tree.height = root.height
                try read(root.reference, level: root.height - 1, isList: false, &tree, &lists, &result)
                result.trees.append(tree)
            }
            if lists.leafCount > 0 { result.trees.append(lists) }
            return result
        }

        /// Goes down by one level at a time, from 32 at most, and no list has another one below it: depth is bounded.
        private mutating func read(
            _ reference: NodeReference, level: Int, isList: Bool, _ tree: inout Tree, _ lists: inout Tree,
            _ owner: inout Class
        ) throws(StorageError) {
            let node = try space.node(reference)
            let isInPlace = node.kind != .columnLeaf || (ColumnLeaf.form(node) == .positions) == isList
            guard node.level == level, isInPlace, limit > 0 else {
                throw .damaged(reference.page, "it does not belong where a reference to it stands")
            }
            limit -= 1
            let byteCount = space.byteCount(of: node)
            tree.pageCount += node.pageCount
            guard level > 0 else {
                tree.leafCount += 1
                let (used, available) = Self.fill(node, byteCount: byteCount)
                tree.usedByteCount += used
                tree.leafByteCount += available
                return try readCells(node, &lists, &owner)
            }
            tree.innerCount += 1
            try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: false) {
                offset throws(StorageError) in
                let child = NodeReference(rawValue: node.u64(offset))
                try read(child, level: level - 1, isList: isList, &tree, &lists, &owner)
            }
        }

        /// Long values, and lists that have trees of their own.
        private mutating func readCells(
            _ leaf: Node, _ lists: inout Tree, _ owner: inout Class
        ) throws(StorageError) {
            guard leaf.kind == .columnLeaf else { return }
            try ColumnLeaf.forEachReference(leaf) { offset throws(StorageError) in
                let reference = NodeReference(rawValue: leaf.u64(offset))
                let node = try space.node(reference)
                if node.kind == .overflow {
                    owner.longValueCount += 1
                    owner.longValuePageCount += node.pageCount
                    return
                }
                guard node.level < 32, node.kind == (node.level == 0 ? .columnLeaf : .integerInner) else {
                    throw .damaged(reference.page, "it is no root of a list")
                }
                var list = Tree(name: lists.name)
                try read(reference, level: node.level, isList: true, &list, &lists, &owner)
                lists.entryCount += Self.entryCount(node, byteCount: space.byteCount(of: node))
                lists.height = max(lists.height, node.level + 1)
                lists.add(list)
            }
        }

        private static func entryCount(_ root: Node, byteCount: Int) -> Int {
            guard root.level > 0 else { return ColumnLeaf.liveCount(root) }
            var total: UInt64 = 0
            for index in 0..<root.count { total &+= IntegerInner.count(root, index, byteCount: byteCount) }
            return Int(truncatingIfNeeded: total)
        }

        /// Bytes that entries take, and bytes that the leaf has for them.
        private static func fill(_ leaf: Node, byteCount: Int) -> (used: Int, available: Int) {
            switch leaf.kind {
            case .columnLeaf:
                var used = byteCount - ColumnLeaf.heapStart(leaf) - Int(leaf.u32(ColumnLeaf.heapGarbageOffset))
                for column in 0..<ColumnLeaf.columnCount(leaf) {
                    guard let type = ColumnLeaf.type(ColumnLeaf.entry(leaf, column)) else { continue }
                    used += ColumnLeaf.width(type) * ColumnLeaf.liveCount(leaf)
                }
                return (used, byteCount - ColumnLeaf.directory - 8 * (ColumnLeaf.columnCount(leaf) + 1))
            case .pairsLeaf:
                let width = PairsLeaf.isWide(leaf) ? 16 : 8
                return (width * leaf.count, byteCount - PairsLeaf.entries)
            case .keysLeaf: return (KeysLeaf(leaf, byteCount: byteCount).usedByteCount, byteCount)
            default: return (0, 0)
            }
        }
    }
}

extension FileStatistics.Tree {
    fileprivate mutating func add(_ other: Self) {
        leafCount += other.leafCount
        innerCount += other.innerCount
        pageCount += other.pageCount
        usedByteCount += other.usedByteCount
        leafByteCount += other.leafByteCount
    }
}

extension Table {
    /// The roots of all trees, as they were loaded last.
    fileprivate func namedRoots() -> [(name: String, root: TreeRoot)] {
        var named: [(name: String, root: TreeRoot)] = [("rows", main.root)]
        for group in wide.indices { named.append(("rows, group \(group + 1)", wide[group].root)) }
        if let root = keys?.numbers?.root ?? keys?.bytes?.root { named.append(("primary keys", root)) }
        if let root = keys?.nils.root { named.append(("nil primary key", root)) }
        named.append(("ghosts", ghostTree.root))
        for (column, stored) in stored.columns.enumerated() {
            let property = stored.definition.name
            if let index = indexes[column] {
                if let root = index.numbers?.root ?? index.bytes?.root { named.append(("index of \(property)", root)) }
                named.append(("nils of \(property)", index.nils.root))
            }
            if let tree = backlinkTrees[column] { named.append(("inverse of \(property)", tree.root)) }
        }
        return named
    }
}
