// What SQLite does in W09.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: Inverse) throws -> Turns? {
        let (connection, keys, hasLink) = (try reader(), texts.productKeys, schema == .rowIds)
        let ofProduct = "FROM item WHERE \(schema.link)=?1"
        let count = try connection.prepare("SELECT count(*) \(ofProduct)")
        let first = try connection.prepare("SELECT balance \(ofProduct) ORDER BY \(schema.order) LIMIT 1")
        func bind(_ statement: Statement, _ product: Int) {
            if hasLink { statement.bind(1, product + 1) } else { unsafe statement.bind(1, keys[product]) }
        }
        return Turns {
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
            return ([time], [.count(items), .sum(sum)])
        }
    }
}
