// Statements that answer a query as a whole.

import Workloads

/// A query of one row.
final class Query {
    private let connection: Connection
    private let statement: Statement

    init(_ engine: SQLiteEngine, _ sql: String) throws {
        connection = try engine.reader()
        statement = try connection.prepare(sql)
    }

    /// Nanoseconds until the row is there, and what `read` makes of it.
    func time<R>(_ read: (Statement) -> R) throws -> (time: Double, row: R) {
        let time = try nanoseconds { try statement.step() }
        defer { statement.reset() }
        return (time, read(statement))
    }
}
