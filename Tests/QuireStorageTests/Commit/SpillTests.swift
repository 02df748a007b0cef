// Transactions that are larger than the memory they may use.

import QuireStorage
import QuireTestSupport
import XCTest

final class SpillTests: PageTestCase {
    private func openSpilling(_ file: any StorageFile) throws -> NodeForest {
        var options = Database.Options()
        options.spillByteCount = 64 << 10
        return try NodeForest(try Database.open(storage: file, options, system: SimulatedSystem(seed: 2)))
    }

    /// The values that `fill` stores.
    private func expected(_ count: Int, _ salt: Int) -> [UInt64] {
        (0..<count).map { UInt64(20_000 + $0) << 32 | UInt64(UInt8(truncatingIfNeeded: $0 + salt)) }
    }

    private func fill(_ forest: NodeForest, _ count: Int, _ salt: Int) throws {
        for index in 0..<count {
            try forest.setLong(index, byteCount: 20_000 + index, UInt8(truncatingIfNeeded: index + salt))
            try forest.database.spillIfNeeded(forest.space)
            XCTAssertLessThan(forest.space.dirtyByteCount, 100 << 10)
        }
    }

    func testSpill_thenCommit_storesEverything() throws {
        let file = MemoryFile(name: "spill")
        do {
            let forest = try openSpilling(file)
            try forest.write { try $0.plant(100) }
            try forest.write { forest in
                try fill(forest, 100, 1)
                XCTAssertEqual(try forest.values(), expected(100, 1))
            }
            try forest.write { try fill($0, 100, 2) }
            try forest.database.verify(findsLeaks: true)
        }
        let forest = try openSpilling(file)
        XCTAssertEqual(try forest.values(), expected(100, 2))
        // Three times the data: what is current, what was before, and what comes next.
        for round in 0..<3 { try forest.write { try fill($0, 100, round) } }
        let length = forest.database.fileByteCount
        XCTAssertLessThan(length, 7 << 20)
        for round in 3..<8 { try forest.write { try fill($0, 100, round) } }
        XCTAssertEqual(forest.database.fileByteCount, length)
        XCTAssertEqual(try forest.values(), expected(100, 7))
    }

    func testSpill_thenRollback_leavesNoTrace() throws {
        let file = MemoryFile(name: "spill")
        let forest = try openSpilling(file)
        try forest.write { try $0.plant(100) }
        let before = file.bytes.count
        for _ in 0..<3 {
            XCTAssertThrowsError(
                try forest.write { forest in
                    try fill(forest, 100, 1)
                    throw StorageError(.fail, "rolled back")
                })
            XCTAssertEqual(file.bytes.count, before)
            XCTAssertEqual(try forest.values(), [UInt64](repeating: 0, count: 100))
        }
        try forest.write { try $0.set(0, 1) }
        try forest.database.verify(findsLeaks: true)
    }

    func testSpill_thenRollbackToAMark_bringsTheMarkBack() throws {
        let file = MemoryFile(name: "spill")
        let forest = try openSpilling(file)
        try forest.write { try $0.plant(60) }
        try forest.write { forest in
            try fill(forest, 40, 1)
            let values = try forest.values()
            let roots = forest.roots
            let mark = forest.space.mark()
            try fill(forest, 60, 2)
            try forest.set(5, 77)
            forest.space.rollback(to: mark)
            forest.restore(roots)
            XCTAssertEqual(try forest.values(), values)
            let second = forest.space.mark()
            try forest.setLong(50, byteCount: 100, 1)
            forest.space.release(second)
        }
        XCTAssertEqual(Array(try forest.values()[..<40]), expected(40, 1))
        try forest.database.verify(findsLeaks: true)
        try forest.write { try $0.uproot() }
        for _ in 0..<3 { try forest.write { $0.bumpNextTree() } }
        // Everything but the free bitmap is free again: nothing was lost in the rollback.
        let pages = forest.database.fileByteCount / 4096
        XCTAssertGreaterThan(try forest.database.usablePageCount(), pages * 3 / 4)
        let used = try forest.database.usedPageCount()
        XCTAssertEqual(used, 16 + 1)
    }

    /// An index over rows that are there already is as long as they are many.
    func testNewIndex_isWrittenAheadToo() throws {
        let file = MemoryFile(name: "spill")
        var options = Database.Options()
        options.spillByteCount = 100_000
        let session = try Session(
            database: try Database.open(storage: file, options, system: SimulatedSystem(seed: 1)))
        var column = ColumnDefinition(name: "text", type: .text)
        try session.beginWrite()
        try session.adopt([ClassDefinition(name: "Item", columns: [column])])
        let items = try XCTUnwrap(session.table("Item"))
        for number in 0..<20_000 {
            try items.set(try items.insert(key: nil), 0, .text("item \(number * 7919 % 20_000)"))
        }
        try session.commit()
        column.isIndexed = true
        try session.beginWrite()
        try session.adopt([ClassDefinition(name: "Item", columns: [column])])
        XCTAssertLessThan(session.space.dirtyByteCount, 300_000)
        try session.commit()
        XCTAssertEqual(try items.rows(0, equalTo: .text("item 7")).count, 1)
        XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
    }

    func testCommit_whenWritingAheadFails_keepsTheStateBefore() throws {
        let file = FailingFile(MemoryFile(name: "spill"))
        let forest = try openSpilling(file)
        try forest.write { try $0.plant(60) }
        for call in 0..<12 {
            var plan = FailingFile.Plan()
            plan.failingCall = call
            plan.code = call % 2 == 0 ? .fileAccess : .diskFull
            file.set(plan)
            XCTAssertThrowsError(try forest.write { try fill($0, 60, 1) }, "\(call)")
            file.set(FailingFile.Plan())
            XCTAssertEqual(try forest.values(), [UInt64](repeating: 0, count: 60))
            try forest.database.verify(findsLeaks: true)
        }
        try forest.write { try fill($0, 60, 4) }
        XCTAssertEqual(try forest.values(), expected(60, 4))
    }
}
