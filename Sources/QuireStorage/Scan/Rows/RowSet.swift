// Rows of one class, to look up whether one is among them.

/// A bit for each row id as long as ids are dense enough for that, else a hash table.
struct RowSet {
    private var words: [UInt64]
    private var others: Set<UInt64> = []

    /// For at most `count` rows of ids up to `last`: memory grows with the rows, not with ids.
    init(count: Int, last: UInt64) {
        let isDense = last / 64 <= UInt64(max(count, 0)) + 1024
        words = isDense ? Array(repeating: 0, count: Int(last / 64) + 1) : []
    }

    /// For the rows of a table, whose file says how many there are: no more are believed than its pages can hold.
    init(_ table: Table) throws(StorageError) {
        let limit = table.space.nodeLimit * ColumnLeaf.slotLimit
        self.init(count: min(try table.count, limit), last: try table.last()?.rawValue ?? 0)
    }

    mutating func insert(_ row: UInt64) {
        let word = row >> 6
        if word < UInt64(words.count) {
            words[Int(word)] |= 1 << (row & 63)
        } else {
            others.insert(row)
        }
    }

    @inline(__always)
    func contains(_ row: UInt64) -> Bool {
        let word = row >> 6
        if word < UInt64(words.count) { return words[Int(word)] >> (row & 63) & 1 != 0 }
        return others.contains(row)
    }
}
