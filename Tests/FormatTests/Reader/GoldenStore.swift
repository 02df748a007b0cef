// A store in memory whose every random choice comes from a seed: the same operations give the same bytes.

import QuireTestSupport

@testable import QuireStorage

final class GoldenStore {
    private let file = MemoryFile(name: "golden")
    let session: Session

    init(_ classes: [ClassDefinition] = [], pageSize: Int = 512, seed: UInt64 = 1) throws {
        var options = Database.Options()
        options.pageSize = pageSize
        let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
        session = try Session(database: database)
        if !classes.isEmpty { try write { try $0.session.adopt(classes) } }
    }

    var bytes: [UInt8] { file.bytes }

    func write(_ body: (GoldenStore) throws -> Void) throws {
        try session.beginWrite()
        try body(self)
        try session.commit()
        session.unpin()
    }

    func table(_ name: String) throws -> Table {
        guard let table = session.table(name) else { throw StorageError(.fail, "There is no class \(name).") }
        return table
    }
}

extension Table {
    /// Sets a property that is no list, or appends to one that is.
    func put(_ row: RowID, _ name: String, _ values: Value...) throws {
        try put(row, name, values)
    }

    func put(_ row: RowID, _ name: String, _ values: [Value]) throws {
        guard let column = column(named: name) else { throw StorageError(.fail, "There is no property \(name).") }
        if definition.columns[column].type == .list {
            try listInsert(row, column, at: listCount(row, column), values)
        } else {
            for value in values { try set(row, column, value) }
        }
    }
}
