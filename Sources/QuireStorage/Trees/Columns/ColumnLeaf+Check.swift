// What a column leaf must look like inside before anything else reads it, and where it refers to other nodes.

extension ColumnLeaf {
    /// What contradicts itself inside the node, or nil. Reads nothing outside of `byteCount`.
    static func problem(_ node: Node, byteCount: Int) -> String? {
        guard node.level == 0 else { return "a column leaf at level \(node.level)" }
        let columns = columnCount(node)
        let directoryEnd = directory + 8 * (columns + 1)
        guard columns >= 1, directoryEnd <= byteCount else { return "a column leaf of \(columns) columns" }
        let flags = node.flags
        guard flags & ~(sparseFlag | referencesFlag | positionsFlag) == 0,
            flags & (sparseFlag | positionsFlag) != sparseFlag | positionsFlag
        else { return "unknown flags of a column leaf" }
        let capacity = capacity(node)
        let form = form(node)
        guard node.count <= capacity, liveCount(node) >= 1, liveCount(node) <= node.count,
            form == .dense || liveCount(node) == node.count
        else {
            return "a column leaf of \(node.count) slots, \(liveCount(node)) of them live, with room for \(capacity)"
        }
        // Slots and rows as numbers must not overflow.
        guard form == .positions || node.owner < RowID.limit else {
            return "the row ids of a column leaf are too large"
        }
        var end = directoryEnd
        for column in 0..<columns {
            if let problem = columnProblem(node, column, capacity: capacity, end: &end, byteCount: byteCount) {
                return problem
            }
        }
        guard rowsOffset(node) == end else { return "the row ids of a column leaf are misplaced" }
        end += LeafLayout.rowsByteCount(form, capacity: capacity)
        guard end <= heapStart(node), heapStart(node) <= byteCount else {
            return "the heap of a column leaf is misplaced"
        }
        return rowsProblem(node, form) ?? unusedProblem(node, form) ?? cellsProblem(node, byteCount: byteCount)
    }

    /// The arrays of a column lie behind those of the one before, without gaps.
    private static func columnProblem(
        _ node: Node, _ column: Int, capacity: Int, end: inout Int, byteCount: Int
    ) -> String? {
        let entry = entry(node, column)
        guard let type = type(entry) else { return "a column of an unknown type" }
        if type == .list, form(node) == .positions { return "a list whose elements are lists" }
        if type == .reference, node.flags & referencesFlag == 0 { return "references in a leaf without references" }
        guard dataOffset(entry) == end else { return "the values of a column are misplaced" }
        end += LeafLayout.align(width(type) * capacity)
        if nullOffset(entry) != 0 {
            guard nullOffset(entry) == end, type != .list else { return "the nils of a column are misplaced" }
            end += LeafLayout.bitmapByteCount(capacity)
        }
        return end <= byteCount ? nil : "a column ends outside of its leaf"
    }

    private static func rowsProblem(_ node: Node, _ form: Form) -> String? {
        switch form {
        case .positions: return nil
        case .dense:
            let isRight =
                liveBits(node, before: node.count) == liveCount(node) && isLive(node, node.count - 1)
                && isClear(node, bitmap: rowsOffset(node), from: node.count)
            return isRight ? nil : "the live slots of a column leaf are miscounted"
        case .sparse:
            let rows = rowsOffset(node)
            guard isClear(node, from: rows + 4 * node.count, to: rows + 4 * capacity(node)) else {
                return "a column leaf with rows behind its last one"
            }
            for slot in 0..<max(node.count - 1, 0)
            where node.u32(rows + 4 * slot) >= node.u32(rows + 4 * slot + 4) {
                return "the rows of a column leaf are out of order"
            }
            return nil
        }
    }

    /// Slots without a row are zero: whoever makes a row there takes them as they are.
    private static func unusedProblem(_ node: Node, _ form: Form) -> String? {
        let count = node.count
        let dead = form == .dense && liveCount(node) < count ? (0..<count).filter { !isLive(node, $0) } : []
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry) else { continue }
            let width = width(type)
            let data = dataOffset(entry)
            let isUnused =
                isClear(node, from: data + width * count, to: data + width * capacity(node))
                && (nullOffset(entry) == 0 || isClear(node, bitmap: nullOffset(entry), from: count))
                && dead.allSatisfy { slot in
                    !isNull(node, entry, slot)
                        && isClear(node, from: data + width * slot, to: data + width * (slot + 1))
                }
            guard isUnused else { return "a slot without a row that is not empty" }
        }
        return nil
    }

    /// True if no bit of a bitmap from `first` on is set, up to the capacity rounded up.
    private static func isClear(_ node: Node, bitmap offset: Int, from first: Int) -> Bool {
        if first & 7 != 0, node.u8(offset + first >> 3) >> UInt8(first & 7) != 0 { return false }
        return isClear(
            node, from: offset + (first + 7) >> 3, to: offset + LeafLayout.bitmapByteCount(capacity(node)))
    }

    private static func isClear(_ node: Node, from start: Int, to end: Int) -> Bool {
        var offset = start
        while offset + 8 <= end {
            if node.u64(offset) != 0 { return false }
            offset += 8
        }
        while offset < end {
            if node.u8(offset) != 0 { return false }
            offset += 1
        }
        return true
    }

    private static func cellsProblem(_ node: Node, byteCount: Int) -> String? {
        let heap = heapStart(node)
        var used = Int(node.u32(heapGarbageOffset))
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry), type.isCell else { continue }
            for slot in 0..<node.count {
                let offset = cellOffset(entry, slot)
                switch node.u8(offset + 15) {
                case 0...15: continue
                case heapCell:
                    let start = Int(node.u32(offset))
                    let length = Int(node.u32(offset + 4))
                    guard start >= heap, start + length <= byteCount else {
                        return "a value lies outside of its leaf's heap"
                    }
                    used += length
                case overflowCell where type != .list, treeCell where type == .list:
                    guard node.flags & referencesFlag != 0 else { return "a reference in a leaf without references" }
                default: return "a cell of an unknown kind"
                }
            }
        }
        // What is removed becomes garbage, whose count must not outgrow the heap.
        return used <= byteCount - heap ? nil : "values that share bytes of their leaf's heap"
    }

    /// Where the leaf refers to overflow runs, trees of lists, or, in the directory, roots.
    static func forEachReference(
        _ node: Node, _ visit: (Int) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard node.flags & referencesFlag != 0 else { return }
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry), type.isCell || type == .reference else { continue }
            for slot in 0..<node.count {
                if type == .reference {
                    let offset = dataOffset(entry) + 8 * slot
                    if node.u64(offset) != 0 { try visit(offset) }
                } else {
                    let offset = cellOffset(entry, slot)
                    let end = node.u8(offset + 15)
                    if end == overflowCell || end == treeCell { try visit(offset) }
                }
            }
        }
    }
}
