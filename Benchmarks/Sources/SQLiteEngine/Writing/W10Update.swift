// The side of SQLiteEngine in W10Update.

import Workloads

/// W10.
final class SQLiteUpdate: Contender {
    private let engine: SQLiteEngine
    private let keys: PackedTexts
    private var sum = 0.0

    init(_ workload: Update, _ engine: SQLiteEngine) {
        self.engine = engine
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let keys = keys
        let store = try engine.copy()
        let statement = try store.connection.prepare("UPDATE item SET balance=?2 WHERE id=?1")
        let time = try nanoseconds {
            try store.connection.transaction {
                for index in 0..<keys.count {
                    unsafe statement.bind(1, keys[index])
                    statement.bind(2, Update.balance)
                    try statement.run()
                }
            }
        }
        sum = try store.connection.number("SELECT sum(balance) FROM item")
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
