// The objects of a collection for which a query holds. Found when somebody asks, and again when the Realm shows
// something else.
import QuireStorage

/// Rows of another collection that answer a question, remembered for one version.
final class FilteredRows {
    let base: ObjectRows
    let question: QueryExpression
    private var found = VersionCache<RowID>()
    /// Their number, where only that was asked for.
    private var counted = VersionCache<Int>()
    /// The first of them, or none, where only that was asked for.
    private var head = VersionCache<RowID>()

    init(_ base: ObjectRows, _ question: QueryExpression) {
        self.base = base
        self.question = question
    }

    func rows() throws(StorageError) -> [RowID] {
        try found.elements(in: base.context) { () throws(StorageError) in
            if case .table = base.source { return try QueryPlan(question, base.binding).scan().rows() }
            // A list may have an object twice, and in any order.
            let all = try base.rows()
            let test = QueryPlanner(base.binding).test(question)
            let passing = Set(try RowScan(base.binding.table, test, candidates: Set(all).sorted()).rows())
            return all.filter { passing.contains($0) }
        }
    }

    func count() throws(StorageError) -> Int {
        guard case .table = base.source, !found.isFresh(in: base.context) else { return try rows().count }
        let counts = try counted.elements(in: base.context) { () throws(StorageError) in
            [try QueryPlan(question, base.binding).count()]
        }
        return counts[0]
    }

    /// The first row; the scan ends where it is found.
    func first() throws(StorageError) -> RowID? {
        guard case .table = base.source, !found.isFresh(in: base.context) else { return try rows().first }
        return try head.elements(in: base.context) { () throws(StorageError) in
            try QueryPlan(question, base.binding).scan().first().map { [$0] } ?? []
        }.first
    }

    /// A scan of the rows, for what needs no list of them; nil if they are not part of all rows of the class.
    func scan() throws(StorageError) -> RowScan? {
        guard case .table = base.source else { return nil }
        if found.isFresh(in: base.context) { return RowScan(base.binding.table, nil, candidates: try rows()) }
        return try QueryPlan(question, base.binding).scan()
    }
}

extension ObjectRows {
    /// The rows that answer a question too. Two questions in a row are one, and a question about sorted rows is asked
    /// before they are sorted.
    func filtered(by question: QueryExpression) -> ObjectRows {
        switch source {
        case .filtered(let filtered):
            ObjectRows(binding, .filtered(FilteredRows(filtered.base, filtered.question && question)))
        case .sorted(let sorted):
            ObjectRows(binding, .sorted(SortedRows(sorted.base.filtered(by: question), by: sorted.criteria)))
        case .table, .list, .inverse, .fixed: ObjectRows(binding, .filtered(FilteredRows(self, question)))
        }
    }
}
