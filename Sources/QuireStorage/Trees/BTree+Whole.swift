// What concerns a tree as a whole: how far a leaf reaches, and freeing everything.

extension BTree {
    /// The first key that lies to the right of the current leaf, as the nodes above know it; nil at the right edge.
    package func upperBound() throws(StorageError) -> Inner.Key? {
        for step in path.reversed() {
            let node = try space.node(step.reference)
            let next = step.index + 1
            if next < node.count { return Inner.key(node, next, byteCount: space.byteCount(of: node)) }
        }
        return nil
    }

    /// Frees every node. `visitLeaf` sees each leaf before it goes.
    package mutating func freeAll(_ visitLeaf: (Node) throws(StorageError) -> Void = { _ in }) throws(StorageError) {
        guard !isEmpty else { return }
        // The levels are known and bounded by 32, so a stack of references is enough.
        var stack: [(reference: NodeReference, level: Int)] = [(root.reference, root.height - 1)]
        var nodeCount = 0
        while let (reference, level) = stack.popLast() {
            nodeCount += 1
            guard nodeCount <= space.nodeLimit else { throw Self.wrongLevel(reference) }
            let node = try node(reference, level: level)
            if level > 0 {
                let byteCount = space.byteCount(of: node)
                for index in 0..<node.count {
                    stack.append((Inner.reference(node, index, byteCount: byteCount), level - 1))
                }
            } else {
                try visitLeaf(node)
            }
            try space.free(reference)
        }
        root = .empty
        path.removeAll()
        leaf = .none
    }
}
