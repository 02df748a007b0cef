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
    private var loaded: URL?

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

    /// An empty file with the tables.
    func empty() throws -> Store {
        let store = try Store(workspace.freshFile("empty.sqlite"), workspace)
        try store.connection.run(schema.tables)
        return store
    }

    /// The file that holds all the data, closed; only read.
    func loadedFile() throws -> URL {
        if let loaded { return loaded }
        let store = try empty()
        _ = try SQLiteInsert.insert(self, into: store.connection)
        loaded = try store.keep()
        return try loadedFile()
    }

    /// A connection to the file that holds all the data.
    func reader() throws -> Connection {
        let connection = try Connection(try loadedFile())
        try connection.run(Connection.pragmas)
        return connection
    }

    /// A copy of the loaded file, to be changed; it goes away with the store.
    func copy() throws -> Store {
        try Store(try workspace.copy(of: try loadedFile()), workspace)
    }

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        switch workload {
        case is Insert: SQLiteInsert(self)
        case is Commit: try SQLiteCommit(self)
        case let work as Lookup: try SQLiteLookup(work, self)
        case let work as NumberLookup: try SQLiteNumberLookup(work, self)
        case is CountOver: try SQLiteCount(self)
        case is SumAndAverage: try SQLiteSum(self)
        case is SumByCategory: try SQLiteCategories(self)
        case is NameSearch: try SQLiteNames(self)
        case is Hop: try SQLiteHop(self)
        case let work as RandomHop: try SQLiteRandomHop(work, self)
        case is Inverse: try SQLiteInverse(self)
        case let work as Update: SQLiteUpdate(work, self)
        case let work as Delete: SQLiteDelete(work, self)
        case let work as Import: SQLiteImport(work, self)
        case let work as Open: OpenInChild(work, self, file: try loadedFile())
        case let work as BesideWriter: try BesideWriterContender(work, try SQLiteBesideWriter(work, self))
        case let work as OrderedList: try SQLiteList(work, self)
        case is Sort: try SQLiteSort(self)
        case let work as Churn: ChurnContender(work) { [self] in try SQLiteChanges(self) }
        case let work as WideClass: wide(work)
        case let work as Month: MonthContender(work) { [self] in try SQLiteChanges(self) }
        case let work as HotInverse: try hotInverse(work)
        case let work as LittleMemory: LittleMemoryContender(work, self, file: try loadedFile(), workspace)
        default: nil
        }
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try SQLiteOpen.run(file: URL(fileURLWithPath: order.words[1]), key: order.words[2])
        case "memory": try SQLiteLittleMemory.run(order)
        default: throw WrongAnswer("sqlite: no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}

/// A file of its own with its connection. The file goes away with it.
final class Store {
    let file: URL
    private(set) var connection: Connection
    private let workspace: Workspace
    private var isKept = false

    init(_ file: URL, _ workspace: Workspace) throws {
        self.file = file
        self.workspace = workspace
        connection = try Connection(file)
        try connection.run(Connection.pragmas)
    }

    deinit {
        if !isKept { workspace.remove(file) }
    }

    /// The file with everything in it. It stays when the store goes.
    func keep() throws -> URL {
        try connection.checkpoint()
        isKept = true
        return file
    }

    /// Bytes on the disk once everything that was committed is in the file.
    func fileBytes() throws -> Int {
        try connection.checkpoint()
        return try Disk.allocatedBytes(file)
    }
}
