// The side of SQLiteEngine in W07Names.

import Workloads

/// W7.
final class SQLiteNames: Contender {
    private let contains: Query
    private let begins: Query
    private var found: [Answer.Value] = []

    init(_ engine: SQLiteEngine) throws {
        contains = try Query(engine, "SELECT count(*) FROM product WHERE instr(name,'\(NameSearch.infix)')>0")
        begins = try Query(engine, "SELECT count(*) FROM product WHERE name GLOB '\(NameSearch.prefix)*'")
    }

    func turn() throws -> [Double?] {
        let answers = [try contains.time { $0.int(0) }, try begins.time { $0.int(0) }]
        found = answers.map { .count($0.row) }
        return answers.map(\.nanoseconds)
    }

    func answers() -> [Answer.Value]? { found }
}
