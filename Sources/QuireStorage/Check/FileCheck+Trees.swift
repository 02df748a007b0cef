// One tree: levels, kinds, tree ids, counts, and what leaves refer to.

extension FileCheck {
    /// Walks a tree from its root; the trees of lists and the overflow runs of its leaves too.
    mutating func walk(_ root: TreeRoot, _ tree: TreeID, leaf: NodeKind) {
        trees.insert(tree)
        guard !root.reference.isNone else {
            if root.count != 0 { note("Tree \(tree.rawValue) has no root but \(root.count) entries.") }
            return
        }
        guard let count = walk(root.reference, level: root.height - 1, tree, leaf, isList: false) else { return }
        if count != root.count {
            note("Tree \(tree.rawValue) holds \(count) entries; the directory says \(root.count).")
        }
    }

    /// The entries below a node; nil if some of them could not be read. Depth is bounded: levels fall by one, from 32,
    /// and below a list there is no other.
    private mutating func walk(
        _ reference: NodeReference, level: Int, _ tree: TreeID, _ leaf: NodeKind, isList: Bool
    ) -> UInt64? {
        let node: Node
        do throws(StorageError) { node = try space.node(reference) } catch {
            note(error)
            return nil
        }
        guard visit(reference, pageCount: node.pageCount) else { return nil }
        guard node.level == level, node.tree == tree else {
            note(
                .damaged(
                    reference.page, "it belongs to another place: level \(node.level) of tree \(node.tree.rawValue)"))
            return nil
        }
        if node.u64(NodeHeader.transaction) > session.snapshot.rawValue {
            note(.damaged(reference.page, "it comes from a transaction that the file does not have"))
        }
        if level == 0 {
            guard node.kind == leaf, leaf != .columnLeaf || (ColumnLeaf.form(node) == .positions) == isList else {
                note(.damaged(reference.page, "it is no leaf of this tree"))
                return nil
            }
            if leaf == .columnLeaf { attempt { check throws(StorageError) in try check.walkCells(of: node) } }
            return leaf == .columnLeaf ? UInt64(ColumnLeaf.liveCount(node)) : UInt64(node.count)
        }
        switch node.kind {
        case .integerInner where leaf != .keysLeaf:
            return walkChildren(IntegerInner.self, node, reference, level, tree, leaf, isList)
        case .bytesInner where leaf == .keysLeaf:
            return walkChildren(BytesInner.self, node, reference, level, tree, leaf, isList)
        default:
            note(.damaged(reference.page, "it is no inner node of this tree"))
            return nil
        }
    }

    private mutating func walkChildren<Inner: InnerLayout>(
        _: Inner.Type, _ node: Node, _ reference: NodeReference, _ level: Int, _ tree: TreeID, _ leaf: NodeKind,
        _ isList: Bool
    ) -> UInt64? {
        let byteCount = space.byteCount(of: node)
        var total: UInt64? = 0
        for index in 0..<node.count {
            let child = Inner.reference(node, index, byteCount: byteCount)
            guard let count = walk(child, level: level - 1, tree, leaf, isList: isList) else {
                total = nil
                continue
            }
            let promised = Inner.count(node, index, byteCount: byteCount)
            if count != promised {
                note(.damaged(reference.page, "entry \(index) promises \(promised) entries where there are \(count)"))
            }
            total = total.map { $0 &+ count }
        }
        return total
    }

    /// Overflow runs and trees of lists.
    private mutating func walkCells(of node: Node) throws(StorageError) {
        guard node.flags & ColumnLeaf.referencesFlag != 0 else { return }
        for column in 0..<ColumnLeaf.columnCount(node) {
            let entry = ColumnLeaf.entry(node, column)
            guard let type = ColumnLeaf.type(entry), type.isCell else { continue }
            for slot in 0..<node.count {
                switch ColumnLeaf.cell(node, at: ColumnLeaf.cellOffset(entry, slot)) {
                case .bytes: continue
                case .overflow(let reference, let byteCount):
                    attempt { check throws(StorageError) in try check.walkOverflow(reference, byteCount) }
                case .tree(let reference, _):
                    attempt { check throws(StorageError) in try check.walkList(reference) }
                }
            }
        }
    }

    private mutating func walkOverflow(_ reference: NodeReference, _ byteCount: Int) throws(StorageError) {
        let node = try space.node(reference)
        visit(reference, pageCount: node.pageCount)
        // Reading it checks every chunk.
        _ = try space.withOverflow(reference, length: byteCount) { bytes throws(StorageError) in bytes.count }
    }

    private mutating func walkList(_ reference: NodeReference) throws(StorageError) {
        let node = try space.node(reference)
        guard node.level < 32 else { throw .damaged(reference.page, "it is no root of a list") }
        _ = walk(reference, level: node.level, node.tree, .columnLeaf, isList: true)
    }
}
