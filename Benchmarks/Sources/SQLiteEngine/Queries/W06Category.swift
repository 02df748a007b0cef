// What SQLite does in W06.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: SumByCategory) throws -> Turns? {
        let connection = try copy()
        try connection.run("DROP INDEX product_category; CREATE INDEX product_category ON product(category,price)")
        try connection.checkpoint()
        let statement = try connection.prepare("SELECT sum(price) FROM product WHERE category=?1")
        return Turns {
            var sum = 0.0
            let time = try nanoseconds {
                try connection.snapshot {
                    for category in 0..<SumByCategory.categories {
                        statement.bind(1, category)
                        try statement.step()
                        sum += statement.double(0) * Double(category + 1)
                        statement.reset()
                    }
                }
            }
            return ([time], [.sum(sum)])
        }
    }
}
