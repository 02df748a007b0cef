// SQLite through its C interface, as an expert would set it up.

import CSQLite
import Foundation
package import Workloads

/// SQLite with one of the schemas.
package final class SQLiteEngine: Engine {
    package static let name = "sqlite"
    let data: StandardData
    let workspace: Workspace
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
    func loadedFile() throws -> URL {
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

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        switch workload {
        case let work as Insert: contender(work)
        case let work as Commit: try contender(work)
        case let work as Lookup: try contender(work)
        case let work as NumberLookup: try contender(work)
        case let work as CountOver: try contender(work)
        case let work as SumAndAverage: try contender(work)
        case let work as SumByCategory: try contender(work)
        case let work as NameSearch: try contender(work)
        case let work as Hop: try contender(work)
        case let work as RandomHop: try contender(work)
        case let work as Inverse: try contender(work)
        case let work as Update: contender(work)
        case let work as Delete: contender(work)
        case let work as Import: contender(work)
        case let work as Open: work.contender(self, file: try loadedFile())
        case let work as BesideWriter: try work.contender(try SQLiteBesideWriter(work, self))
        case let work as OrderedList: contender(work)
        case let work as Sort: try contender(work)
        case let work as Churn: work.contender { [self] in try SQLiteChanges(self) }
        case let work as WideClass: contender(work)
        case let work as Month: work.contender { [self] in try SQLiteChanges(self) }
        case let work as HotInverse: try contender(work)
        case let work as LittleMemory: work.contender(self, file: try loadedFile(), workspace)
        default: nil
        }
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try Self.open(order)
        case "memory": try Self.useLittleMemory(order)
        default: throw WrongAnswer("\(name): no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}
