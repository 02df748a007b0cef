// A collection of objects in another order. The order is made when somebody asks, as far as it is asked for, and again
// when the Realm shows something else.
import QuireStorage

/// One criterion of a sort, as it is evaluated.
struct SortCriterion {
    enum Key {
        /// Read from the columns; where one on the way is nil the object may have an answer.
        case stored(ColumnPath, orElse: ((Object) -> Value)?)
        /// A computed property: each object is asked.
        case computed((Object) -> Value)
    }
    var key: Key
    var ascending: Bool
}

/// Rows in the order of some criteria, remembered for one version.
final class SortedRows {
    /// Fewer than so many are not worth another pass.
    private static let fewestFirst = 128
    /// So many no longer lie in the nearest cache.
    private static let manyRows = 1_000

    let base: ObjectRows
    let criteria: [SortCriterion]
    private var all = VersionCache<RowID>()
    /// The first ones, in order, if only they were asked for.
    private var first = VersionCache<RowID>()

    init(_ base: ObjectRows, by criteria: [SortCriterion]) {
        self.base = base
        self.criteria = criteria
    }

    func rows() throws(StorageError) -> [RowID] {
        try all.elements(in: base.context) { () throws(StorageError) in try ordered(limit: nil) }
    }

    /// The row at a position; nil behind the end. Of the first ones the others are not sorted.
    func row(at position: Int) throws(StorageError) -> RowID? {
        if !all.isFresh(in: base.context) {
            if first.isFresh(in: base.context) {
                let known = try first.elements(in: base.context) { [] }
                if position < known.count { return known[position] }
                first.forget()
            }
            let limit = max(Self.fewestFirst, 2 * position)
            if limit < (try base.storedCount()) / 8 {
                let rows = try first.elements(in: base.context) { () throws(StorageError) in try ordered(limit: limit) }
                return position < rows.count ? rows[position] : nil
            }
        }
        let rows = try rows()
        return position < rows.count ? rows[position] : nil
    }

    /// The numbers of a column in this order, if they are what it sorts by; nil otherwise. `decode` gives the number of
    /// a key, but for those that stand for several numbers, which are read.
    func numbers<V>(of column: ColumnPath, _ leafColumn: Int, as decode: (UInt64) -> V?, orBits: (UInt64) -> V)
        throws(StorageError) -> [V]?
    {
        guard !all.isFresh(in: base.context), let scanned = scannedColumn, scanned == column.scannedColumn,
            let scan = try base.scan()
        else { return nil }
        let ordered = try scan.ordered(by: scanned, ascending: criteria[0].ascending)
        guard ordered.nils.isEmpty else { return nil }
        let flip: UInt64 = ordered.ascending ? 0 : .max
        var values: [V] = []
        values.reserveCapacity(ordered.entries.count)
        for entry in ordered.entries {
            if let value = decode(entry.key ^ flip) {
                values.append(value)
            } else if let bits = try column.word(of: entry.row, leafColumn) {
                values.append(orBits(bits))
            }
        }
        return values
    }

    /// The places that the rows have in the collection that is sorted, if it is large and in row order: whoever reads a
    /// property of all rows had better do so in that order. nil too where the property is what it sorts by.
    func placesInBase(toRead column: ColumnPath) throws(StorageError) -> [Int]? {
        guard let scanned = scannedColumn, scanned != column.scannedColumn,
            case .stored(let path, _) = criteria[0].key, !path.property.description.isOptional,
            try base.storedCount() >= Self.manyRows, let scan = try base.scan()
        else { return nil }
        return try scan.orderedPlaces(by: scanned, ascending: criteria[0].ascending)
    }

    // MARK: Making the order

    private func ordered(limit: Int?) throws(StorageError) -> [RowID] {
        if let column = scannedColumn, let scan = try base.scan() {
            return try scan.ordered(by: column, ascending: criteria[0].ascending, limit: limit).rows
        }
        let rows = try base.rows()
        var keys: [(keys: SortKeyColumn, ascending: Bool)] = []
        for criterion in criteria {
            keys.append((SortKeyColumn(try values(of: rows, criterion)), criterion.ascending))
        }
        return sortedOrder(count: rows.count, limit: limit, by: keys).map { rows[$0] }
    }

    /// The column that it sorts by, if that is all and a scan of the leaves can do it.
    private var scannedColumn: Int? {
        guard criteria.count == 1, case .stored(let path, let answer) = criteria[0].key, let column = path.scannedColumn
        else { return nil }
        // Where the value is nil the object may have an answer, and has to be asked.
        return answer == nil || !path.property.description.isOptional ? column : nil
    }

    private func values(of rows: [RowID], _ criterion: SortCriterion) throws(StorageError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(rows.count)
        for row in rows {
            switch criterion.key {
            case .stored(let path, let answer):
                values.append(try path.value(of: row, in: base.binding, orElse: answer))
            case .computed(let key): values.append(key(try base.binding.object(referenced: row)))
            }
        }
        return values
    }
}
