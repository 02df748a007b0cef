// The side of SQLiteEngine in W02Commit.

import Workloads

/// W2.
final class SQLiteCommit: Contender {
    private let store: Store
    private let writer: ItemWriter
    private let link: String
    private var next: Int

    init(_ engine: SQLiteEngine) throws {
        store = try engine.copy()
        writer = try ItemWriter(store.connection, engine.schema, engine.texts)
        link = "product.\(engine.schema.target)=item.\(engine.schema.link)"
        next = engine.data.items.count
    }

    func turn() throws -> [Double?] {
        let number = next
        next += 1
        return [nil, try nanoseconds { try writer.insert(number, balance: Commit.balance) }]
    }

    func answers() throws -> [Answer.Value]? {
        let count = try store.connection.count("SELECT count(*) FROM item")
        let key = StandardData.itemKey(next - 1)
        let balance = try store.connection.number(
            "SELECT balance FROM item JOIN product ON \(link) WHERE item.id='\(key)'")
        return [.count(next - count), .sum(balance)]
    }
}
