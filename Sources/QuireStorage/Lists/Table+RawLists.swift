// Lists as they are stored, ghosts included: inline in the owner's leaf while short, in a positions tree when long.

/// The stored form of one list.
enum StoredList {
    case inline(values: [Value], ghostCount: Int)
    /// In `Table.openList`.
    case tree
}

extension Table {
    /// Inline lists above this many bytes become trees.
    private var inlineLimit: Int { max(main.leafByteCount / 32, 64) }

    func elementType(_ column: Int) -> ColumnType { stored.columns[column].definition.elementType ?? .int64 }

    /// Opens a list: its values, or its tree in `openList`.
    func openStoredList(_ row: UInt64, _ column: Int) throws(StorageError) -> StoredList {
        try load()
        try storeWaitingLinks()
        let definition = stored.columns[column].definition
        let found = try withTree(column) { tree, leafColumn throws(StorageError) -> FoundCell? in
            guard let (leaf, slot) = try tree.find(row) else { return nil }
            let offset = ColumnLeaf.cellOffset(ColumnLeaf.entry(leaf, leafColumn), slot)
            switch ColumnLeaf.cell(leaf, at: offset) {
            case .tree(let reference, let ghostCount): return .tree(reference, ghostCount)
            case .bytes(let bytes):
                guard let counts = InlineList.counts(bytes),
                    let values = InlineList.decode(
                        bytes, type: definition.elementType ?? .int64, isOptional: definition.isElementOptional)
                else { throw .damaged(tree.tree.leaf.page, "a list of \(name).\(definition.name) is unreadable") }
                return .inline(values, counts.ghosts)
            case .overflow: throw .damaged(tree.tree.leaf.page, "a large value stands where a list belongs")
            }
        }
        switch found {
        case nil: return .inline(values: [], ghostCount: 0)
        case .inline(let values, let ghostCount): return .inline(values: values, ghostCount: ghostCount)
        case .tree(let reference, let ghostCount):
            try openTree(row, column, reference, ghostCount)
            return .tree
        }
    }

    private enum FoundCell {
        case inline([Value], Int)
        case tree(NodeReference, Int)
    }

    private func openTree(
        _ row: UInt64, _ column: Int, _ reference: NodeReference, _ ghostCount: Int
    ) throws(StorageError) {
        if let open = openList, open.row == row, open.column == column, open.tree.root.reference == reference {
            openList?.ghostCount = ghostCount
            return
        }
        let root = try listRoot(reference)
        guard UInt64(ghostCount) <= root.count else {
            throw .damaged(reference.page, "a list of class \(name) counts more ghosts than elements")
        }
        guard let tree = makeListTree(row, column, root) else { return }
        openList = OpenList(row: row, column: column, tree: tree, ghostCount: ghostCount)
    }

    private func makeListTree(_ row: UInt64, _ column: Int, _ root: TreeRoot) -> ColumnTree? {
        guard let layout = StoredClass.elementLayout(stored.columns[column].definition) else { return nil }
        return ColumnTree(
            space: space, id: stored.columns[column].list, root: root, layout: layout, isPositions: true, owner: row,
            ownerColumn: column)
    }

    /// Count and height are in the root node itself, so that the cell need not repeat them.
    private func listRoot(_ reference: NodeReference) throws(StorageError) -> TreeRoot {
        let node = try space.node(reference)
        guard node.level < 32, node.kind == (node.level == 0 ? .columnLeaf : .integerInner) else {
            throw .damaged(reference.page, "it is no root of a list")
        }
        var count: UInt64 = 0
        if node.level == 0 {
            count = UInt64(ColumnLeaf.liveCount(node))
        } else {
            let byteCount = space.byteCount(of: node)
            for index in 0..<node.count { count &+= IntegerInner.count(node, index, byteCount: byteCount) }
        }
        guard count <= 1 << 40 else { throw .damaged(reference.page, "the count of a list is impossible") }
        return TreeRoot(reference: reference, count: count, height: node.level + 1)
    }

    /// All elements as stored.
    func rawList(_ row: UInt64, _ column: Int) throws(StorageError) -> [Value] {
        switch try openStoredList(row, column) {
        case .inline(let values, _): return values
        case .tree:
            var values: [Value] = []
            try openList?.tree.forEachElement { value throws(StorageError) in
                values.append(value)
                return true
            }
            return values
        }
    }

    /// Stores a short list, or plants the tree of a longer one.
    func storeInline(_ row: UInt64, _ column: Int, _ values: [Value], ghostCount: Int) throws(StorageError) {
        let definition = stored.columns[column].definition
        let type = elementType(column)
        let isOptional = definition.isElementOptional
        try makeWideRow(row, column)
        guard InlineList.fits(values, type: type, isOptional: isOptional, limit: inlineLimit) else {
            guard var tree = makeListTree(row, column, .empty) else { return }
            try tree.insertElements(values, at: 0)
            openList = OpenList(row: row, column: column, tree: tree, ghostCount: ghostCount)
            return try storeTree()
        }
        guard let bytes = InlineList.encode(values, ghostCount: ghostCount, type: type, isOptional: isOptional) else {
            throw StorageError(
                .fail, "A value is not of the element type of \(name).\(definition.name); please report this defect.")
        }
        try bytes.withView { view throws(StorageError) in
            try withTree(column) { tree, leafColumn throws(StorageError) in
                try tree.setBytes(row, column: leafColumn, view)
            }
        }
    }

    /// Writes the root of the open list into its owner's cell.
    func storeTree() throws(StorageError) {
        guard let open = openList else { return }
        let root = open.tree.root.reference
        try withTree(open.column) { tree, leafColumn throws(StorageError) in
            guard let (leaf, slot) = try tree.findForChange(open.row) else { return }
            let offset = ColumnLeaf.cellOffset(ColumnLeaf.entry(leaf, leafColumn), slot)
            if root.isNone {
                ColumnLeaf.addGarbage(leaf, ColumnLeaf.heapByteCount(leaf, cellAt: offset))
                leaf.clear(at: offset, byteCount: ColumnLeaf.cellByteCount)
            } else {
                ColumnLeaf.setReferenceCell(leaf, at: offset, ColumnLeaf.treeCell, root, extra: open.ghostCount)
            }
        }
        if root.isNone { openList = nil }
    }

    /// Frees the stored form and leaves an empty list. Links are the caller's to look after first.
    func freeList(_ row: UInt64, _ column: Int) throws(StorageError) {
        switch try openStoredList(row, column) {
        case .inline(let values, _):
            if !values.isEmpty { try storeInline(row, column, [], ghostCount: 0) }
        case .tree:
            let all = openList?.tree.count ?? 0
            if elementType(column).isCell {
                try openList?.tree.removeElements(0..<all)
            } else {
                try openList?.tree.freeAll()
            }
            openList?.ghostCount = 0
            try storeTree()
        }
    }

    // MARK: Raw edits

    func insertRaw(_ row: UInt64, _ column: Int, at index: Int, _ values: [Value], ghosts: Int) throws(StorageError) {
        switch try openStoredList(row, column) {
        case .inline(var all, let ghostCount):
            all.insert(contentsOf: values, at: index)
            try storeInline(row, column, all, ghostCount: ghostCount + ghosts)
        case .tree:
            try openList?.tree.insertElements(values, at: index)
            openList?.ghostCount += ghosts
            openList?.visible = nil
            try storeTree()
        }
        try session.spillIfNeeded()
    }

    func appendRaw(_ row: UInt64, _ column: Int, links: [UInt64]) throws(StorageError) {
        switch try openStoredList(row, column) {
        case .inline(let all, let ghostCount):
            try storeInline(row, column, all + links.map { .link(RowID($0)) }, ghostCount: ghostCount)
        case .tree:
            try openList?.tree.appendLinks(links)
            openList?.visible = nil
            try storeTree()
        }
        try session.spillIfNeeded()
    }

    func removeRaw(_ row: UInt64, _ column: Int, _ range: Range<Int>, ghosts: Int) throws(StorageError) {
        guard !range.isEmpty else { return }
        switch try openStoredList(row, column) {
        case .inline(var all, let ghostCount):
            all.removeSubrange(range)
            try storeInline(row, column, all, ghostCount: fewerGhosts(ghostCount, ghosts))
        case .tree:
            openList?.ghostCount = try fewerGhosts(openList?.ghostCount ?? 0, ghosts)
            try openList?.tree.removeElements(range)
            openList?.visible = nil
            try storeTree()
        }
    }

    private func fewerGhosts(_ count: Int, _ removed: Int) throws(StorageError) -> Int {
        guard removed <= count else { throw wrongGhostCount() }
        return count - removed
    }

    func wrongGhostCount() -> StorageError {
        StorageError(.damaged, "A list of class \(name) counts its ghosts wrongly. Restore a copy.")
    }

    func setRawElement(_ row: UInt64, _ column: Int, at index: Int, _ value: Value) throws(StorageError) {
        switch try openStoredList(row, column) {
        case .inline(var all, let ghostCount):
            all[index] = value
            try storeInline(row, column, all, ghostCount: ghostCount)
        case .tree:
            try openList?.tree.setElement(at: index, value)
            openList?.visible = nil
            try storeTree()
        }
    }

    /// An element became visible, or hidden, without moving.
    func changeGhostCount(_ row: UInt64, _ column: Int, by difference: Int) throws(StorageError) {
        switch try openStoredList(row, column) {
        case .inline(let all, let ghostCount):
            try storeInline(row, column, all, ghostCount: max(ghostCount + difference, 0))
        case .tree:
            let ghostCount = openList?.ghostCount ?? 0
            openList?.ghostCount = max(ghostCount + difference, 0)
            openList?.visible = nil
            try storeTree()
        }
    }

    /// Removes every entry that leads to `target`, a row or a ghost.
    func removeFromList(_ row: UInt64, _ column: Int, target: UInt64) throws(StorageError) {
        let isGhost = try isGhostTarget(column, target)
        let all = try rawList(row, column)
        var end = all.count
        while end > 0 {
            // Runs of equal neighbours go together.
            guard all[end - 1] == .link(RowID(target)) else {
                end -= 1
                continue
            }
            var start = end - 1
            while start > 0, all[start - 1] == .link(RowID(target)) { start -= 1 }
            try removeRaw(row, column, start..<end, ghosts: isGhost ? end - start : 0)
            for _ in start..<end { try removeBacklink(column, target: target, origin: row) }
            end = start
        }
    }
}
