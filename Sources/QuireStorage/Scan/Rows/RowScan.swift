// One pass over the rows of a class, leaf by leaf. No object is made, and no row is looked at whose leaf has none in
// question any more.

/// The rows of a class that pass a test, of all of them or of candidates that an index gave.
package struct RowScan {
    let table: Table
    private let test: RowTest?
    /// Ascending, each once.
    private let candidates: [RowID]?

    package init(_ table: Table, _ test: RowTest?, candidates: [RowID]? = nil) {
        self.table = table
        self.test = test
        self.candidates = candidates
    }

    /// Calls `body` for each leaf that has rows to show, in row order, until it answers false.
    @inline(__always)
    package func forEachLeaf(
        _ body: (ScanLeaf, SlotMask) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try table.load()
        try test?.expect(rows: candidates?.count ?? table.main.count)
        var cursor = RowCursor(table.main)
        let mask = SlotMask()
        guard let candidates else {
            while let node = try cursor.next() {
                let leaf = ScanLeaf(node, table.main.layout)
                mask.reset(toRowsOf: node)
                try test?.narrow(mask, leaf)
                guard try body(leaf, mask) else { return }
            }
            return
        }
        try forEachLeaf(of: candidates, &cursor) { node, bound, index throws(StorageError) in
            mask.reset(toNoneOf: node)
            try forEachSlot(of: candidates, from: &index, below: bound, in: node) { mask.insert($0) }
            let leaf = ScanLeaf(node, table.main.layout)
            try test?.narrow(mask, leaf)
            return try body(leaf, mask)
        }
    }

    /// Calls `body` for each leaf of some candidates, with the row before which those of it end and the index of the
    /// first, which it moves behind the last.
    @inline(__always)
    private func forEachLeaf(
        of candidates: [RowID], _ cursor: inout RowCursor,
        _ body: (Node, UInt64, inout Int) throws(StorageError) -> Bool
    ) throws(StorageError) {
        var index = 0
        while index < candidates.count {
            let first = index
            guard let node = try cursor.leaf(for: candidates[index].rawValue) else {
                throw table.missing(candidates[index])
            }
            guard try body(node, cursor.bound ?? .max, &index) else { return }
            guard index > first else { throw .damaged(cursor.page, "rows belong to it that it does not hold") }
        }
    }

    /// Calls `body` for the slots of the candidates of one leaf. Whatever gave the candidates, they exist.
    @inline(__always)
    private func forEachSlot(
        of candidates: [RowID], from index: inout Int, below bound: UInt64, in node: Node, _ body: (Int) -> Void
    ) throws(StorageError) {
        let first = node.owner
        let count = UInt64(node.count)
        // Of a leaf with a row in each slot the list of those is not looked at.
        let isFull = ColumnLeaf.form(node) == .dense && ColumnLeaf.liveCount(node) == node.count
        while index < candidates.count, candidates[index].rawValue < bound {
            let row = candidates[index].rawValue
            if isFull {
                let slot = row &- first
                guard slot < count else { throw table.missing(candidates[index]) }
                body(Int(slot))
            } else {
                guard let slot = ColumnLeaf.slot(node, of: row) else { throw table.missing(candidates[index]) }
                body(slot)
            }
            index += 1
        }
    }

    /// Calls `begin` for each leaf and `body` for each slot, without a mask: for candidates of which nothing is asked
    /// any more, which are few in each leaf. False if there are no such candidates.
    @inline(__always)
    func forEachCandidate(
        _ begin: (ScanLeaf) -> Void, _ body: (Node, Int) -> Void
    ) throws(StorageError) -> Bool {
        guard let candidates, test == nil else { return false }
        try table.load()
        var cursor = RowCursor(table.main)
        try forEachLeaf(of: candidates, &cursor) { node, bound, index throws(StorageError) in
            begin(ScanLeaf(node, table.main.layout))
            try forEachSlot(of: candidates, from: &index, below: bound, in: node) { body(node, $0) }
            return true
        }
        return true
    }

    /// How many rows there are.
    package func count() throws(StorageError) -> Int {
        var total = 0
        try forEachLeaf { _, mask throws(StorageError) in
            total += mask.population
            return true
        }
        return total
    }

    /// The first row, before which every leaf is looked at and behind which none is; nil if there is none.
    package func first() throws(StorageError) -> RowID? {
        var found: RowID?
        try forEachLeaf { leaf, mask throws(StorageError) in
            found = mask.first.map { RowID(ColumnLeaf.row(leaf.node, $0)) }
            return found == nil
        }
        return found
    }

    /// The rows, ascending.
    package func rows() throws(StorageError) -> [RowID] {
        var rows: [RowID] = []
        try forEachLeaf { leaf, mask throws(StorageError) in
            try mask.forEach { slot throws(StorageError) in rows.append(RowID(ColumnLeaf.row(leaf.node, slot))) }
            return true
        }
        return rows
    }
}
