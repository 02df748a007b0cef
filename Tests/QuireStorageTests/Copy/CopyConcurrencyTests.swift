// Copies made while a writer commits: each is one whole state.

import Foundation
import QuireTestSupport
import Synchronization
import XCTest

@testable import QuireStorage

final class CopyConcurrencyTests: CopyTestCase {
    private static let accounts = 200
    private static let definition = ClassDefinition(
        name: "Account",
        columns: [
            ColumnDefinition(name: "id", type: .int64),
            ColumnDefinition(name: "amount", type: .int64, isIndexed: true),
            ColumnDefinition(name: "note", type: .text),
            ColumnDefinition(name: "others", type: .list, elementType: .link, target: "Account"),
        ], primaryKey: 0)

    private struct Progress {
        var isDone = false
        var commits = 0
        var errors: [String] = []
    }

    private final class Shared: Sendable {
        let progress = Mutex(Progress())
    }

    /// The amounts always sum up to zero; each commit moves some, and rewrites notes and lists of all sizes.
    func testWriteCopy_besideAWriter_isOneStateEach() throws {
        let path = try temporaryPath()
        var options = Database.Options()
        options.pageSize = 512
        let database = try Database.open(.file(path: path), options)
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt([Self.definition])
        let table = try XCTUnwrap(session.table("Account"))
        for number in 0..<Self.accounts { _ = try table.insert(key: .int(Int64(number))) }
        try session.commit()

        let shared = Shared()
        let done = DispatchGroup()
        done.enter()
        Thread.detachNewThread {
            do { try Self.write(database, shared) } catch { shared.progress.withLock { $0.errors.append("\(error)") } }
            done.leave()
        }
        var commits: [Int] = []
        for number in 0..<12 {
            let place = path + ".copy\(number)"
            let before = shared.progress.withLock { $0.commits }
            let snapshot = try database.pin()
            try database.writeCopy(of: snapshot, to: place)
            database.unpin(snapshot)
            commits.append(shared.progress.withLock { $0.commits } - before)
            let copied = try Database.open(.file(path: place), options)
            try checkIsPacked(copied, "copy \(number)")
            let reader = try Session(database: copied)
            try reader.pin()
            let accounts = try XCTUnwrap(reader.table("Account"))
            var sum: Int64 = 0
            var row = try accounts.next(after: nil)
            while let current = row {
                if case .int(let amount) = try accounts.value(current, 1) { sum += amount }
                row = try accounts.next(after: current)
            }
            XCTAssertEqual(sum, 0, "copy \(number)")
            XCTAssertEqual(try accounts.count, Self.accounts)
        }
        shared.progress.withLock { $0.isDone = true }
        done.wait()
        XCTAssertEqual(shared.progress.withLock { $0.errors }, [])
        print("commits during each copy: \(commits)")
        XCTAssertGreaterThan(commits.reduce(0, +), 0, "the writer went on")
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [])
    }

    private static func write(_ database: Database, _ shared: Shared) throws {
        let session = try Session(database: database)
        var random = SeededGenerator(seed: 9)
        while !shared.progress.withLock({ $0.isDone }) {
            try session.beginWrite()
            guard let table = session.table("Account") else { return }
            for _ in 0..<20 {
                let rows = (0..<2).map { _ in RowID(UInt64(1 + random.below(accounts))) }
                for (row, change) in zip(rows, [1, -1] as [Int64]) {
                    guard case .int(let amount) = try table.value(row, 1) else { continue }
                    try table.set(row, 1, .int(amount + change * 10))
                    try table.set(row, 2, .text(String(repeating: "n", count: random.below(2_000))))
                }
                if random.below(4) == 0 { try table.listRemoveAll(rows[0], 3) }
                try table.listInsert(rows[0], 3, at: 0, (0..<random.below(40)).map { _ in .link(rows[1]) })
            }
            try session.commit()
            shared.progress.withLock { $0.commits += 1 }
        }
    }
}
