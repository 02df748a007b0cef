// A collection of objects in another order. The order is made when somebody asks, and again when the Realm shows
// something else.
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
    let base: ObjectRows
    let criteria: [SortCriterion]
    private var cache = VersionCache<RowID>()

    init(_ base: ObjectRows, by criteria: [SortCriterion]) {
        self.base = base
        self.criteria = criteria
    }

    func rows() throws(StorageError) -> [RowID] {
        try cache.elements(in: base.context) { () throws(StorageError) in
            let rows = try base.rows()
            var keys: [(keys: SortKeyColumn, ascending: Bool)] = []
            for criterion in criteria {
                keys.append((SortKeyColumn(try values(of: rows, criterion)), criterion.ascending))
            }
            return sortedOrder(count: rows.count, by: keys).map { rows[$0] }
        }
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
