// Sessions on many threads over one database: writers in turn, readers beside them, each with its snapshot.

import Foundation
import QuireTestSupport
import Synchronization
import XCTest

@testable import QuireStorage

final class SessionConcurrencyTests: PageTestCase {
    private static let accounts = ClassDefinition(
        name: "Account",
        columns: [
            ColumnDefinition(name: "id", type: .int64),
            ColumnDefinition(name: "balance", type: .int64, isIndexed: true),
        ], primaryKey: 0)

    private func makeAccounts(_ database: Database, _ count: Int) throws {
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt([Self.accounts])
        let table = try XCTUnwrap(session.table("Account"))
        for id in 0..<count { try table.set(try table.insert(key: .int(Int64(id))), 1, .int(100)) }
        try session.commit()
    }

    private static func sum(_ session: Session) throws(StorageError) -> Int64 {
        guard let table = session.table("Account") else { return -1 }
        var sum: Int64 = 0
        var row: RowID?
        while let next = try table.next(after: row) {
            if case .int(let balance) = try table.value(next, 1) { sum += balance }
            row = next
        }
        return sum
    }

    /// Moves an amount, or a part of it and then everything back to a savepoint.
    private static func move(_ session: Session, _ generator: inout SeededGenerator) throws(StorageError) {
        try session.beginWrite()
        guard let table = session.table("Account") else { return }
        func change(_ id: Int, by amount: Int64) throws(StorageError) {
            guard let row = try table.find(key: .int(Int64(id))), case .int(let old) = try table.value(row, 1) else {
                return
            }
            try table.set(row, 1, .int(old + amount))
        }
        let count = try table.count
        let amount = Int64(generator.below(50))
        if generator.below(4) == 0 {
            let mark = try session.mark()
            try change(generator.below(count), by: amount)
            session.rollback(to: mark)
        }
        try change(generator.below(count), by: amount)
        try change(generator.below(count), by: -amount)
        if generator.below(8) == 0 { session.rollback() } else { try session.commit() }
    }

    func testWritersAndReaders_onThreads_alwaysSeeTheSameSum() throws {
        try overEveryStore { store in
            let database = try store.open()
            try self.makeAccounts(database, 200)
            let failures = Mutex<[String]>([])
            let transfers = 60
            DispatchQueue.concurrentPerform(iterations: 6) { number in
                do throws(StorageError) {
                    let session = try Session(database: database)
                    var generator = SeededGenerator(seed: UInt64(number) + 1)
                    for round in 0..<transfers {
                        if number < 3 {
                            try Self.move(session, &generator)
                        } else {
                            _ = try session.refresh()
                            let before = session.snapshot
                            let first = try Self.sum(session)
                            let second = try Self.sum(session)
                            if first != 20_000 || second != first || session.snapshot != before {
                                failures.withLock { $0.append("reader \(number), round \(round): \(first), \(second)") }
                            }
                            if round % 7 == 0 { session.unpin() }
                        }
                    }
                } catch {
                    failures.withLock { $0.append("thread \(number): \(error)") }
                }
            }
            XCTAssertEqual(failures.withLock { $0 }, [], store.name)
            XCTAssertEqual(try Self.sum(try self.pinned(database)), 20_000)
            XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], store.name)
        }
    }

    private func pinned(_ database: Database) throws -> Session {
        let session = try Session(database: database)
        try session.pin()
        return session
    }
}
