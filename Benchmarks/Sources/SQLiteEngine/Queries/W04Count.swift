// The side of SQLiteEngine in W04Count.

import Workloads

/// W4.
final class SQLiteCount: Contender {
    private let query: Query
    private var count = 0

    init(_ engine: SQLiteEngine) throws {
        query = try Query(engine, "SELECT count(*) FROM item WHERE balance>5000")
    }

    func turn() throws -> [Double?] {
        let answer = try query.time { $0.int(0) }
        count = answer.row
        return [answer.nanoseconds]
    }

    func answers() -> [Answer.Value]? { [.count(count)] }
}
