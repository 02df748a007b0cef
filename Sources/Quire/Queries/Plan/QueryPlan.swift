// How a question is answered: which rows an index gives, and what is asked of each row.
import QuireStorage

/// A question about one class of a Realm, prepared for the state that the Realm shows.
struct QueryPlan {
    private let planner: QueryPlanner
    /// All of them must hold.
    private let parts: [QueryExpression]
    private let access: RowAccess?
    /// The part that `access` answers, so that nothing else has to.
    private let answered: Int?

    init(_ question: QueryExpression, _ binding: ClassBinding) throws(StorageError) {
        planner = QueryPlanner(binding)
        parts = question.conjuncts
        let best = try planner.bestAccess(parts)
        access = best?.access
        answered = best?.answers
    }

    /// All rows that answer the question.
    func scan() throws(StorageError) -> RowScan {
        let table = planner.binding.table
        // Rows out of an index are looked for one by one, and sorted before: of many it is better to see all.
        guard let access, try access.estimate <= table.count / 8 else { return RowScan(table, test(leavingOut: nil)) }
        return RowScan(table, test(leavingOut: answered), candidates: try access.rows(in: table))
    }

    func count() throws(StorageError) -> Int {
        if let access, access.isCounted, answered != nil, parts.count == 1 { return access.estimate }
        return try scan().count()
    }

    private func test(leavingOut answered: Int?) -> RowTest? {
        let tests = parts.indices.filter { $0 != answered }.map { planner.test(parts[$0]) }
        return tests.isEmpty ? nil : tests.count == 1 ? tests[0] : AllTest(tests)
    }
}
