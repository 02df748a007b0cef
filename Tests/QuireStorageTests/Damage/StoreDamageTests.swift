// A whole store with wrong bytes in its file: opened, read, written and checked, it gives typed errors or right values, and
// never stops the program.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class StoreDamageTests: PageTestCase {
    private static let definitions: [ClassDefinition] = [
        ClassDefinition(name: "Person", columns: PersonSample.personColumns, primaryKey: 0), PersonSample.event,
    ]

    /// A closed file with pages of 512 bytes that holds every kind of node.
    private func sample(people: Int) throws -> [UInt8] {
        let file = MemoryFile(name: "sample")
        do {
            let session = try Session(database: try openMemory(file))
            try session.beginWrite()
            try session.adopt(Self.definitions)
            let persons = try XCTUnwrap(session.table("Person"))
            let events = try XCTUnwrap(session.table("Event"))
            for number in 0..<people {
                let row = try PersonSample.addPerson(number, photoByteCount: 700, to: persons)
                if number == 3 {
                    try persons.listInsert(row, 6, at: 0, (0..<120).map { $0 % 9 == 0 ? .none : .text("tag \($0)") })
                }
                try PersonSample.addEvent(number, to: events, of: persons)
            }
            try session.commit()
            // A second transaction, so that there are free pages too.
            try session.beginWrite()
            try persons.set(RowID(1), 1, .int(99))
            try session.commit()
            XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
        }
        return file.bytes
    }

    private func open(_ bytes: [UInt8], readsByCopying: Bool = false) throws(StorageError) -> Database {
        var options = Database.Options()
        options.readsByCopying = readsByCopying
        return try Database.open(
            storage: try MemoryFile(name: "damaged", bytes: bytes), options, system: SimulatedSystem(seed: 1, boot: 2))
    }

    /// Row ids that were ever given out, ghosts included, lie below.
    private static func rowLimit(people: Int) -> Int { 2 * people + 8 }

    private struct Contents {
        var values: [String: String] = [:]
        var errors: [StorageError] = []

        mutating func read(_ name: String, _ body: () throws(StorageError) -> String) {
            do throws(StorageError) { values[name] = try body() } catch { errors.append(error) }
        }
    }

    /// Every value of every row, list and inverse, by name; the errors that were met meanwhile.
    private func contents(_ session: Session, rowLimit: Int) -> Contents {
        var contents = Contents()
        contents.read("pin") { () throws(StorageError) in
            try session.pin()
            return ""
        }
        for definition in Self.definitions {
            guard let table = session.table(definition.name) else { continue }
            contents.read("\(definition.name) count") { () throws(StorageError) in "\(try table.count)" }
            contents.read("\(definition.name) ghosts") { () throws(StorageError) in "\(try table.ghosts())" }
            for row in 1...UInt64(rowLimit) {
                for (column, description) in definition.columns.enumerated() {
                    contents.read("\(definition.name) \(row) \(description.name)") { () throws(StorageError) in
                        if description.type == .list { return "\(try table.listValues(RowID(row), column))" }
                        return "\(try table.value(RowID(row), column))"
                    }
                    guard description.target == "Person" else { continue }
                    contents.read("\(definition.name).\(description.name) to \(row)") { () throws(StorageError) in
                        "\(try table.backlinks(column, to: RowID(row)))"
                    }
                }
            }
            for number in 0..<17 where definition.name == "Person" {
                contents.read("age \(number)") { () throws(StorageError) in
                    "\(try table.rows(1, equalTo: .int(Int64(number))))"
                }
                contents.read("nick \(number)") { () throws(StorageError) in
                    "\(try table.rows(2, equalTo: .text("nick \(number)")))"
                }
            }
            if definition.name == "Person" {
                contents.read("no nick") { () throws(StorageError) in "\(try table.rows(2, equalTo: .none))" }
                contents.read("age 99") { () throws(StorageError) in "\(try table.rows(1, equalTo: .int(99)))" }
            }
            for number in 0..<rowLimit {
                let key = definition.name == "Person" ? Value.text("person number \(number)") : .int(Int64(number * 3))
                contents.read("\(definition.name) key \(number)") { () throws(StorageError) in
                    "\(String(describing: try table.find(key: key)))"
                }
            }
        }
        return contents
    }

    // MARK: One page of each kind

    /// The first pages of the nodes that the newest state uses, by kind.
    private func livePages(_ bytes: [UInt8]) throws -> [(page: Int, kind: NodeKind, byteCount: Int)] {
        let database = try open(bytes)
        let session = try Session(database: database)
        try session.pin()
        let bitmap = try database.freeBitmap(of: session.snapshot)
        var pages: [(page: Int, kind: NodeKind, byteCount: Int)] = []
        var page = FileLayout.firstPage(pageSize: 512)
        while page < bitmap.pageCount {
            let start = page * 512
            let number = (0..<4).reduce(0) { $0 | Int(bytes[start + NodeHeader.page + $1]) << (8 * $1) }
            guard !bitmap.isFree(page), number == page, let kind = NodeKind(rawValue: bytes[start + NodeHeader.kind])
            else {
                page += 1
                continue
            }
            let count = (0..<4).reduce(0) { $0 | Int(bytes[start + NodeHeader.count + $1]) << (8 * $1) }
            let length = kind == .overflow ? count : 1 << Int(bytes[start + NodeHeader.log2Pages])
            pages.append((page, kind, length * 512))
            page += length
        }
        return pages
    }

    func testFlippedByte_inAnyLivePage_isNamedAndTheRestReadable() throws {
        let people = 150
        let bytes = try sample(people: people)
        let expected = contents(try Session(database: try open(bytes)), rowLimit: Self.rowLimit(people: people))
        XCTAssertEqual(expected.errors.map(\.message), [])
        XCTAssertGreaterThan(expected.values.count, 1_000)
        let pages = try livePages(bytes)
        XCTAssertEqual(Set(pages.map(\.kind)), Set(NodeKind.allCases), "the sample has every kind of node")
        var generator = SeededGenerator(seed: 77)
        var partlyReadable = Set<NodeKind>()
        for (page, kind, byteCount) in pages {
            var damaged = bytes
            // Past the header of the node, which has bytes that say nothing; of long values anywhere in the value.
            let offset = generator.below(byteCount - 64) + 64
            // The end of a long value's last page says nothing.
            let place = page * 512 + (kind == .overflow ? max(min(offset, 700), 128) : offset)
            damaged[place] ^= 1 << UInt8(generator.below(8))
            let name = "\(kind) page \(page), byte \(place)"
            // A page that the opening needs is named by the error that it throws.
            guard let database = try openUnlessDamaged(damaged, page: page, name) else { continue }
            let found = contents(try Session(database: database), rowLimit: Self.rowLimit(people: people))
            for error in found.errors {
                XCTAssertEqual(error.code, .damaged, "\(name): \(error)")
                XCTAssertEqual(error.page, PageNumber(UInt32(page)), "\(name): \(error)")
            }
            for (key, value) in found.values where value != expected.values[key] {
                XCTFail("\(name): \(key) is \(value) and not \(expected.values[key] ?? "nothing")")
            }
            if kind != .bitmapLeaf {
                XCTAssertFalse(found.errors.isEmpty, "\(name): \((try? FileCheck.run(database).problems) ?? [])")
            }
            if found.values.count > expected.values.count / 4 { partlyReadable.insert(kind) }
            do throws(StorageError) {
                let report = try FileCheck.run(database)
                XCTAssertTrue(report.problems.contains { $0.page == PageNumber(UInt32(page)) }, name)
            } catch {
                XCTAssertEqual(error.page, PageNumber(UInt32(page)), name)
            }
        }
        XCTAssertEqual(partlyReadable, Set(NodeKind.allCases))
    }

    private func openUnlessDamaged(_ bytes: [UInt8], page: Int, _ name: String) throws(StorageError) -> Database? {
        do throws(StorageError) { return try open(bytes) } catch {
            XCTAssertEqual(error.code, .damaged, name)
            XCTAssertEqual(error.page, PageNumber(UInt32(page)), name)
            return nil
        }
    }

    func testFlippedByte_inTheBitmap_stopsWritersAndNoReader() throws {
        let people = 40
        let bytes = try sample(people: people)
        for (page, kind, _) in try livePages(bytes) where kind == .bitmapLeaf {
            var damaged = bytes
            damaged[page * 512 + 200] ^= 4
            let session = try Session(database: try open(damaged))
            let before = contents(session, rowLimit: Self.rowLimit(people: people))
            XCTAssertEqual(before.errors.map(\.message), [])
            do throws(StorageError) {
                try session.beginWrite()
                try session.table("Person")?.set(RowID(1), 1, .int(5))
                try session.commit()
                XCTFail("pages that nobody knows to be free were written")
            } catch {
                XCTAssertEqual(error.code, .damaged)
                XCTAssertEqual(error.page, PageNumber(UInt32(page)))
                session.rollback()
            }
            XCTAssertEqual(contents(session, rowLimit: Self.rowLimit(people: people)).values, before.values)
        }
    }

    func testFlippedByte_inHeaderOrSlots_isRefusedOrChangesNothing() throws {
        let people = 4
        let bytes = try sample(people: people)
        let expected = contents(try Session(database: try open(bytes)), rowLimit: Self.rowLimit(people: people)).values
        var refused = 0
        var places = Array(0..<128)
        for block in 1...3 { places += Array(stride(from: block * 16_384, to: block * 16_384 + 512, by: 3)) }
        for place in places {
            var damaged = bytes
            damaged[place] ^= 0x20
            do throws(StorageError) {
                let found = contents(try Session(database: try open(damaged)), rowLimit: Self.rowLimit(people: people))
                XCTAssertEqual(found.errors.map(\.message), [], "byte \(place)")
                XCTAssertEqual(found.values, expected, "byte \(place)")
            } catch {
                XCTAssertTrue([.damaged, .notADatabase].contains(error.code), "byte \(place): \(error)")
                XCTAssertTrue(error.message.contains("damaged"), "byte \(place): \(error)")
                refused += 1
            }
        }
        XCTAssertGreaterThan(refused, 100)
    }

    // MARK: Any byte

    /// Bytes all over what holds something, each in two ways: opened, read whole, written once, read again, checked.
    func testFlippedByte_anywhere_neverStopsTheProgram() throws {
        let people = 24
        let bytes = try sample(people: people)
        let expected = contents(try Session(database: try open(bytes)), rowLimit: Self.rowLimit(people: people)).values
        let isThorough = ProcessInfo.processInfo.environment["QUIRE_LARGE_TESTS"] != nil
        let step = isThorough ? 3 : 101
        var places = Array(stride(from: FileLayout.headByteCount, to: bytes.count, by: step)).filter { place in
            // Pages that nobody wrote yet hold zeros and are of no interest.
            let page = place / 512 * 512
            return bytes[page..<page + 64].contains { $0 != 0 }
        }
        for block in 0...3 { places += Array(stride(from: block * 16_384, to: block * 16_384 + 600, by: step)) }
        var outcomes: [String: Int] = [:]
        for place in places {
            for mask: UInt8 in [0xFF, 0x01] {
                var damaged = bytes
                damaged[place] ^= mask
                let outcome = exercise(
                    damaged, expected, rowLimit: Self.rowLimit(people: people), readsByCopying: place % 2 == 0,
                    "byte \(place) ^ \(mask)")
                outcomes[outcome, default: 0] += 1
            }
        }
        print("outcomes of \(2 * places.count) flipped bytes: \(outcomes)")
        XCTAssertGreaterThan(outcomes["read in part", default: 0], 50)
        XCTAssertGreaterThan(outcomes["nothing noticed", default: 0], 20)
    }

    private func exercise(
        _ bytes: [UInt8], _ expected: [String: String], rowLimit: Int, readsByCopying: Bool, _ name: String
    ) -> String {
        do throws(StorageError) {
            let database = try open(bytes, readsByCopying: readsByCopying)
            let session = try Session(database: database)
            let before = contents(session, rowLimit: rowLimit)
            for (key, value) in before.values where value != expected[key] {
                XCTFail("\(name): \(key) is \(value) and not \(expected[key] ?? "nothing")")
            }
            for error in before.errors { XCTAssertEqual(error.code, .damaged, "\(name): \(error)") }
            var hasWritten = false
            do throws(StorageError) { hasWritten = try writeOnce(session) } catch {
                XCTAssertEqual(error.code, .damaged, "\(name): \(error)")
                session.rollback()
                XCTAssertEqual(contents(session, rowLimit: rowLimit).values, before.values, name)
            }
            let problems = try FileCheck.run(database).problems
            for problem in problems { XCTAssertEqual(problem.code, .damaged, "\(name): \(problem)") }
            if !before.errors.isEmpty { return hasWritten ? "read in part, written" : "read in part" }
            return problems.isEmpty ? "nothing noticed" : "the check noticed"
        } catch {
            XCTAssertTrue([.damaged, .notADatabase, .formatTooNew].contains(error.code), "\(name): \(error)")
            return "not opened"
        }
    }

    /// A transaction that comes by every tree.
    private func writeOnce(_ session: Session) throws(StorageError) -> Bool {
        try session.beginWrite()
        guard let persons = session.table("Person"), let events = session.table("Event") else { return false }
        let row = try persons.insert(key: .text("somebody new"))
        try persons.set(row, 3, .data([UInt8](repeating: 1, count: 2_000)))
        try persons.set(RowID(9), 1, .int(50))
        try persons.set(RowID(9), 2, .text("another name"))
        try persons.listRemoveAll(RowID(4), 6)
        try persons.listInsert(row, 5, at: 0, [.link(RowID(2)), .link(row)])
        try events.set(RowID(5), 1, .link(row))
        try persons.delete(RowID(1))
        try persons.delete(RowID(10))
        try session.commit()
        return true
    }
}

extension StoreDamageTests {
    /// A snapshot whose classes cannot be read is not held: the next try fails too, and nobody writes upon an empty store.
    func testPin_afterItFailed_failsAgain() throws {
        let file = MemoryFile(name: "classes")
        let session = try Session(database: try openMemory(file))
        try session.beginWrite()
        try session.adopt([ClassDefinition(name: "A", columns: [ColumnDefinition(name: "n", type: .int64)])])
        try session.commit()
        let page = Int(try XCTUnwrap(session.pinned).roots.classes.reference.page.rawValue)
        session.unpin()
        var bytes = file.bytes
        bytes[page * 512 + 100] ^= 1
        let damaged = try Session(
            database: try openMemory(try MemoryFile(name: "damaged", bytes: bytes), boot: 2))
        for _ in 0..<2 {
            XCTAssertEqual(code { try damaged.pin() }, .damaged)
            XCTAssertFalse(damaged.isPinned)
            XCTAssertEqual(code { try damaged.beginWrite() }, .damaged)
            XCTAssertFalse(damaged.isWriting)
        }
    }
}
