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
        var index = 0
        while index < candidates.count {
            let first = index
            guard let node = try cursor.leaf(for: candidates[index].rawValue) else { return }
            mask.reset(toNoneOf: node)
            Self.mark(candidates, from: &index, below: cursor.bound ?? .max, in: node, mask)
            guard index > first else { throw .damaged(cursor.page, "rows belong to it that it does not hold") }
            let leaf = ScanLeaf(node, table.main.layout)
            try test?.narrow(mask, leaf)
            guard try body(leaf, mask) else { return }
        }
    }

    /// Puts the candidates of one leaf into the mask.
    @inline(__always)
    private static func mark(
        _ candidates: [RowID], from index: inout Int, below bound: UInt64, in node: Node, _ mask: SlotMask
    ) {
        let first = node.owner
        let count = UInt64(node.count)
        // Of a leaf with a row in each slot the list of those is not looked at.
        let isFull = ColumnLeaf.form(node) == .dense && ColumnLeaf.liveCount(node) == node.count
        while index < candidates.count, candidates[index].rawValue < bound {
            let row = candidates[index].rawValue
            if isFull {
                let slot = row &- first
                if slot < count { mask.insert(Int(slot)) }
            } else if let slot = ColumnLeaf.slot(node, of: row) {
                mask.insert(slot)
            }
            index += 1
        }
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
