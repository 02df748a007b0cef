// The side of SQLiteEngine in W09Inverse.

import Workloads

/// W9.
final class SQLiteInverse: Contender {
    private let connection: Connection
    private let count: Statement
    private let first: Statement
    private let keys: PackedTexts
    private let hasLink: Bool
    private var found: [Answer.Value] = []

    init(_ engine: SQLiteEngine) throws {
        let schema = engine.schema
        connection = try engine.reader()
        count = try connection.prepare("SELECT count(*) FROM item WHERE \(schema.link)=?1")
        first = try connection.prepare(
            "SELECT balance FROM item WHERE \(schema.link)=?1 ORDER BY \(schema.order) LIMIT 1")
        keys = engine.texts.productKeys
        hasLink = schema == .rowIds
    }

    private func bind(_ statement: Statement, _ product: Int) {
        if hasLink { statement.bind(1, product + 1) } else { unsafe statement.bind(1, keys[product]) }
    }

    func turn() throws -> [Double?] {
        var (items, sum) = (0, 0.0)
        let time = try nanoseconds {
            try connection.snapshot {
                for product in 0..<keys.count {
                    bind(count, product)
                    try count.step()
                    items += count.int(0)
                    count.reset()
                    bind(first, product)
                    if try first.step() { sum += first.double(0) }
                    first.reset()
                }
            }
        }
        found = [.count(items), .sum(sum)]
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}
