// What a savepoint brings back besides trees.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class SavepointTests: PageTestCase {
    /// A ghost that nothing links to goes at the commit, also if a savepoint was rolled back after it was made.
    func testUnusedGhost_isDroppedAfterARollbackToAMark() throws {
        let session = try Session(database: try openMemory(MemoryFile(name: "ghosts")))
        try session.beginWrite()
        try session.adopt([
            ClassDefinition(name: "Person", columns: [ColumnDefinition(name: "name", type: .text)], primaryKey: 0)
        ])
        let persons = try XCTUnwrap(session.table("Person"))
        try session.commit()
        for isRolledBack in [false, true] {
            try session.beginWrite()
            _ = try persons.findOrReserve(key: .text("before"))
            let mark = try session.mark()
            _ = try persons.findOrReserve(key: .text("after"))
            if isRolledBack { session.rollback(to: mark) } else { session.release(mark) }
            try session.commit()
            XCTAssertEqual(try persons.ghostCount, 0, "rolled back: \(isRolledBack)")
            XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
        }
    }
}
