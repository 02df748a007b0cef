// What SQLite does in W11.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: Delete) -> Turns? {
        let keys = PackedTexts(data.keys(work.numbers))
        return Turns { [self] in
            let connection = try copy()
            let statement = try connection.prepare("DELETE FROM item WHERE id=?1")
            let time = try nanoseconds {
                try connection.transaction {
                    for index in 0..<keys.count {
                        unsafe statement.bind(1, keys[index])
                        try statement.run()
                    }
                }
            }
            let linked = try connection.count("SELECT count(\(schema.link)) FROM item INDEXED BY item_product")
            return (
                [time],
                [.count(try connection.itemCount()), .count(linked), .sum(try connection.sumOfBalances())]
            )
        }
    }
}
