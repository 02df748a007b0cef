// What SQLite does in W03.

package import Workloads

extension SQLiteEngine {
    /// The balance of the item with a key.
    static let balance = "SELECT balance FROM item WHERE id=?1"

    package func contender(_ work: Lookup) throws -> Turns? {
        let connection = try reader()
        let (statement, keys) = (try connection.prepare(Self.balance), PackedTexts(data.keys(work.numbers)))
        return Turns {
            var sum = 0.0
            let time = try nanoseconds {
                try connection.snapshot { sum = try statement.sumOfLookups(keys, 0..<keys.count) }
            }
            return ([time], [.sum(sum)])
        }
    }

    package func contender(_ work: NumberLookup) throws -> Turns? {
        let connection = try empty()
        try connection.run(
            "CREATE TABLE numbered(id INTEGER PRIMARY KEY, productId TEXT NOT NULL, balance REAL NOT NULL)")
        try connection.transaction {
            let insert = try connection.prepare("INSERT INTO numbered VALUES(?1,?2,?3)")
            for (number, record) in data.items.enumerated() {
                insert.bind(1, number)
                unsafe insert.bind(2, texts.productKeys[record.product])
                insert.bind(3, record.balance)
                try insert.run()
            }
        }
        try connection.checkpoint()
        let statement = try connection.prepare("SELECT balance FROM numbered WHERE id=?1")
        return Turns {
            var sum = 0.0
            let time = try nanoseconds {
                try connection.snapshot {
                    for key in work.numbers {
                        statement.bind(1, key)
                        try statement.step()
                        sum += statement.double(0)
                        statement.reset()
                    }
                }
            }
            return ([time], [.sum(sum)])
        }
    }
}

extension Statement {
    /// The numbers that this finds by the keys.
    @inline(__always)
    func sumOfLookups(_ keys: PackedTexts, _ range: Range<Int>) throws -> Double {
        var sum = 0.0
        for index in range {
            unsafe bind(1, keys[index])
            try step()
            sum += double(0)
            reset()
        }
        return sum
    }
}
