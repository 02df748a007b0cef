// The side of SQLiteEngine in W05Sum.

import Workloads

/// W5.
final class SQLiteSum: Contender {
    private let query: Query
    private var found: [Answer.Value] = []

    init(_ engine: SQLiteEngine) throws {
        query = try Query(engine, "SELECT sum(balance),avg(balance) FROM item")
    }

    func turn() throws -> [Double?] {
        let answer = try query.time { [.sum($0.double(0)), .sum($0.double(1))] as [Answer.Value] }
        found = answer.row
        return [answer.nanoseconds]
    }

    func answers() -> [Answer.Value]? { found }
}
