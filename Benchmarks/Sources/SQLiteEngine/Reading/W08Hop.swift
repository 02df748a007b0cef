// The side of SQLiteEngine in W08Hop.

import Workloads

/// W8: what an app does that follows links, one scan and one lookup for each hop, and one join, of which the values are.
final class SQLiteHop: Contender {
    private let connection: Connection
    private let items: Statement
    private let product: Statement
    private let join: Statement
    private let hasLink: Bool
    private var bytes = 0

    init(_ engine: SQLiteEngine) throws {
        let (link, target) = (engine.schema.link, engine.schema.target)
        connection = try engine.reader()
        items = try connection.prepare("SELECT \(link) FROM item")
        product = try connection.prepare("SELECT name FROM product WHERE \(target)=?1")
        join = try connection.prepare("SELECT p.name FROM item i CROSS JOIN product p ON p.\(target)=i.\(link)")
        hasLink = engine.schema == .rowIds
    }

    func turn() throws -> [Double?] {
        var (bytes, joined) = (0, 0)
        let hops = try nanoseconds {
            try connection.snapshot {
                while try items.step() {
                    if hasLink { product.bind(1, items.int(0)) } else { unsafe product.bind(1, items.text(0)) }
                    try product.step()
                    bytes += unsafe product.text(0).count
                    product.reset()
                }
                items.reset()
            }
        }
        let values = try nanoseconds {
            while try join.step() { joined += unsafe join.text(0).count }
            join.reset()
        }
        self.bytes = bytes == joined ? bytes : -1
        return [hops, values]
    }

    func answers() -> [Answer.Value]? { [.count(bytes)] }
}

/// W8r.
final class SQLiteRandomHop: Contender {
    private let connection: Connection
    private let statement: Statement
    private let keys: PackedTexts
    private let rows: [Int]
    private let hasLink: Bool
    private var bytes = 0

    init(_ workload: RandomHop, _ engine: SQLiteEngine) throws {
        let schema = engine.schema
        connection = try engine.reader()
        statement = try connection.prepare(
            "SELECT p.name FROM item i CROSS JOIN product p ON p.\(schema.target)=i.\(schema.link) WHERE i.\(schema.order)=?1"
        )
        keys = PackedTexts(engine.data.keys(workload.numbers))
        rows = workload.numbers.map { $0 + 1 }
        hasLink = schema == .rowIds
    }

    func turn() throws -> [Double?] {
        let (statement, keys, rows) = (statement, keys, rows)
        var bytes = 0
        let time = try nanoseconds {
            try connection.snapshot {
                for index in rows.indices {
                    if hasLink { statement.bind(1, rows[index]) } else { unsafe statement.bind(1, keys[index]) }
                    try statement.step()
                    bytes += unsafe statement.text(0).count
                    statement.reset()
                }
            }
        }
        self.bytes = bytes
        return [time]
    }

    func answers() -> [Answer.Value]? { [.count(bytes)] }
}
