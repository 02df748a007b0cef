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
        guard node.count <= capacity, liveCount(node) <= node.count, form == .dense || liveCount(node) == node.count
        else {
            return "a column leaf of \(node.count) slots with room for \(capacity)"
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
        guard end <= heapStart(node), heapStart(node) <= byteCount,
            Int(node.u32(heapGarbageOffset)) <= byteCount - heapStart(node)
        else { return "the heap of a column leaf is misplaced" }
        return rowsProblem(node, form) ?? cellsProblem(node, byteCount: byteCount)
    }

    /// The arrays of a column lie behind those of the one before, without gaps.
    private static func columnProblem(
        _ node: Node, _ column: Int, capacity: Int, end: inout Int, byteCount: Int
    ) -> String? {
        let entry = entry(node, column)
        guard let type = type(entry) else { return "a column of an unknown type" }
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
            var live = 0
            for slot in 0..<node.count where isLive(node, slot) { live += 1 }
            return live == liveCount(node) ? nil : "the live slots of a column leaf are miscounted"
        case .sparse:
            let rows = rowsOffset(node)
            for slot in 0..<max(node.count - 1, 0)
            where node.u32(rows + 4 * slot) >= node.u32(rows + 4 * slot + 4) {
                return "the rows of a column leaf are out of order"
            }
            return nil
        }
    }

    private static func cellsProblem(_ node: Node, byteCount: Int) -> String? {
        let heap = heapStart(node)
        for column in 0..<columnCount(node) {
            let entry = entry(node, column)
            guard let type = type(entry), type.isCell else { continue }
            for slot in 0..<node.count {
                let offset = cellOffset(entry, slot)
                switch node.u8(offset + 15) {
                case 0...15: continue
                case heapCell:
                    let start = Int(node.u32(offset))
                    guard start >= heap, start + Int(node.u32(offset + 4)) <= byteCount else {
                        return "a value lies outside of its leaf's heap"
                    }
                case overflowCell where type != .list, treeCell where type == .list:
                    guard node.flags & referencesFlag != 0 else { return "a reference in a leaf without references" }
                default: return "a cell of an unknown kind"
                }
            }
        }
        return nil
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
