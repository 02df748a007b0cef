import QuireStorage
import XCTest

@testable import Quire

/// Lists that hold links to keys which nobody has brought yet: they are invisible, and keep their places.
final class WaitingLinkTests: LibraryTestCase {
    /// A shelf with the books 1, 2, 3, between which links to the keys 10, 20, 30 wait: 1 10 2 20 30 3.
    private func makeShelf(_ realm: Realm) throws -> LibraryShelf {
        let shelf = try makeShelf(realm, books: 3)
        let books = realm.context.binding(LibraryBook.self).table
        let place = try XCTUnwrap(shelf.books.place)
        try realm.write {
            let first = try books.findOrReserve(key: .int(10))
            let rest = [try books.findOrReserve(key: .int(20)), try books.findOrReserve(key: .int(30))]
            try place.table.listInsert(place.row, place.column, at: 2, rest.map { .link($0) })
            try place.table.listInsert(place.row, place.column, at: 1, [.link(first)])
        }
        return shelf
    }

    /// The books and what arrived between them.
    private func arrive(_ realm: Realm, _ shelf: LibraryShelf) throws -> [Int] {
        try realm.write { for id in [10, 20, 30] { realm.add(LibraryBook(id)) } }
        return shelf.books.map(\.id)
    }

    func testWaitingLinks_areNotSeen() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        XCTAssertEqual(shelf.books.count, 3)
        XCTAssertEqual(shelf.books.map(\.id), [1, 2, 3])
        XCTAssertEqual(shelf.books.values(\.id), [1, 2, 3])
        XCTAssertEqual(shelf.books.indices.map { shelf.books[$0].id }, [1, 2, 3])
        XCTAssertEqual(realm.objects(LibraryBook.self).map(\.id), [1, 2, 3])
        XCTAssertEqual(try arrive(realm, shelf), [1, 10, 2, 20, 30, 3])
    }

    func testReverse_waitingLinks_stayInTheList() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write { shelf.books.reverse() }
        XCTAssertEqual(shelf.books.map(\.id), [3, 2, 1])
        let arrived = try arrive(realm, shelf)
        XCTAssertEqual(arrived.filter { $0 < 10 }, [3, 2, 1])
        XCTAssertEqual(arrived.filter { $0 >= 10 }.sorted(), [10, 20, 30])
    }

    func testSort_waitingLinks_stayInTheList() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write { shelf.books.sort { ($0.id + 1) % 3 < ($1.id + 1) % 3 } }
        XCTAssertEqual(shelf.books.map(\.id), [2, 3, 1])
        let arrived = try arrive(realm, shelf)
        XCTAssertEqual(arrived.filter { $0 < 10 }, [2, 3, 1])
        XCTAssertEqual(arrived.filter { $0 >= 10 }.sorted(), [10, 20, 30])
    }

    func testEdits_takeNoWaitingLink() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write {
            shelf.books.swapAt(0, 2)
            shelf.books.insert(LibraryBook(4), at: 1)
            shelf.books.removeSubrange(2..<3)
            shelf.books.append(LibraryBook(5))
        }
        XCTAssertEqual(shelf.books.map(\.id), [3, 4, 1, 5])
        XCTAssertEqual(Set(try arrive(realm, shelf)), [1, 3, 4, 5, 10, 20, 30])
    }

    func testRemoveAllAndAssignment_dropWaitingLinks() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write { shelf.books.removeAll() }
        XCTAssertEqual(try arrive(realm, shelf), [])
    }
}
