// In which order a commit writes the nodes of a transaction.

/// The dirty nodes that can be reached from the roots.
struct CommitOrder {
    /// A node by its index in the transaction's table.
    struct Step {
        let index: Int
        /// The node with the one reference to it, and where in that node it is; nil for a root.
        let referrer: (index: Int, offset: Int)?
    }

    /// Those in memory: children before their parents, so that a parent can name the checksums of its children.
    var nodes: [Step] = []
    /// Those that were written to their place ahead of the commit.
    var placed: [Step] = []
}

extension PageSpace {
    /// Walks down from the roots; a node that can be reached twice is a defect and stops the commit.
    func commitOrder(from roots: [NodeReference]) throws(StorageError) -> CommitOrder {
        var order = CommitOrder()
        order.nodes.reserveCapacity(dirty.count)
        var isSeen = [Bool](repeating: false, count: dirty.count)
        // A node waits until its children, which lie above it on the stack, have had their turn.
        var stack: [(step: CommitOrder.Step, isWaiting: Bool)] = []
        stack.reserveCapacity(min(2 * dirty.count, 1024))
        for root in roots where root.isDirty {
            stack.append((CommitOrder.Step(index: root.dirtyIndex, referrer: nil), false))
        }
        while let (step, isWaiting) = stack.popLast() {
            let index = step.index
            if isWaiting {
                order.nodes.append(step)
                continue
            }
            guard index < dirty.count, !isSeen[index] else {
                throw Self.inconsistent("node \(index) is referred to twice")
            }
            isSeen[index] = true
            guard let node = dirty[index].start else {
                guard !dirty[index].place.isNone else {
                    throw Self.inconsistent("node \(index) is used but was freed")
                }
                order.placed.append(step)
                continue
            }
            stack.append((step, true))
            let firstChild = stack.count
            try NodeChildren.forEachReference(in: node, byteCount: nodeByteCount(index), onlyDirty: true) { offset in
                let reference = NodeReference(rawValue: node.u64(offset))
                guard reference.isDirty else { return }
                stack.append((CommitOrder.Step(index: reference.dirtyIndex, referrer: (index, offset)), false))
            }
            stack[firstChild...].reverse()
        }
        return order
    }

    /// Has the referrer of a node lead to it elsewhere.
    func refer(_ step: CommitOrder.Step, to reference: NodeReference) {
        guard let referrer = step.referrer, let node = dirty[referrer.index].start else { return }
        node.setU64(referrer.offset, reference.rawValue)
    }

    func nodeByteCount(_ index: Int) -> Int { Int(dirty[index].pageCount) * pageSize }

    private static func inconsistent(_ what: String) -> StorageError {
        StorageError(
            .fail, "The transaction contradicts itself (\(what)) and was not stored; please report this defect.")
    }
}
