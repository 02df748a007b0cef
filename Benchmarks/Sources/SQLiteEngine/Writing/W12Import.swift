// The side of SQLiteEngine in W12Import.

import Foundation
import Workloads

/// W12.
final class SQLiteImport: Contender {
    private let workload: Import
    private let engine: SQLiteEngine
    private var found: [Answer.Value] = []

    init(_ workload: Import, _ engine: SQLiteEngine) {
        self.workload = workload
        self.engine = engine
    }

    private func importPage(_ connection: Connection) throws -> Double {
        try nanoseconds {
            try connection.transaction {
                let product = try connection.prepare(engine.schema.upsertProduct)
                let item = try connection.prepare(engine.schema.upsertItem)
                try unsafe workload.page.withUnsafeBytes { page in
                    var scanner = unsafe PageScanner(page)
                    while let object = try unsafe scanner.next() {
                        unsafe product.bind(1, object.product)
                        unsafe product.bind(2, object.name)
                        try product.run()
                        unsafe item.bind(1, object.id)
                        unsafe item.bind(2, object.product)
                        unsafe item.bind(3, object.balance)
                        try item.run()
                    }
                }
            }
        }
    }

    func turn() throws -> [Double?] {
        let store = try engine.empty()
        let connection = store.connection
        let first = try importPage(connection)
        try connection.checkpoint()
        let times = [first, try importPage(connection)]
        let join = "item i JOIN product p ON p.\(engine.schema.target)=i.\(engine.schema.link)"
        found = [
            .count(try connection.count("SELECT count(*) FROM item")),
            .count(try connection.count("SELECT count(*) FROM product")),
            .sum(try connection.number("SELECT sum(balance) FROM item")),
            .count(try connection.count("SELECT sum(length(p.name)) FROM \(join)")),
        ]
        return times
    }

    func answers() -> [Answer.Value]? { found }
}
