// Moving nodes out of nearly empty stretches of the file, so that commits find long free runs and files keep their size.

extension Session {
    /// Copies the nodes that the page layer would like to move; the commit then places them elsewhere. A node that is not
    /// found any more where its header says stays: another one of the sixteen commits to come will ask again.
    ///
    /// True if anything was copied.
    func evacuate() throws(StorageError) -> Bool {
        let candidates = try database.nodesToEvacuate()
        for candidate in candidates {
            switch candidate.tree {
            case SystemLayout.directoryTree: try directory.touch(candidate)
            case SystemLayout.classesTree: try classes.touch(candidate)
            default:
                for table in tables where try table.touch(candidate) { break }
            }
        }
        return !candidates.isEmpty
    }
}

extension Table {
    /// Copies the node if it belongs to one of the table's trees; true if it does.
    fileprivate func touch(_ candidate: EvacuationCandidate) throws(StorageError) -> Bool {
        let tree = candidate.tree
        guard owns(tree) else { return false }
        try load()
        if tree == main.id { try main.touch(candidate) } else if tree == ghostTree.id { try ghostTree.touch(candidate) }
        for index in wide.indices where wide[index].id == tree { try wide[index].touch(candidate) }
        if keys?.numbers?.id == tree { try keys?.numbers?.touch(candidate) }
        if keys?.bytes?.id == tree { try keys?.bytes?.touch(candidate) }
        if keys?.nils.id == tree { try keys?.nils.touch(candidate) }
        for column in stored.columns.indices {
            if stored.columns[column].index == tree { try touchIndex(column, candidate) }
            if stored.columns[column].indexNils == tree { try indexes[column]?.nils.touch(candidate) }
            if stored.columns[column].backlinks == tree { try backlinkTrees[column]?.touch(candidate) }
            if stored.columns[column].list == tree { try touchList(column, candidate) }
        }
        return true
    }

    private func owns(_ tree: TreeID) -> Bool {
        stored.groups.contains(tree) || [stored.keys, stored.keyNils, stored.ghosts].contains(tree)
            || stored.columns.contains { [$0.index, $0.indexNils, $0.backlinks, $0.list].contains(tree) }
    }

    private func touchIndex(_ column: Int, _ candidate: EvacuationCandidate) throws(StorageError) {
        try indexes[column]?.numbers?.touch(candidate)
        try indexes[column]?.bytes?.touch(candidate)
    }

    /// A node of a long list: its header names the row.
    private func touchList(_ column: Int, _ candidate: EvacuationCandidate) throws(StorageError) {
        guard try main.find(candidate.owner) != nil, case .tree = try openStoredList(candidate.owner, column) else {
            return
        }
        try openList?.tree.touchPosition(candidate)
        try storeTree()
    }
}

extension ColumnTree {
    mutating func touch(_ candidate: EvacuationCandidate) throws(StorageError) {
        guard !tree.isEmpty else { return }
        _ = try descend(to: candidate.owner)
        try tree.touchPath(to: candidate.reference)
        cachedLeaf = nil
    }

    /// Leaves of a list do not know their position; those before it are passed.
    mutating func touchPosition(_ candidate: EvacuationCandidate) throws(StorageError) {
        guard !tree.isEmpty else { return }
        _ = try tree.descend { _, _ in 0 }
        while try !tree.touchPath(to: candidate.reference) {
            guard try tree.neighbour(forward: true) != nil else { return }
        }
    }
}

extension PairsTree {
    mutating func touch(_ candidate: EvacuationCandidate) throws(StorageError) {
        try applyWaiting()
        guard !tree.isEmpty else { return }
        let key = IntegerKey(candidate.owner, 0)
        _ = try tree.descend { node, byteCount in IntegerInner.searchFirst(node, key, byteCount: byteCount) }
        // Many pairs with one high part fill several leaves; the node is one of the first.
        for _ in 0..<8 {
            if try tree.touchPath(to: candidate.reference) { return }
            guard try tree.neighbour(forward: true) != nil else { return }
        }
    }
}

extension KeysTree {
    mutating func touch(_ candidate: EvacuationCandidate) throws(StorageError) {
        guard !tree.isEmpty else { return }
        var key: [UInt8] = []
        key.appendBigEndian(candidate.owner)
        try key.withView { key throws(StorageError) in
            _ = try tree.descend { node, byteCount in BytesInner.search(node, key: key, byteCount: byteCount) }
        }
        // Only the first eight bytes of the key are known, so the node may lie a little further on.
        for _ in 0..<8 {
            if try tree.touchPath(to: candidate.reference) { break }
            guard try tree.neighbour(forward: true) != nil else { break }
        }
        root = tree.root
    }
}

extension BTree {
    /// Copies what lies on the path if it leads to the node; true if it does.
    @discardableResult
    mutating func touchPath(to reference: NodeReference) throws(StorageError) -> Bool {
        guard leaf == reference || path.contains(where: { $0.reference == reference }) else { return false }
        _ = try writableLeaf()
        return true
    }
}
