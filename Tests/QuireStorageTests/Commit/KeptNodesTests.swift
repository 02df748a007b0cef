// The nodes of a commit, which stay in memory for the transaction that changes them again.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class KeptNodesTests: PageTestCase {
    private func setBalance(_ balance: Double, of row: UInt64, _ session: Session) throws {
        let items = try XCTUnwrap(session.table("Item"))
        try items.set(RowID(row), 1, .double(balance))
    }

    private func commit(_ balance: Double, of row: UInt64, _ session: Session) throws {
        try session.beginWrite()
        try setBalance(balance, of: row, session)
        try session.commit()
    }

    /// The balances of the first rows as a session sees them that has just been opened.
    private func balances(_ database: Database) throws -> [Value] {
        let session = try Session(database: database)
        try session.pin()
        let items = try XCTUnwrap(session.table("Item"))
        return try (1...3).map { try items.value(RowID($0), 1) }
    }

    private func makeStore() throws -> (MemoryFile, Database) {
        let file = MemoryFile(name: "kept", wantsSlack: true)
        let database = try openMemory(file, pageSize: 512)
        _ = try LoadedStore(database, itemCount: 500)
        return (file, database)
    }

    private func requireWhole(_ file: MemoryFile, _ values: [Value]) throws {
        let copy = try openMemory(try MemoryFile(name: "copy", bytes: file.bytes), pageSize: 512, boot: 2)
        XCTAssertEqual(try balances(copy), values)
        XCTAssertEqual(try FileCheck.run(copy).problems.map(\.message), [])
    }

    func testWrite_afterOwnCommit_takesWhatItWroteAndNotWhatItRolledBack() throws {
        let (file, database) = try makeStore()
        let session = try Session(database: database)
        try commit(10, of: 1, session)
        try commit(20, of: 2, session)
        try session.beginWrite()
        try setBalance(-1, of: 1, session)
        try setBalance(-3, of: 3, session)
        session.rollback()
        XCTAssertEqual(try balances(database).prefix(2), [.double(10), .double(20)])
        try commit(30, of: 3, session)
        try requireWhole(file, [.double(10), .double(20), .double(30)])
    }

    func testWrite_afterACommitOfSomebodyElse_takesTheirNodes() throws {
        let (file, database) = try makeStore()
        let (first, second) = (try Session(database: database), try Session(database: database))
        for round in 0..<20 {
            try commit(Double(round), of: 1, first)
            try commit(Double(100 + round), of: 2, second)
            try commit(Double(200 + round), of: 3, round % 2 == 0 ? first : second)
        }
        try requireWhole(file, [.double(19), .double(119), .double(219)])
    }

    func testWrite_afterACommitThatFailed_beginsWithTheStateBefore() throws {
        let memory = MemoryFile(name: "kept", wantsSlack: true)
        let file = FailingFile(memory)
        let database = try openMemory(file, pageSize: 512)
        _ = try LoadedStore(database, itemCount: 500)
        let session = try Session(database: database)
        try commit(1, of: 1, session)
        try commit(2, of: 2, session)
        for call in 0..<3 {
            var plan = FailingFile.Plan()
            plan.failingCall = call
            file.set(plan)
            XCTAssertThrowsError(try commit(-1, of: 1, session))
            file.set(FailingFile.Plan())
            try commit(Double(call), of: 3, session)
            try requireWhole(memory, [.double(1), .double(2), .double(Double(call))])
        }
    }
}
