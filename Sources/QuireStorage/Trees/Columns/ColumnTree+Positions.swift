// The elements of a long list by position. The layout has one column; the elements before a position are counted by the
// inner entries, so every place is O(log n) away.

extension ColumnTree {
    /// The element at a position, which must be below `count`.
    package mutating func element(at position: Int) throws(StorageError) -> Value {
        let (leaf, slot) = try locate(rank: position)
        return try value(leaf, column: 0, slot)
    }

    /// Calls `body` for the elements from a position on until it answers false.
    package mutating func forEachElement(
        from position: Int = 0, _ body: (Value) throws(StorageError) -> Bool
    ) throws(StorageError) {
        guard position < count else { return }
        var (leaf, slot) = try locate(rank: position)
        while true {
            let end = leaf.count
            while slot < end {
                guard try body(try value(leaf, column: 0, slot)) else { return }
                slot += 1
            }
            guard let next = try tree.neighbour(forward: true) else { return }
            leaf = try current(next)
            slot = 0
        }
    }

    /// Replaces the element at a position.
    package mutating func setElement(at position: Int, _ value: Value) throws(StorageError) {
        try setValue(value, column: 0, at: .position(position))
    }

    /// The writable leaf and slot of a position.
    mutating func locateForChange(_ position: Int) throws(StorageError) -> (leaf: Node, slot: Int)? {
        while true {
            let (_, slot) = try locate(rank: position)
            guard let leaf = try writableLeaf() else { continue }
            return (leaf, slot)
        }
    }

    /// Puts elements before a position (`count` appends).
    package mutating func insertElements(_ values: [Value], at position: Int) throws(StorageError) {
        var position = position
        var rest = values[...]
        while !rest.isEmpty {
            let made = try makeSlots(min(rest.count, 64), at: position)
            for offset in 0..<made { try setElement(at: position + offset, rest[rest.startIndex + offset]) }
            position += made
            rest = rest.dropFirst(made)
        }
    }

    /// Appends links, leaf by leaf.
    mutating func appendLinks(_ targets: [UInt64]) throws(StorageError) {
        var next = 0
        while next < targets.count {
            let made = try makeSlots(targets.count - next, at: count)
            guard let (leaf, slot) = try locateForChange(count - made) else { return }
            let entry = ColumnLeaf.entry(leaf, 0)
            let width = ColumnLeaf.width(.link)
            for offset in 0..<made {
                ColumnLeaf.setBits(leaf, entry, width: width, slot + offset, targets[next + offset])
            }
            next += made
        }
    }

    /// Makes up to `number` empty slots before a position; tells how many.
    private mutating func makeSlots(_ number: Int, at position: Int) throws(StorageError) -> Int {
        if tree.isEmpty {
            try plantPositions()
        }
        while true {
            let slot = try descend(toPosition: position)
            guard let leaf = try writableLeaf() else { continue }
            let room = ColumnLeaf.capacity(leaf) - leaf.count
            if room > 0 {
                let made = min(number, room)
                if slot < leaf.count { space.moveStamp() }
                ColumnLeaf.insertSlots(leaf, at: slot, made)
                try tree.leafChanged(countBy: made)
                return made
            }
            if position == count {
                try appendLeaf(after: leaf)
                continue
            }
            let builder = try makeBuilder(leaf)
            // One long element may have taken the room of all others.
            if leaf.count > 1 {
                try rewriteInHalves(builder)
            } else {
                try rewrite(builder, reserve: leafByteCount / 8)
            }
        }
    }

    /// Goes to the leaf into which an element before `position` belongs; gives the slot.
    private mutating func descend(toPosition position: Int) throws(StorageError) -> Int {
        if position == count {
            let leaf = try current(try tree.descend { node, _ in node.count - 1 })
            return leaf.count
        }
        return try locate(rank: position).slot
    }

    private mutating func plantPositions() throws(StorageError) {
        tree.plantRoot(try newPositionsLeaf(), count: 0)
    }

    private func newPositionsLeaf() throws(StorageError) -> NodeReference {
        let reference = space.allocate(.columnLeaf, level: 0, log2Pages: log2Pages, tree: id)
        let node = try space.node(reference)
        guard
            let capacity = layout.capacity(
                rows: 1, heap: 0, heapPerRow: heapPerRow, form: .positions, byteCount: leafByteCount)
        else {
            throw StorageError(
                .fail, "An element of tree \(id.rawValue) is wider than a leaf; please report this defect.")
        }
        layout.initialize(node, capacity: capacity, form: .positions, byteCount: leafByteCount)
        node.owner = owner
        node.ownerColumn = ownerColumn
        return reference
    }

    /// An empty leaf behind the last one, which stays as full as it is.
    private mutating func appendLeaf(after leaf: Node) throws(StorageError) {
        let reference = try newPositionsLeaf()
        let old = ChildEntry(key: IntegerKey(0), reference: tree.leaf, count: UInt64(leaf.count))
        try tree.replaceLeaf(
            with: [old, ChildEntry(key: IntegerKey(0), reference: reference, count: 0)], atRightEdge: true)
    }

    /// Takes the elements of a range away. What they refer to besides overflow runs is the caller's to look after first.
    package mutating func removeElements(_ range: Range<Int>) throws(StorageError) {
        var rest = range.count
        while rest > 0 {
            let (_, slot) = try locate(rank: range.lowerBound)
            guard let leaf = try writableLeaf() else { continue }
            let end = min(slot + rest, leaf.count)
            if layout.columns[0].type.isCell {
                let entry = ColumnLeaf.entry(leaf, 0)
                for index in slot..<end { try freeOverflow(leaf, at: ColumnLeaf.cellOffset(entry, index)) }
            }
            space.moveStamp()
            ColumnLeaf.removeSlots(leaf, slot..<end)
            try tree.leafChanged(countBy: slot - end)
            rest -= end - slot
            try joinIfUnderfull(leaf)
        }
    }
}
