import Foundation
import Quire
import XCTest

final class LinkingObjectsTests: LibraryTestCase {
    func testInverse_unmanagedOwner_isEmpty() {
        let book = LibraryBook(1)
        let shelf = LibraryShelf()
        shelf.books.append(book)
        XCTAssertEqual(book.shelves.count, 0)
        XCTAssertNil(book.shelves.first)
        XCTAssertTrue(Array(book.shelves).isEmpty)
        XCTAssertNil(book.shelves.realm)
        XCTAssertFalse(book.shelves.isInvalidated)
        XCTAssertEqual(book.shelves.values(\.id), [])
        XCTAssertNotNil(book.shelves.description.wholeMatch(of: /LinkingObjects<LibraryShelf> <0x[0-9a-f]+> \(\n\)/))
    }

    func testCodable_inverse_throws() {
        let inverse = LibraryBook(1).shelves
        XCTAssertThrowsError(try JSONEncoder().encode(inverse)) { XCTAssertTrue($0 is EncodingError) }
        XCTAssertThrowsError(try JSONDecoder().decode(LinkingObjects<LibraryShelf>.self, from: Data("[]".utf8))) {
            XCTAssertTrue($0 is DecodingError)
        }
    }

    func testInverse_ofLinksAndLists_countsEveryLink() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 2)
        let writer = LibraryWriter("Ada")
        let book = shelf.books[0]
        try realm.write {
            book.writer = writer
            XCTAssertEqual(writer.books.count, 1, "live inside the write")
            shelf.books.append(book)
        }
        XCTAssertEqual(writer.books.first?.id, 1)
        XCTAssertEqual(book.shelves.count, 2, "one entry for each link")
        XCTAssertEqual(book.shelves.values(\.id), [1, 1])
        XCTAssertEqual(shelf.books[1].shelves.count, 1)
        XCTAssertEqual(book.shelves.index(of: shelf), 0)
        try realm.write { shelf.books.remove(at: 0) }
        XCTAssertEqual(book.shelves.count, 1)
        try realm.write { book.writer = nil }
        XCTAssertTrue(writer.books.isEmpty)
    }

    func testIteration_changingLinksMeanwhile_walksWhatWasThere() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 4)
        let writer = LibraryWriter("Ada")
        try realm.write { for book in shelf.books { book.writer = writer } }
        var seen: Set<Int> = []
        try realm.write {
            for book in writer.books {
                seen.insert(book.id)
                book.writer = nil
            }
        }
        XCTAssertEqual(seen, [1, 2, 3, 4])
        XCTAssertEqual(writer.books.count, 0)
    }

    func testSortedInverse_isLive() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let writer = LibraryWriter("Ada")
        try realm.write { for book in shelf.books { book.writer = writer } }
        let sorted = writer.books.sorted(by: \.pages, ascending: false)
        XCTAssertEqual(sorted.values(\.id), [3, 2, 1])
        try realm.write { shelf.books[0].pages = 100 }
        XCTAssertEqual(sorted.values(\.id), [1, 3, 2])
        XCTAssertEqual(writer.books.sum(of: \.pages), 150)
    }

    func testOwnerDeleted_inverse_isInvalidated() throws {
        let realm = try makeRealm()
        let writer = LibraryWriter("Ada")
        try realm.write { realm.add(writer) }
        let books = writer.books
        XCTAssertFalse(books.isInvalidated)
        try realm.write { realm.delete(writer) }
        XCTAssertTrue(books.isInvalidated)
    }
}
