// In which order a commit writes the nodes of a transaction.

/// The dirty nodes that can be reached from the roots, as indices into the transaction's table.
struct CommitOrder {
    /// Those in memory: children before their parents, so that a parent can name the checksums of its children.
    var nodes: [Int] = []
    /// Those that were written to their place ahead of the commit.
    var placed: [Int] = []
}

extension PageSpace {
    /// Walks down from the roots; a node that can be reached twice is a defect and stops the commit.
    func commitOrder(from roots: [NodeReference]) throws(StorageError) -> CommitOrder {
        var order = CommitOrder()
        order.nodes.reserveCapacity(dirty.count)
        var isSeen = [Bool](repeating: false, count: dirty.count)
        // A node waits as its index, and once its children are on the stack above it, as the complement of it.
        var stack: [Int] = []
        stack.reserveCapacity(min(2 * dirty.count, 1024))
        for root in roots where root.isDirty { stack.append(root.dirtyIndex) }
        while let top = stack.popLast() {
            guard top >= 0 else {
                order.nodes.append(~top)
                continue
            }
            guard top < dirty.count, !isSeen[top] else { throw Self.inconsistent("node \(top) is referred to twice") }
            isSeen[top] = true
            guard let node = dirty[top].start else {
                guard !dirty[top].place.isNone else { throw Self.inconsistent("node \(top) is used but was freed") }
                order.placed.append(top)
                continue
            }
            stack.append(~top)
            let firstChild = stack.count
            try NodeChildren.forEachReference(in: node, byteCount: nodeByteCount(top), onlyDirty: true) {
                offset throws(StorageError) in
                let reference = NodeReference(rawValue: node.u64(offset))
                if reference.isDirty { stack.append(reference.dirtyIndex) }
            }
            stack[firstChild...].reverse()
        }
        return order
    }

    func nodeByteCount(_ index: Int) -> Int { Int(dirty[index].pageCount) * pageSize }

    private static func inconsistent(_ what: String) -> StorageError {
        StorageError(
            .fail, "The transaction contradicts itself (\(what)) and was not stored; please report this defect.")
    }
}
