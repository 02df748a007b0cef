// A store under thousands of small transactions: it keeps its size, and the free bitmap grows and does without.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class ChurnTests: PageTestCase {
    private static let definition = ClassDefinition(
        name: "Item",
        columns: [
            ColumnDefinition(name: "id", type: .text), ColumnDefinition(name: "balance", type: .double),
            ColumnDefinition(name: "next", type: .link, isOptional: true, target: "Item"),
        ], primaryKey: 0)

    private func insert(_ number: Int, _ table: Table, _ keys: inout [Value], _ random: inout SeededGenerator) throws {
        let key = Value.text("I\(number)")
        let row = try table.insert(key: key)
        try table.set(row, 1, .double(Double(number)))
        if !keys.isEmpty, let other = try table.find(key: keys[random.below(keys.count)]) {
            try table.set(row, 2, .link(other))
        }
        keys.append(key)
    }

    /// Half of the transactions set a value, a quarter inserts, a quarter deletes.
    private func churn(
        _ session: Session, transactions: Int, _ keys: inout [Value], _ next: inout Int,
        _ random: inout SeededGenerator
    ) throws {
        let table = try XCTUnwrap(session.table("Item"))
        for step in 0..<transactions {
            try session.beginWrite()
            switch step % 4 {
            case 0, 2:
                if let row = try table.find(key: keys[random.below(keys.count)]) {
                    try table.set(row, 1, .double(Double(step)))
                }
            case 1:
                try insert(next, table, &keys, &random)
                next += 1
            default:
                let place = random.below(keys.count)
                if let row = try table.find(key: keys[place]) { try table.delete(row) }
                keys.swapAt(place, keys.count - 1)
                keys.removeLast()
            }
            try session.commit()
        }
    }

    func testSmallTransactions_acrossALeafOfTheBitmap_keepTheFileWholeAndItsSize() throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let file = MemoryFile(name: "churn \(seed)")
            var options = Database.Options()
            options.pageSize = 512
            let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
            let session = try Session(database: database)
            var keys: [Value] = []
            var next = 0
            try session.beginWrite()
            try session.adopt([Self.definition])
            let table = try XCTUnwrap(session.table("Item"))
            // A leaf of the bitmap holds 3,584 pages of 512 bytes; the file begins just below that.
            while database.fileByteCount + session.space.dirtyByteCount < 3_300 * 512 {
                try insert(next, table, &keys, &random)
                next += 1
            }
            try session.commit()
            let before = try database.usedPageCount()
            try churn(session, transactions: 3_000, &keys, &next, &random)
            XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], "seed \(seed)")
            let used = try database.usedPageCount()
            // Splits of leaves that were filled to the brim cost room once; holes in the file stay few.
            XCTAssertLessThan(used, before * 5 / 4, "seed \(seed)")
            XCTAssertLessThan(database.states.newest.pageCount, used * 4 / 3, "seed \(seed)")
            XCTAssertEqual(try table.count, keys.count, "seed \(seed)")
        }
    }
}
