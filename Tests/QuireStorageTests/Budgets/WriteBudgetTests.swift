// What a commit writes, and when pages of old snapshots come back, seen from a session over a store with data.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class WriteBudgetTests: PageTestCase {
    func testCommit_ofOneInsertedItem_isOneRunOneSlotOneSyncOneRecord() throws {
        let file = RecordingFile(MemoryFile(name: "recorded", wantsSlack: true))
        let database = try openMemory(file, pageSize: 4096)
        let store = try LoadedStore(database, itemCount: 10_000)
        let session = try Session(database: database)
        try insertItem(session, store.itemCount)
        var largeCommits = 0
        for number in 1...30 {
            file.clear()
            try insertItem(session, store.itemCount + number)
            let operations = file.operations
            guard operations.count == 4, case .write(let run, let nodes) = operations[0],
                case .write(let slot, let block) = operations[1], case .write(let place, let record) = operations[3]
            else { return XCTFail("commit \(number): \(operations.map(Self.summary))") }
            XCTAssertGreaterThanOrEqual(run, FileLayout.headByteCount)
            XCTAssertEqual(nodes.count % 4096, 0)
            // Rows, key, and inverse with the nodes above them; directory, classes and the free bitmap.
            if nodes.count / 4096 > 14 { largeCommits += 1 }
            XCTAssertTrue([16_384, 32_768, 49_152].contains(slot))
            XCTAssertEqual(block.count, 4096)
            XCTAssertEqual(operations[2], .sync(.data))
            XCTAssertEqual(record.count, 32)
            XCTAssertEqual(place, (slot / 16_384 % 3 + 1) * 16_384 + PublishRecord.offset)
        }
        // One commit in sixteen may move other nodes along, to keep long free runs; in one run, too.
        XCTAssertLessThanOrEqual(largeCommits, 2)
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [])
    }

    func testCommit_ofAnEmptyTransaction_writesNothing() throws {
        let file = RecordingFile(MemoryFile(name: "recorded", wantsSlack: true))
        let database = try openMemory(file, pageSize: 4096)
        let store = try LoadedStore(database, itemCount: 1_000)
        let session = try Session(database: database)
        try insertItem(session, store.itemCount)
        let transaction = database.newestTransaction
        file.clear()
        try session.beginWrite()
        try session.commit()
        // One that reads and one that is rolled back write nothing either.
        try session.beginWrite()
        XCTAssertEqual(try session.table("Item")?.count, 1_001)
        try session.commit()
        try session.beginWrite()
        _ = try session.table("Item")?.insert(key: .int(-1))
        session.rollback()
        XCTAssertEqual(file.operations.map(Self.summary), [])
        XCTAssertEqual(database.newestTransaction, transaction)
    }

    private static func summary(_ operation: RecordingFile.Operation) -> String {
        switch operation {
        case .write(let offset, let bytes): "write \(bytes.count) at \(offset)"
        case .truncate(let byteCount): "truncate to \(byteCount)"
        case .sync(let kind): "sync \(kind)"
        case .failedSync: "failed sync"
        }
    }

    private func insertItem(_ session: Session, _ number: Int) throws {
        try session.beginWrite()
        let items = try XCTUnwrap(session.table("Item"))
        let product = try XCTUnwrap(try session.table("Product")?.find(key: .text(LoadedStore.productKey(7))))
        let row = try items.insert(key: .int(Int64(number)))
        try items.set(row, 1, .double(1))
        try items.set(row, 2, .link(product))
        try session.commit()
    }

    // MARK: Snapshots

    /// The pages that a session's snapshot uses.
    private func usedPages(_ session: Session) throws -> Set<Int> {
        let bitmap = try session.database.freeBitmap(of: session.snapshot)
        return Set((0..<bitmap.pageCount).filter { !bitmap.isFree($0) })
    }

    func testUnpin_ofTheOlderOfTwo_makesThePagesThatOnlyItSawUsable() throws {
        let database = try openMemory(MemoryFile(name: "pins"), pageSize: 512)
        let store = try LoadedStore(database, itemCount: 2_000)
        let first = try Session(database: database)
        try first.pin()
        let writer = try Session(database: database)
        func change(_ round: Int) throws {
            try writer.beginWrite()
            let items = try XCTUnwrap(writer.table("Item"))
            for step in 0..<2 {
                let row = RowID(UInt64((round * 2 + step) * 17 % store.itemCount + 1))
                try items.set(row, 1, .double(Double(-round)))
            }
            try writer.commit()
        }
        for round in 0..<1_000 { try change(round) }
        let second = try Session(database: database)
        try second.pin()
        for round in 0..<10 { try change(round) }
        let beforeNewest = try Session(database: database)
        try beforeNewest.pin()
        try change(11)

        let onlyFirst = try usedPages(first).subtracting(usedPages(second)).subtracting(usedPages(beforeNewest))
            .subtracting(usedPages(writer))
        beforeNewest.unpin()
        let whileBothArePinned = try database.usablePageCount()
        XCTAssertEqual(try first.table("Item")?.value(RowID(1), 1), .double(0))
        first.unpin()
        XCTAssertEqual(try database.usablePageCount() - whileBothArePinned, onlyFirst.count)
        XCTAssertGreaterThan(onlyFirst.count, 50)

        let length = database.fileByteCount
        for round in 0..<200 { try change(round) }
        XCTAssertEqual(database.fileByteCount, length)
        second.unpin()
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [])
    }
}
