// What SQLite does in W01.

package import Workloads

extension SQLiteEngine {
    /// Fills empty tables; its nanoseconds.
    func insert(into connection: Connection) throws -> Double {
        let (data, texts, hasLink) = (data, texts, schema == .rowIds)
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
                let item = try connection.prepare(schema.insertItem)
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

    package func contender(_ work: Insert) -> Turns? {
        _ = texts
        return Turns { [self] in
            let connection = try empty()
            let time = try insert(into: connection)
            let product = try connection.prepare(
                "SELECT \(schema.target),name FROM product ORDER BY id LIMIT 1 OFFSET ?1")
            product.bind(1, data.products.count / 2)
            try product.step()
            let items = try connection.prepare("SELECT count(*) FROM item WHERE \(schema.link)=?1")
            unsafe items.bind(1, product.text(0))
            try items.step()
            let found: [Answer.Value] = [
                .count(try connection.count("SELECT count(*) FROM product")), .count(try connection.itemCount()),
                .sum(try connection.sumOfBalances()), .count(items.int(0)),
                .text(unsafe String(decoding: product.text(1), as: UTF8.self)),
            ]
            return ([time], found)
        }
    }
}
