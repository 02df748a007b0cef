// The process that is killed: it commits, and says so.

import Foundation
import QuireStorage
import QuireTestSupport

/// What the child does beside counting up.
enum KillTask: String, CaseIterable, Sendable {
    /// Small commits, one after the other.
    case commit
    /// Values that lengthen the file, and their removal.
    case grow
    /// Opens and closes the file around every commit.
    case reopen
    /// Writes the file anew in its own place between commits.
    case compact
}

/// Every transaction raises the number of one object by one, and of another one by the same, so that half a transaction
/// shows.
enum KillChild {
    static let argument = "kill-child"
    static let definition = ClassDefinition(
        name: "Counter",
        columns: [
            ColumnDefinition(name: "number", type: .int64, isIndexed: true),
            ColumnDefinition(name: "value", type: .data, isOptional: true),
        ])

    /// Runs until it is killed: `path`, `task`, what it leaves out.
    static func run(_ arguments: [String]) -> Never {
        guard arguments.count == 3, let task = KillTask(rawValue: arguments[1]), let flaws = UInt64(arguments[2]) else {
            exit(2)
        }
        Flaws.everywhere = Flaws(rawValue: flaws)
        do {
            var database: Database? = try open(arguments[0])
            report("open \(try database.flatMap(read) ?? 0)")
            while true {
                if let database { report("stored \(try commit(database, task))") }
                guard task == .reopen || task == .compact else { continue }
                // The file closes with the last reference.
                database = nil
                database = try open(arguments[0], compacts: task == .compact)
            }
        } catch {
            report("error \(error)")
            exit(1)
        }
    }

    static func open(_ path: String, compacts: Bool = false) throws -> Database {
        var options = Database.Options()
        options.pageSize = 512
        // The kernel gives back the lock of a killed process a moment after its death.
        options.whenInUse = .waitUpTo(seconds: 10)
        if compacts { options.compaction = Compaction(isRequired: true) { _, _ in true } }
        return try Database.open(.file(path: path), options)
    }

    /// The number that the store has reached, nil before its first transaction. Throws if its halves differ.
    static func read(_ database: Database) throws -> Int64? {
        let session = try Session(database: database)
        try session.pin()
        guard let table = session.table(definition.name) else { return nil }
        guard case .int(let first) = try table.value(RowID(1), 0), case .int(let second) = try table.value(RowID(2), 0)
        else { throw TortureError("the counters are gone") }
        guard first == second else { throw TortureError("one counter says \(first), the other one \(second)") }
        return first
    }

    private static func commit(_ database: Database, _ task: KillTask) throws -> Int64 {
        let session = try Session(database: database)
        try session.beginWrite()
        var isNew = false
        if session.table(definition.name) == nil {
            try session.adopt([definition])
            isNew = true
        }
        guard let table = session.table(definition.name) else { throw TortureError("the class is gone") }
        if isNew { for _ in 0..<2 { _ = try table.insert(key: nil) } }
        guard case .int(let old) = try table.value(RowID(1), 0) else { throw TortureError("the counter is gone") }
        for row in [RowID(1), RowID(2)] { try table.set(row, 0, .int(old + 1)) }
        if task == .grow {
            let count = old % 5 == 4 ? 0 : Int(old % 7 + 1) * 30_000
            try table.set(RowID(1), 1, count == 0 ? .none : .data([UInt8](repeating: UInt8(old & 255), count: count)))
        }
        try session.commit()
        return old + 1
    }

    private static func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
