// The side of SQLiteEngine in W06Category.

import Workloads

/// W6.
final class SQLiteCategories: Contender {
    private let store: Store
    private let statement: Statement
    private var sum = 0.0

    init(_ engine: SQLiteEngine) throws {
        store = try engine.copy()
        try store.connection.run(
            "DROP INDEX product_category; CREATE INDEX product_category ON product(category,price)")
        try store.connection.checkpoint()
        statement = try store.connection.prepare("SELECT sum(price) FROM product WHERE category=?1")
    }

    func turn() throws -> [Double?] {
        let statement = statement
        var sum = 0.0
        let time = try nanoseconds {
            try store.connection.snapshot {
                for category in 0..<SumByCategory.categories {
                    statement.bind(1, category)
                    try statement.step()
                    sum += statement.double(0) * Double(category + 1)
                    statement.reset()
                }
            }
        }
        self.sum = sum
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
