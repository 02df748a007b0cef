// Lists as the layers above see them: positions count visible elements; ghosts keep their places in between.

extension Table {
    /// What the list holds, and how many of its elements are ghosts.
    private func listCounts(_ row: UInt64, _ column: Int) throws(StorageError) -> (raw: Int, ghosts: Int) {
        try load()
        try storeWaitingLinks()
        let found = try withTree(column) { tree, leafColumn throws(StorageError) -> (Int, Int)? in
            guard let (leaf, slot) = try tree.find(row) else { return (0, 0) }
            let offset = ColumnLeaf.cellOffset(ColumnLeaf.entry(leaf, leafColumn), slot)
            guard case .bytes(let bytes) = ColumnLeaf.cell(leaf, at: offset) else { return nil }
            guard let counts = InlineList.counts(bytes) else {
                throw .damaged(tree.tree.leaf.page, "a list of class \(name) is unreadable")
            }
            return counts
        }
        if let found { return found }
        _ = try openStoredList(row, column)
        return (openList?.tree.count ?? 0, openList?.ghostCount ?? 0)
    }

    /// The number of visible elements. O(1) and a look at the list's root.
    package func listCount(_ row: RowID, _ column: Int) throws(StorageError) -> Int {
        let counts = try listCounts(row.rawValue, column)
        return counts.raw - counts.ghosts
    }

    /// The raw positions of the visible elements; nil without ghosts, when they are the same.
    private func visiblePositions(_ row: UInt64, _ column: Int) throws(StorageError) -> [Int]? {
        let counts = try listCounts(row, column)
        guard counts.ghosts > 0 else { return nil }
        if let open = openList, open.row == row, open.column == column, let visible = open.visible,
            visible.count == counts.raw - counts.ghosts
        {
            return visible
        }
        var visible: [Int] = []
        for (index, value) in try rawList(row, column).enumerated() {
            if case .link(let target) = value, try isGhostTarget(column, target.rawValue) { continue }
            visible.append(index)
        }
        // Positions are held against the count before they come here.
        guard visible.count == counts.raw - counts.ghosts else { throw wrongGhostCount() }
        if let open = openList, open.row == row, open.column == column { openList?.visible = visible }
        return visible
    }

    /// The visible element at a position below the count. O(log n) without ghosts.
    package func listValue(_ row: RowID, _ column: Int, at index: Int) throws(StorageError) -> Value {
        let visible = try visiblePositions(row.rawValue, column)
        let position = visible.map { index < $0.count ? $0[index] : -1 } ?? index
        switch try openStoredList(row.rawValue, column) {
        case .inline(let values, _): return values.indices.contains(position) ? values[position] : .none
        case .tree:
            guard position >= 0, position < openList?.tree.count ?? 0 else { return .none }
            return try openList?.tree.element(at: position) ?? .none
        }
    }

    /// All visible elements in order.
    package func listValues(_ row: RowID, _ column: Int) throws(StorageError) -> [Value] {
        let all = try rawList(row.rawValue, column)
        guard let visible = try visiblePositions(row.rawValue, column) else { return all }
        return visible.filter { $0 < all.count }.map { all[$0] }
    }

    /// The raw position before which an insertion at a visible position goes: ghosts stay with their left neighbour, leading
    /// ghosts stay first, and the end is the physical end.
    private func insertionPosition(_ row: UInt64, _ column: Int, _ index: Int) throws(StorageError) -> Int {
        guard let visible = try visiblePositions(row, column) else { return index }
        return index < visible.count ? visible[index] : try listCounts(row, column).raw
    }

    /// Puts elements before a visible position (the count appends). Links may name ghosts.
    package func listInsert(
        _ row: RowID, _ column: Int, at index: Int, _ values: [Value]
    ) throws(StorageError) {
        guard !values.isEmpty else { return }
        let position = try insertionPosition(row.rawValue, column, index)
        var ghosts = 0
        for case .link(let target) in values {
            if try isGhostTarget(column, target.rawValue) { ghosts += 1 }
        }
        try insertRaw(row.rawValue, column, at: position, values, ghosts: ghosts)
        for case .link(let target) in values { try addBacklink(column, target: target.rawValue, origin: row.rawValue) }
    }

    /// Replaces a visible element. An owned object that is replaced dies.
    package func listSet(_ row: RowID, _ column: Int, at index: Int, _ value: Value) throws(StorageError) {
        let position = try visiblePositions(row.rawValue, column).map { $0[index] } ?? index
        let old = try listValue(row, column, at: index)
        guard old != value else { return }
        try setRawElement(row.rawValue, column, at: position, value)
        if case .link(let target) = value {
            if try isGhostTarget(column, target.rawValue) { try changeGhostCount(row.rawValue, column, by: 1) }
            try addBacklink(column, target: target.rawValue, origin: row.rawValue)
        }
        if case .link(let target) = old { try dropElement(row.rawValue, column, target.rawValue) }
    }

    /// After an element left a list: its inverse entry, and the object if the list owns it.
    private func dropElement(_ row: UInt64, _ column: Int, _ target: UInt64) throws(StorageError) {
        try removeBacklink(column, target: target, origin: row)
        if stored.columns[column].definition.isOwning { try targets[column]?.table.delete(RowID(target)) }
    }

    /// Removes visible elements; ghosts between them stay.
    package func listRemove(_ row: RowID, _ column: Int, _ range: Range<Int>) throws(StorageError) {
        guard !range.isEmpty else { return }
        var removed: [Value] = []
        for index in range where elementType(column) == .link {
            removed.append(try listValue(row, column, at: index))
        }
        if let visible = try visiblePositions(row.rawValue, column) {
            for index in range.reversed() {
                try removeRaw(row.rawValue, column, visible[index]..<visible[index] + 1, ghosts: 0)
            }
        } else {
            try removeRaw(row.rawValue, column, range, ghosts: 0)
        }
        for case .link(let target) in removed { try dropElement(row.rawValue, column, target.rawValue) }
    }

    /// Drops everything, ghosts too.
    package func listRemoveAll(_ row: RowID, _ column: Int) throws(StorageError) {
        let all = elementType(column) == .link ? try rawList(row.rawValue, column) : []
        try freeList(row.rawValue, column)
        for case .link(let target) in all { try dropElement(row.rawValue, column, target.rawValue) }
    }

    /// Takes the visible element at `from` out and puts it so that it ends up at `to`; ghosts behind it go with it.
    package func listMove(_ row: RowID, _ column: Int, from: Int, to: Int) throws(StorageError) {
        guard from != to else { return }
        if let visible = try visiblePositions(row.rawValue, column) {
            var order = Array(visible.indices)
            order.insert(order.remove(at: from), at: to)
            return try listReorder(row, column, order)
        }
        let value = try listValue(row, column, at: from)
        try removeRaw(row.rawValue, column, from..<from + 1, ghosts: 0)
        try insertRaw(row.rawValue, column, at: to, [value], ghosts: 0)
    }

    /// Gives visible place i the element that was at `order[i]`, a permutation. Ghosts stay behind their left neighbour,
    /// leading ones first. O(n).
    package func listReorder(_ row: RowID, _ column: Int, _ order: [Int]) throws(StorageError) {
        let all = try rawList(row.rawValue, column)
        let visible = try visiblePositions(row.rawValue, column) ?? Array(all.indices)
        guard order.count == visible.count, order != Array(order.indices) else { return }
        var reordered = Array(all[..<(visible.first ?? all.count)])
        for place in order {
            let end = place + 1 < visible.count ? visible[place + 1] : all.count
            reordered += all[visible[place]..<end]
        }
        // Only order changes: the inverse and what the list owns stay as they are.
        let ghosts = all.count - visible.count
        try freeList(row.rawValue, column)
        try insertRaw(row.rawValue, column, at: 0, reordered, ghosts: ghosts)
    }

    package func listSwap(_ row: RowID, _ column: Int, _ a: Int, _ b: Int) throws(StorageError) {
        guard a != b else { return }
        let first = try listValue(row, column, at: a)
        let second = try listValue(row, column, at: b)
        let visible = try visiblePositions(row.rawValue, column)
        try setRawElement(row.rawValue, column, at: visible.map { $0[a] } ?? a, second)
        try setRawElement(row.rawValue, column, at: visible.map { $0[b] } ?? b, first)
    }

    /// The first visible position of a value. O(n).
    package func listIndex(_ row: RowID, _ column: Int, of value: Value) throws(StorageError) -> Int? {
        try listValues(row, column).firstIndex(of: value)
    }
}
