// An object that nobody holds may be given again for another row; one that somebody holds in any way never is.
import Foundation
import Quire
import XCTest

final class AccessorReuseTests: LibraryTestCase {
    private func book(_ id: Int, _ realm: Realm) throws -> LibraryBook {
        try XCTUnwrap(realm.object(ofType: LibraryBook.self, forPrimaryKey: id))
    }

    func testLookup_heldObject_staysOnItsRow() throws {
        let realm = try makeRealm()
        _ = try makeShelf(realm, books: 3)
        let first = try book(1, realm)
        let second = try book(2, realm)
        XCTAssertEqual(try book(3, realm).title, "Book 3")
        XCTAssertEqual(realm.objects(LibraryBook.self)[2].title, "Book 3")
        XCTAssertEqual([first.title, second.title], ["Book 1", "Book 2"])
        XCTAssertEqual([first.id, second.id], [1, 2])
    }

    func testLookup_objectHeldWeaklyOrInAClosure_isNotGivenForAnotherRow() throws {
        let realm = try makeRealm()
        _ = try makeShelf(realm, books: 2)
        weak var weakBook: LibraryBook?
        try inScope {
            let found = try book(1, realm)
            weakBook = found
            XCTAssertEqual(weakBook?.title, "Book 1")
        }
        XCTAssertEqual(try book(2, realm).title, "Book 2")
        if let weakBook { XCTAssertEqual(weakBook.title, "Book 1") }
        let other = try book(2, realm)
        let title = { [unowned other] in other.title }
        XCTAssertEqual(try book(1, realm).title, "Book 1")
        XCTAssertEqual(title(), "Book 2")
        XCTAssertEqual(other.title, "Book 2")
    }

    func testLookup_heldCollection_keepsItsObjectsRow() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 2)
        try realm.write { shelf.books.append(shelf.books[1]) }
        let inverse = try book(1, realm).shelves
        XCTAssertEqual(try book(2, realm).shelves.count, 2)
        XCTAssertEqual(inverse.count, 1)
        XCTAssertEqual(inverse.first?.id, 1)
    }

    func testLookup_inWrites_changesTheRowThatWasFound() throws {
        let realm = try makeRealm()
        _ = try makeShelf(realm, books: 3)
        try realm.write {
            for id in 1...3 { try book(id, realm).pages = 100 * id }
        }
        XCTAssertEqual(realm.objects(LibraryBook.self).values(\.pages), [100, 200, 300])
        try? realm.write {
            realm.delete(try book(1, realm))
            XCTAssertNil(realm.object(ofType: LibraryBook.self, forPrimaryKey: 1))
            XCTAssertEqual(try book(2, realm).pages, 200)
            throw CancellationError()
        }
        XCTAssertEqual(try book(1, realm).pages, 100)
        realm.invalidate()
        XCTAssertEqual(try book(3, realm).pages, 300)
    }

    func testRealm_thatKeptObjects_isLetGo() throws {
        weak var weakRealm: Realm?
        try inScope {
            let realm = try makeRealm()
            _ = try makeShelf(realm, books: 1)
            XCTAssertEqual(try book(1, realm).title, "Book 1")
            XCTAssertEqual(realm.objects(LibraryBook.self)[0].pages, 10)
            weakRealm = realm
        }
        XCTAssertNil(weakRealm)
    }

    func testFirstAndValues_ofInversesAndLinks_showEachRow() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let ada = LibraryWriter("Ada, whose name is longer than a cell")
        let bob = LibraryWriter("Bob")
        try realm.write {
            shelf.books[0].writer = ada
            shelf.books[1].writer = bob
        }
        let books = realm.objects(LibraryBook.self)
        XCTAssertEqual(books.map { $0.shelves.first?.id }, [1, 1, 1])
        XCTAssertEqual(books.map { $0.writer?.books.first?.id }, [1, 2, nil])
        XCTAssertEqual(books.values(\.writer?.name), [ada.name, "Bob", nil])
        XCTAssertEqual(books.values(\.title), ["Book 1", "Book 2", "Book 3"])
        XCTAssertTrue(LibraryWriter("nobody's").books.isEmpty)
    }

    private func inScope(_ body: () throws -> Void) rethrows { try body() }
}
