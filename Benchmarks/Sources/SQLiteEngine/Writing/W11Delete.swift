// The side of SQLiteEngine in W11Delete.

import Workloads

/// W11.
final class SQLiteDelete: Contender {
    private let engine: SQLiteEngine
    private let keys: PackedTexts
    private var found: [Answer.Value] = []

    init(_ workload: Delete, _ engine: SQLiteEngine) {
        self.engine = engine
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let keys = keys
        let store = try engine.copy()
        let statement = try store.connection.prepare("DELETE FROM item WHERE id=?1")
        let time = try nanoseconds {
            try store.connection.transaction {
                for index in 0..<keys.count {
                    unsafe statement.bind(1, keys[index])
                    try statement.run()
                }
            }
        }
        let link = engine.schema.link
        found = [
            .count(try store.connection.count("SELECT count(*) FROM item")),
            .count(try store.connection.count("SELECT count(\(link)) FROM item INDEXED BY item_product")),
            .sum(try store.connection.number("SELECT sum(balance) FROM item")),
        ]
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}
