// The side of SQLiteEngine in W14BesideWriter.

import Foundation
import Workloads

/// W14: a connection for each thread.
final class SQLiteBesideWriter: BesideWriterStore {
    private let file: URL
    private let workspace: Workspace
    private let keys: PackedTexts
    private let schema: Schema
    private let texts: DataTexts

    init(_ workload: BesideWriter, _ engine: SQLiteEngine) throws {
        workspace = engine.workspace
        file = try engine.workspace.copy(of: try engine.loadedFile())
        keys = PackedTexts(engine.data.keys(workload.numbers))
        schema = engine.schema
        texts = engine.texts
    }

    deinit { workspace.remove(file) }

    private func open() throws -> Connection {
        try Connection(file, Connection.pragmas)
    }

    func makeReader() throws -> (Int) throws -> Double {
        let connection = try open()
        let (statement, keys) = (try connection.prepare(SQLiteEngine.balance), keys)
        return { batch in
            var sum = 0.0
            try connection.snapshot {
                let first = batch * BesideWriter.batch
                sum = try statement.sumOfLookups(keys, first..<first + BesideWriter.batch)
            }
            return sum
        }
    }

    func makeWriter() throws -> (Int, Int) throws -> Void {
        let connection = try open()
        let writer = try ItemWriter(connection, schema, texts)
        return { first, count in
            try connection.transaction {
                for number in first..<first + count { try writer.insert(number, balance: 1) }
            }
        }
    }

    func itemCount() throws -> Int {
        try open().itemCount()
    }
}
