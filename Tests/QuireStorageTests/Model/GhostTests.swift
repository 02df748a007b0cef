// Keys that wait for their object, while the links to them come and go.

import QuireStorage
import QuireTestSupport
import XCTest

final class GhostTests: PageTestCase {
    private static let friends = 6

    private func makeSession() throws -> (session: Session, people: Table) {
        let session = try Session(database: try openMemory(MemoryFile(name: "ghosts")))
        try session.beginWrite()
        try session.adopt(StoreModel.definitions)
        return (session, try XCTUnwrap(session.table("Person")))
    }

    private func assertWhole(_ session: Session) throws {
        XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
    }

    /// Whoever replaces a list by another one knows the ghosts of both before the first link goes.
    func testGhost_thatLosesItsLastLinkAndIsLinkedAgain_stays() throws {
        let (session, people) = try makeSession()
        let row = try people.insert(key: .text("a"))
        let ghost = try people.findOrReserve(key: .text("awaited"))
        let other = try people.findOrReserve(key: .text("another"))
        try people.listInsert(row, Self.friends, at: 0, [.link(other), .link(ghost)])
        try session.commit()
        try session.beginWrite()
        try people.listRemoveAll(row, Self.friends)
        XCTAssertEqual(try people.ghosts().count, 0)
        XCTAssertFalse(try people.isAwaited(ghost))
        try people.listInsert(row, Self.friends, at: 0, [.link(ghost)])
        XCTAssertTrue(try people.isAwaited(ghost))
        try session.commit()
        try assertWhole(session)
        XCTAssertEqual(try people.ghosts().map(\.key), [.text("awaited")])
        try session.beginWrite()
        XCTAssertEqual(try people.insert(key: .text("awaited")), ghost)
        try session.commit()
        XCTAssertEqual(try people.listValues(row, Self.friends), [.link(ghost)])
        try assertWhole(session)
    }

    func testGhost_withoutLinks_goesWithTheTransaction() throws {
        let (session, people) = try makeSession()
        let row = try people.insert(key: .text("a"))
        let ghost = try people.findOrReserve(key: .text("awaited"))
        try people.listInsert(row, Self.friends, at: 0, [.link(ghost), .link(ghost)])
        try session.commit()
        try session.beginWrite()
        // What a savepoint takes back leaves the links as they were.
        let mark = try session.mark()
        try people.listRemoveAll(row, Self.friends)
        session.rollback(to: mark)
        try session.commit()
        XCTAssertEqual(try people.ghosts().map(\.incoming), [2])
        try session.beginWrite()
        try people.listRemoveAll(row, Self.friends)
        XCTAssertEqual(try people.removeGhosts(), 0)
        try session.commit()
        XCTAssertEqual(try people.ghosts().count, 0)
        XCTAssertNil(try people.findWithGhosts(key: .text("awaited")))
        try assertWhole(session)
    }
}
