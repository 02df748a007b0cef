// What the tests of copies share: a copy in memory, and what must hold of every copy.

import QuireTestSupport
import XCTest

@testable import QuireStorage

class CopyTestCase: PageTestCase {
    /// The file that a copy of the newest state fills.
    func copy(_ database: Database, seed: UInt64 = 77) throws -> MemoryFile {
        let file = MemoryFile(name: "copy")
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        let source = try CopySource(
            database.file.storage, pageSize: database.pageSize, seed: database.file.seed,
            readsByCopying: database.file.readsByCopying, roots: snapshot.roots,
            pageCount: database.pageCount(of: snapshot.transaction))
        try FileCopy.write(source, to: file, system: SimulatedSystem(seed: seed))
        return file
    }

    /// Has stores changed at random; `body` sees every few commits the database, its file, and what it should hold.
    func overRandomStores(
        every interval: Int, _ body: @escaping (Database, MemoryFile, StoreModel, String) throws -> Void
    ) throws {
        for seed: UInt64 in 1...3 {
            print("seed \(seed)")
            let memory = MemoryFile(name: "memory \(seed)")
            let store = try RandomStore(seed: seed) { [unowned self] in try openMemory(memory, seed: seed) }
            var commits = 0
            store.onCommit = { database, model in
                commits += 1
                if commits % interval == 0 { try body(database, memory, model, "seed \(seed), commit \(commits)") }
            }
            for _ in 0..<1_500 { try store.step() }
            try store.finish()
            XCTAssertGreaterThan(commits, 2 * interval)
        }
    }

    /// Whole, with no page free but those that the border of a window left over.
    func checkIsPacked(_ database: Database, _ name: String = "", line: UInt = #line) throws {
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], name, line: line)
        try database.verify(findsLeaks: true)
        let statistics = try FileStatistics.read(database)
        let windows = database.file.pageCount / database.file.windowPages
        XCTAssertLessThanOrEqual(statistics.freePageCount, windows * database.file.windowPages / 8, name, line: line)
    }

    /// Every row, value, list and ghost of every class, in order.
    func contents(_ database: Database) throws -> [String] {
        let session = try Session(database: database)
        try session.pin()
        var lines: [String] = []
        for table in session.tables {
            lines.append("\(table.definition) \(table.nextRow)")
            for ghost in try table.ghosts() { lines.append("\(ghost)") }
            var row = try table.next(after: nil)
            while let current = row {
                var line = "\(table.name) \(current.rawValue):"
                for (column, definition) in table.definition.columns.enumerated() {
                    if definition.type == .list {
                        line += " \(try table.rawList(current.rawValue, column))"
                    } else {
                        line += " \(try table.rawValue(current.rawValue, column))"
                    }
                }
                lines.append(line)
                row = try table.next(after: current)
            }
        }
        return lines
    }

    /// True if the directory was synced behind the last change of a name.
    func namesAreDurable(_ events: [RecordedDirectory.Event]) throws -> Bool {
        let change = events.lastIndex { if case .name = $0 { true } else { false } }
        return try XCTUnwrap(change) < events.lastIndex(of: .syncNames) ?? -1
    }

    /// Calls `body` with each state that a power failure during `events` may leave of the file at `path`: nil where the name
    /// leads to what it led to before.
    ///
    /// Names reach the medium in order, at any time between their change and the sync of the directory.
    func forEachCrash(
        at path: String, before names: [String: UInt64], _ events: [RecordedDirectory.Event],
        _ body: ([UInt8]?, String) throws -> Void
    ) throws {
        for count in 0...events.count {
            let issued = events[..<count]
            let synced = issued.lastIndex(of: .syncNames) ?? 0
            var reached = names
            for (index, event) in issued.enumerated() {
                if case .name(let path, let inode) = event { reached[path] = inode }
                guard index + 1 >= synced else { continue }
                guard let inode = reached[path], inode != names[path] else {
                    try body(nil, "after \(count) events")
                    continue
                }
                let operations = RecordedDirectory.operations(of: inode, in: issued)
                try CrashImages(base: [], operations: operations).forEach(after: operations.count, body)
            }
        }
    }
}
