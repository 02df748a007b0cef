// The same operations with the same seed give the same bytes.

import QuireStorage
import QuireTestSupport
import XCTest

final class DeterminismTests: XCTestCase {
    /// A few hundred random operations in many transactions, over every kind of tree.
    private func makeFile(seed: UInt64, pageSize: Int) throws -> [UInt8] {
        let file = MemoryFile(name: "determinism")
        var options = Database.Options()
        options.pageSize = pageSize
        let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt(Self.classes)
        try session.commit()
        guard let items = session.table("Item"), let groups = session.table("Group") else {
            throw StorageError(.fail, "The classes were declared.")
        }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            try session.beginWrite()
            for _ in 0..<30 { try change(items, groups, &random) }
            if random.below(5) == 0 { session.rollback() } else { try session.commit() }
        }
        session.unpin()
        return file.bytes
    }

    private static let classes = [
        ClassDefinition(
            name: "Item",
            columns: [
                ColumnDefinition(name: "key", type: .text),
                ColumnDefinition(name: "text", type: .text, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "number", type: .int32, isIndexed: true),
                ColumnDefinition(name: "group", type: .link, isOptional: true, target: "Group"),
            ], primaryKey: 0),
        ClassDefinition(
            name: "Group",
            columns: [
                ColumnDefinition(name: "key", type: .int64),
                ColumnDefinition(name: "items", type: .list, elementType: .link, target: "Item"),
            ], primaryKey: 0),
    ]

    private func change(_ items: Table, _ groups: Table, _ random: inout SeededGenerator) throws {
        let key = Value.text("item \(random.below(100))")
        let column = { (table: Table, name: String) in try XCTUnwrap(table.column(named: name)) }
        let existing = try items.find(key: key)
        guard let row = existing else {
            let row = try items.insert(key: key)
            let length = [3, 40, 3000][random.below(3)]
            try items.set(row, column(items, "text"), .text(String(repeating: "t", count: length)))
            return
        }
        switch random.below(6) {
        case 0: try items.delete(row)
        case 1: try items.set(row, column(items, "number"), .int(Int64(random.below(50))))
        case 2: try items.set(row, column(items, "text"), .none)
        case 3:
            let group = try groups.findOrReserve(key: .int(Int64(random.below(8))))
            try items.set(row, column(items, "group"), .link(group))
        default:
            let key = Value.int(Int64(random.below(8)))
            let found = try groups.find(key: key)
            let group = try found ?? groups.insert(key: key)
            let count = try groups.listCount(group, column(groups, "items"))
            let links = [Value](repeating: .link(row), count: 1 + random.below(20))
            try groups.listInsert(group, column(groups, "items"), at: random.below(count + 1), links)
        }
    }

    func testFiles_madeBySameOperationsAndSeed_haveTheSameBytes() throws {
        for pageSize in [512, 4096] {
            let first = try makeFile(seed: 7, pageSize: pageSize)
            // Memory that was used before must not show through.
            let other = try makeFile(seed: 8, pageSize: pageSize)
            let second = try makeFile(seed: 7, pageSize: pageSize)
            XCTAssertEqual(first.count, second.count)
            let difference = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset
            XCTAssertNil(difference, "bytes differ, pages of \(pageSize) bytes")
            XCTAssertNotEqual(first, other)
        }
    }

    func testFile_afterRandomOperations_isWhole() throws {
        let file = try MemoryFile(name: "again", bytes: makeFile(seed: 7, pageSize: 512))
        let database = try Database.open(storage: file, Database.Options(), system: SimulatedSystem(seed: 1))
        let report = try FileCheck.run(database)
        XCTAssertEqual(report.problems.map(\.message), [])
        XCTAssertGreaterThan(report.objectCount, 20)
        XCTAssertGreaterThan(report.pageCount, 100)
    }
}
