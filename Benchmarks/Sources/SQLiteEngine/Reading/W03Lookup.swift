// The side of SQLiteEngine in W03Lookup.

import Workloads

/// W3.
final class SQLiteLookup: Contender {
    private let connection: Connection
    private let statement: Statement
    private let keys: PackedTexts
    private var sum = 0.0

    init(_ workload: Lookup, _ engine: SQLiteEngine) throws {
        connection = try engine.reader()
        statement = try connection.prepare(Self.balance)
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    static let balance = "SELECT balance FROM item WHERE id=?1"

    func turn() throws -> [Double?] {
        let (keys, statement) = (keys, statement)
        var sum = 0.0
        let time = try nanoseconds {
            try connection.snapshot {
                sum = try statement.sumOfLookups(keys, 0..<keys.count)
            }
        }
        self.sum = sum
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
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

/// W3i.
final class SQLiteNumberLookup: Contender {
    private let store: Store
    private let statement: Statement
    private let keys: [Int]
    private var sum = 0.0

    init(_ workload: NumberLookup, _ engine: SQLiteEngine) throws {
        let (data, texts) = (engine.data, engine.texts)
        let store = try engine.empty()
        try store.connection.run(
            "CREATE TABLE numbered(id INTEGER PRIMARY KEY, productId TEXT NOT NULL, balance REAL NOT NULL)")
        try store.connection.transaction {
            let insert = try store.connection.prepare("INSERT INTO numbered VALUES(?1,?2,?3)")
            for (number, record) in data.items.enumerated() {
                insert.bind(1, number)
                unsafe insert.bind(2, texts.productKeys[record.product])
                insert.bind(3, record.balance)
                try insert.run()
            }
        }
        try store.connection.checkpoint()
        self.store = store
        statement = try store.connection.prepare("SELECT balance FROM numbered WHERE id=?1")
        keys = workload.numbers
    }

    func turn() throws -> [Double?] {
        let (keys, statement) = (keys, statement)
        var sum = 0.0
        let time = try nanoseconds {
            try store.connection.snapshot {
                for key in keys {
                    statement.bind(1, key)
                    try statement.step()
                    sum += statement.double(0)
                    statement.reset()
                }
            }
        }
        self.sum = sum
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
