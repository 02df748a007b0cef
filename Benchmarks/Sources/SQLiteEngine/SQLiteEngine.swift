// SQLite through its C interface, as an expert would set it up.

import CSQLite
package import Foundation
package import Workloads

/// SQLite with one of the schemas.
package final class SQLiteEngine: StoringEngine {
    package static let name = "sqlite"
    let data: StandardData
    package let workspace: Workspace
    let schema: Schema
    /// The texts of the data as C would hold them.
    lazy var texts = DataTexts(data)
    private var loaded: TemporaryFile?

    /// Nothing is stored yet.
    package init(_ data: StandardData, _ workspace: Workspace, _ schema: Schema) {
        self.data = data
        self.workspace = workspace
        self.schema = schema
    }

    package var variant: String? { schema.rawValue }

    package var settings: [String] {
        [
            "version \(unsafe String(cString: sqlite3_libversion())), \(schema.rawValue): \(schema.description)",
            "\(Connection.pragmas); one connection without a mutex for each thread, statements prepared once, text bound "
                + "without copies, reads inside one transaction",
            "W6 by an index on (category, price), which covers it; W12 from a hand-written reader of this one form of "
                + "page; W15 chunks of 256 links in a table",
        ]
    }

    /// An empty file with the tables, which goes away with the connection.
    func empty() throws -> Connection {
        let connection = try Connection(workspace.temporary(workspace.freshFile("empty.sqlite")))
        try connection.run(schema.tables)
        return connection
    }

    /// The file that holds all the data, closed; only read.
    package func loadedFile() throws -> URL {
        if let loaded { return loaded.url }
        let file = workspace.temporary(workspace.freshFile("loaded.sqlite"))
        let connection = try Connection(file)
        try connection.run(schema.tables)
        _ = try insert(into: connection)
        try connection.checkpoint()
        loaded = file
        return file.url
    }

    /// A connection to the file that holds all the data.
    func reader() throws -> Connection {
        try Connection(try loadedFile(), Connection.pragmas)
    }

    /// A copy of the loaded file, to be changed; it goes away with the connection.
    func copy() throws -> Connection {
        try Connection(workspace.temporary(try workspace.copy(of: try loadedFile())))
    }

    package func changes() throws -> any ChangingStore { try SQLiteChanges(self) }

    package func storeBesideWriter(_ work: BesideWriter) throws -> any BesideWriterStore {
        try SQLiteBesideWriter(work, self)
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try Self.open(order)
        case "memory": try Self.useLittleMemory(order)
        default: throw WrongAnswer("\(name): no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}
