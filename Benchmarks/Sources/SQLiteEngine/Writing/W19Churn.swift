// The side of SQLiteEngine in W19Churn.

import Workloads

/// W19, and whatever else makes small changes: a copy of the loaded file.
final class SQLiteChanges: ChangingStore {
    private let connection: Connection
    private let writer: ItemWriter
    private let update: Statement
    private let remove: Statement

    init(_ engine: SQLiteEngine) throws {
        connection = try engine.copy()
        writer = try ItemWriter(connection, engine.schema, engine.texts)
        update = try connection.prepare("UPDATE item SET balance=?2 WHERE id=?1")
        remove = try connection.prepare("DELETE FROM item WHERE id=?1")
    }

    func commit(_ changes: some Collection<ChangeStream.Change>) throws {
        // One statement is a transaction of its own.
        if changes.count == 1, let change = changes.first { return try apply(change) }
        try connection.transaction {
            for change in changes { try apply(change) }
        }
    }

    private func apply(_ change: ChangeStream.Change) throws {
        switch change {
        case .set(let key, let balance):
            update.bind(2, balance)
            try run(update, key)
        case .insert(let key, let product, _, let balance): try writer.insert(key, product: product, balance: balance)
        case .delete(let key): try run(remove, key)
        }
    }

    private func run(_ statement: Statement, _ key: String) throws {
        var key = key
        try key.withUTF8 { bytes in
            unsafe statement.bind(1, UnsafeRawBufferPointer(bytes))
            try statement.run()
        }
    }

    func itemCount() throws -> Int { try connection.itemCount() }

    func sumOfBalances() throws -> Double { try connection.sumOfBalances() }

    func fileBytes() throws -> Int { try connection.fileBytes() }
}
