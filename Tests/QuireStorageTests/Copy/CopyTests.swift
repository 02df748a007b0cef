// A compacting copy: the same contents, whole, packed, and no larger than a file that was filled anew.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class CopyTests: CopyTestCase {
    func testCopy_ofARandomStore_holdsTheSameAndGoesOn() throws {
        try overRandomStores(every: 9) { [unowned self] database, _, model, name in
            let copied = try openMemory(copy(database))
            try checkIsPacked(copied, name)
            let session = try Session(database: copied)
            try session.pin()
            XCTAssertEqual(try model.differences(session), [], name)
            XCTAssertEqual(try contents(copied), try contents(database), name)
            XCTAssertLessThanOrEqual(try copied.usedPageCount(), try database.usedPageCount(), name)
            // It can be written to like any other file.
            try session.beginWrite()
            let log = try XCTUnwrap(session.table("Log"))
            try log.set(try log.insert(key: nil), 0, .bool(true))
            for row in model.entries[.person, default: [:]].keys.sorted().prefix(5) {
                try XCTUnwrap(session.table("Person")).delete(RowID(row))
            }
            try session.commit()
            XCTAssertEqual(try FileCheck.run(copied).problems.map(\.message), [], name)
        }
    }

    func testCopy_ofEveryKindOfStore_isWholeAndEqual() throws {
        try overEveryStore { store in
            let database = try store.open()
            _ = try LoadedStore(database, itemCount: 3_000, .scattered)
            let file = try copy(database)
            let copied = try openMemory(file, pageSize: store.pageSize)
            try checkIsPacked(copied, store.name)
            XCTAssertEqual(try contents(copied), try contents(database), store.name)
            XCTAssertNotEqual(copied.file.seed.node(PageNumber(200)), database.file.seed.node(PageNumber(200)))
        }
    }

    /// Rows inserted in order, and rows that came and went in any order: both copies are as small as the first file.
    func testCopy_ofAFileThatWasChangedAtRandom_isNotLargerThanAFreshOne() throws {
        for pageSize in [512, 4096] {
            let definition = ClassDefinition(
                name: "Word",
                columns: [
                    ColumnDefinition(name: "id", type: .text),
                    ColumnDefinition(name: "number", type: .int64, isIndexed: true),
                    ColumnDefinition(name: "text", type: .text, isOptional: true, isIndexed: true),
                    ColumnDefinition(name: "next", type: .link, isOptional: true, target: "Word"),
                    ColumnDefinition(name: "parts", type: .list, elementType: .int32),
                ], primaryKey: 0)
            func fill(_ table: Table, _ number: Int) throws {
                let row = try table.insert(key: .text("word \(number)"))
                try table.set(row, 1, .int(Int64(number % 97) << 20))
                try table.set(row, 2, .text(String(repeating: "t", count: number % 40) + "\(number)"))
                try table.set(row, 3, .link(row))
                try table.listInsert(row, 4, at: 0, (0..<number % 60).map { .int(Int64($0)) })
            }
            func makeFile(_ body: (Session, Table) throws -> Void) throws -> Database {
                let database = try openMemory(MemoryFile(name: "words"), pageSize: pageSize)
                let session = try Session(database: database)
                try session.beginWrite()
                try session.adopt([definition])
                try body(session, try XCTUnwrap(session.table("Word")))
                try session.commit()
                return database
            }
            let count = 4_000
            let fresh = try makeFile { _, table in for number in 0..<count { try fill(table, number) } }
            let worn = try makeFile { session, table in
                var random = SeededGenerator(seed: 5)
                for number in (0..<2 * count).shuffled(using: &random) {
                    try fill(table, number)
                    if number % 1_000 == 0 {
                        try session.commit()
                        try session.beginWrite()
                    }
                }
                for number in (count..<2 * count).shuffled(using: &random) {
                    try table.delete(try XCTUnwrap(try table.find(key: .text("word \(number)"))))
                }
            }
            let copies = try [fresh, worn].map { try openMemory(copy($0), pageSize: pageSize) }
            for copied in copies { try checkIsPacked(copied, "page size \(pageSize)") }
            let used = try (fresh: fresh.usedPageCount(), worn: worn.usedPageCount())
            let usedByCopies = try copies.map { try $0.usedPageCount() }
            print("page size \(pageSize): \(used) pages used, \(usedByCopies) by their copies")
            XCTAssertGreaterThan(used.worn, used.fresh)
            XCTAssertLessThanOrEqual(usedByCopies[0], used.fresh)
            // Half of the row ids are gone, which the bitmaps of live rows or the lists of row ids show.
            XCTAssertLessThanOrEqual(usedByCopies[1], used.fresh)
            XCTAssertLessThanOrEqual(copies[0].fileByteCount, fresh.fileByteCount)
            XCTAssertLessThanOrEqual(copies[1].fileByteCount, fresh.fileByteCount)
        }
    }

    /// Leaves of a class stand one behind the other: a scan reads the file forwards.
    func testCopy_layout_isOneRunForEachTree() throws {
        let database = try openMemory(MemoryFile(name: "source"))
        _ = try LoadedStore(database, itemCount: 3_000, .scattered)
        let copied = try openMemory(copy(database))
        var trees: [UInt32] = []
        var page = FileLayout.firstPage(pageSize: 512)
        let end = try copied.pin()
        defer { copied.unpin(end) }
        let bytes = try copied.file.storage.map(at: 0, byteCount: FileLayout.windowByteCount)
        while page < copied.pageCount(of: end.transaction) {
            let node = bytes.node.part(at: page * 512)
            XCTAssertEqual(node.u32(NodeHeader.page), UInt32(page))
            let id = node.tree.rawValue
            if trees.last != id { trees.append(id) }
            page += node.pageCount
        }
        // Each tree once: the shelf's list stands before the rows of shelves.
        XCTAssertEqual(Set(trees).count, trees.count, "\(trees)")
        XCTAssertGreaterThan(trees.count, 8)
    }

    func testCopy_ofAWideClassWithOlderLayouts_keepsTheirDefaults() throws {
        let types: [ColumnType] = [.bool, .int64, .text, .data, .double, .list]
        func definition(_ count: Int) -> ClassDefinition {
            let columns = (1..<count).map { number -> ColumnDefinition in
                let type = types[number % types.count]
                return ColumnDefinition(
                    name: "column\(number)", type: type, isOptional: type != .list && type != .int64 && type != .text,
                    elementType: type == .list ? .text : nil,
                    defaultValue: type == .int64 ? .int(7) : type == .text ? .text("default \(number)") : .none)
            }
            return ClassDefinition(
                name: "Wide", columns: [ColumnDefinition(name: "id", type: .int64)] + columns, primaryKey: 0)
        }
        try overEveryStore { store in
            let database = try store.open()
            let session = try Session(database: database)
            for (round, count) in [3, 40, 600].enumerated() {
                try session.beginWrite()
                try session.adopt([definition(count)])
                let table = try XCTUnwrap(session.table("Wide"))
                for number in 0..<12 {
                    let row = try table.insert(key: .int(Int64(number + 1_000 * round)))
                    try table.set(row, 2, .text(String(repeating: "w", count: number * 30)))
                    if count > 504 { try table.set(row, 504, .bool(true)) }
                    if count > 5 {
                        try table.listInsert(row, 5, at: 0, [.text("a"), .text(String(repeating: "b", count: 3_000))])
                    }
                }
                try session.commit()
            }
            let copied = try openMemory(copy(database), pageSize: store.pageSize)
            try checkIsPacked(copied, store.name)
            XCTAssertEqual(try contents(copied), try contents(database), store.name)
        }
    }

    /// Rows that fill a leaf, in a class that became wider: with the defaults of the new columns they would not fit.
    func testCopy_ofRowsThatFillALeaf_leavesThemUnderTheirLayout() throws {
        func definition(_ count: Int) -> ClassDefinition {
            let columns = (0..<count).map { number in
                let isNew = number >= 6
                return ColumnDefinition(
                    name: "c\(number)", type: .text,
                    defaultValue: isNew ? .text(String(repeating: "d", count: 1_024)) : .none)
            }
            return ClassDefinition(name: "Full", columns: columns)
        }
        let database = try openMemory(MemoryFile(name: "full"))
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt([definition(6)])
        let table = try XCTUnwrap(session.table("Full"))
        let leaf = 512 << table.stored.layout(0).log2Pages(pageSize: 512)
        for number in 0..<30 {
            let row = try table.insert(key: nil)
            for column in 0..<6 {
                try table.set(row, column, .text(String(repeating: "x", count: leaf / 4 - number * 4)))
            }
        }
        try session.commit()
        try session.beginWrite()
        try session.adopt([definition(8)])
        try session.commit()
        let copied = try openMemory(copy(database))
        try checkIsPacked(copied)
        XCTAssertEqual(try contents(copied), try contents(database))
        let copy = try Session(database: copied)
        try copy.pin()
        let rows = try XCTUnwrap(copy.table("Full"))
        try rows.load()
        var layouts: [UInt32: Int] = [:]
        var tree = rows.main.tree
        var leafNode: Node? = try tree.descend { _, _ in 0 }
        while let node = leafNode {
            layouts[node.layout, default: 0] += 1
            leafNode = try tree.neighbour(forward: true)
        }
        print("leaves by layout: \(layouts)")
        XCTAssertGreaterThan(layouts[6] ?? 0, 0)
    }

    /// 100 MB: nodes and values meet the borders of windows; the values are checked part by part.
    func testCopy_ofValuesAcrossWindows_keepsThem() throws {
        let definition = ClassDefinition(
            name: "Film",
            columns: [ColumnDefinition(name: "id", type: .int64), ColumnDefinition(name: "data", type: .data)],
            primaryKey: 0)
        let database = try openMemory(MemoryFile(name: "films"), pageSize: 4096)
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt([definition])
        let table = try XCTUnwrap(session.table("Film"))
        let lengths = [70 << 20, 1 << 20, 3_000_001, 900_000, 9 << 20, 65_536, 65_537, 5_000]
        for (number, length) in lengths.enumerated() {
            let row = try table.insert(key: .int(Int64(number)))
            try table.set(row, 1, .data([UInt8](repeating: UInt8(number + 1), count: length)))
        }
        try session.commit()
        for readsByCopying in [false, true] {
            let file = try copy(database)
            var options = Database.Options()
            options.readsByCopying = readsByCopying
            let copied = try Database.open(storage: file, options, system: SimulatedSystem(seed: 3))
            try checkIsPacked(copied)
            let copy = try Session(database: copied)
            try copy.pin()
            let films = try XCTUnwrap(copy.table("Film"))
            for (number, length) in lengths.enumerated() {
                let isEqual = try films.withBytes(RowID(UInt64(number + 1)), 1) { bytes in
                    bytes.count == length && bytes[0] == UInt8(number + 1) && bytes[length - 1] == UInt8(number + 1)
                }
                XCTAssertEqual(isEqual, true, "value \(number)")
            }
        }
    }

    func testCopy_ofAnEmptyStore_isLikeANewFile() throws {
        let database = try openMemory(MemoryFile(name: "empty"))
        let copied = try openMemory(copy(database))
        try checkIsPacked(copied)
        XCTAssertEqual(try contents(copied), [])
        XCTAssertLessThanOrEqual(copied.fileByteCount, 65_536 + Committer.roundedUp(144 * 512))
    }

    func testCopy_ofTheSameState_hasTheSameBytes() throws {
        let database = try openMemory(MemoryFile(name: "source"))
        _ = try LoadedStore(database, itemCount: 500)
        let first = try copy(database).bytes
        XCTAssertEqual(first, try copy(database).bytes)
        XCTAssertNotEqual(first, try copy(database, seed: 78).bytes, "each copy has a file id of its own")
    }
}
