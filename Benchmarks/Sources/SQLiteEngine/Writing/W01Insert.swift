// The side of SQLiteEngine in W01Insert.

import Workloads

/// W1.
final class SQLiteInsert: Contender {
    private let engine: SQLiteEngine
    private var found: [Answer.Value] = []

    init(_ engine: SQLiteEngine) {
        self.engine = engine
        _ = engine.texts
    }

    /// Fills empty tables; its nanoseconds.
    static func insert(_ engine: SQLiteEngine, into connection: Connection) throws -> Double {
        let (data, texts) = (engine.data, engine.texts)
        let hasLink = engine.schema == .rowIds
        return try nanoseconds {
            try connection.transaction {
                let product = try connection.prepare(
                    "INSERT INTO product(id,name,price,category,createdAt) VALUES(?1,?2,?3,?4,?5)")
                for (number, record) in data.products.enumerated() {
                    unsafe product.bind(1, texts.productKeys[number])
                    unsafe product.bind(2, texts.names[number])
                    product.bind(3, record.price)
                    product.bind(4, record.category)
                    product.bind(5, record.createdAt)
                    try product.run()
                }
                let item = try connection.prepare(engine.schema.insertItem)
                for (number, record) in data.items.enumerated() {
                    unsafe item.bind(1, texts.itemKeys[number])
                    unsafe item.bind(2, texts.productKeys[record.product])
                    item.bind(3, record.balance)
                    if hasLink { item.bind(4, record.product + 1) }
                    try item.run()
                }
            }
        }
    }

    func turn() throws -> [Double?] {
        let store = try engine.empty()
        let connection = store.connection
        let time = try Self.insert(engine, into: connection)
        let product = try connection.prepare(
            "SELECT \(engine.schema.target),name FROM product ORDER BY id LIMIT 1 OFFSET ?1")
        product.bind(1, engine.data.products.count / 2)
        try product.step()
        let items = try connection.prepare("SELECT count(*) FROM item WHERE \(engine.schema.link)=?1")
        unsafe items.bind(1, product.text(0))
        try items.step()
        found = [
            .count(try connection.count("SELECT count(*) FROM product")),
            .count(try connection.count("SELECT count(*) FROM item")),
            .sum(try connection.number("SELECT sum(balance) FROM item")),
            .count(items.int(0)), .text(unsafe String(decoding: product.text(1), as: UTF8.self)),
        ]
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}
