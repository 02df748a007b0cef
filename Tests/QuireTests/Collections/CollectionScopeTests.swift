import Foundation
import Quire
import QuireTestSupport
import XCTest

/// Collections across scopes: rollback, savepoints, doomed writes, other views of the file.
final class CollectionScopeTests: LibraryTestCase {
    private struct Stop: Error {}

    func testRollback_collections_showTheStateBefore() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let sorted = realm.objects(LibraryBook.self).sorted(by: \.pages, ascending: false)
        XCTAssertEqual(sorted.values(\.id), [3, 2, 1])
        XCTAssertThrowsError(
            try realm.write {
                shelf.books[0].pages = 99
                shelf.books.append(LibraryBook(4, pages: 98))
                shelf.numbers.append(1)
                XCTAssertEqual(sorted.values(\.id), [1, 4, 3, 2])
                throw Stop()
            })
        XCTAssertEqual(sorted.values(\.id), [3, 2, 1])
        XCTAssertEqual(shelf.books.values(\.id), [1, 2, 3])
        XCTAssertTrue(shelf.numbers.isEmpty)
        XCTAssertFalse(shelf.books.isInvalidated)
    }

    func testNestedRollback_sorted_isComputedAgain() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let sorted = realm.objects(LibraryBook.self).sorted(by: \.pages, ascending: false)
        try realm.write {
            XCTAssertEqual(sorted.values(\.id), [3, 2, 1])
            try? realm.nested {
                shelf.books[0].pages = 99
                XCTAssertEqual(sorted.values(\.id), [1, 3, 2])
                throw Stop()
            }
            XCTAssertEqual(sorted.values(\.id), [3, 2, 1])
        }
    }

    func testListMadeInARolledBackWrite_isInvalidated() throws {
        let realm = try makeRealm()
        let shelf = LibraryShelf()
        let books = shelf.books
        try? realm.write {
            realm.add(shelf)
            books.append(LibraryBook(1))
            throw Stop()
        }
        try realm.write { realm.create(LibraryShelf.self, value: ["id": 5]) }
        XCTAssertTrue(books.isInvalidated)
        XCTAssertTrue(shelf.numbers.isInvalidated)
    }

    func testInvalidate_collections_areInvalidated() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 2)
        let books = shelf.books
        let shelves = books[0].shelves
        let results = realm.objects(LibraryBook.self)
        let sorted = results.sorted(by: \.id)
        realm.invalidate()
        XCTAssertTrue(books.isInvalidated)
        XCTAssertTrue(shelves.isInvalidated)
        XCTAssertTrue(results.isInvalidated)
        XCTAssertTrue(sorted.isInvalidated)
        XCTAssertEqual(realm.objects(LibraryBook.self).count, 2)
    }

    func testDoomedWrite_collectionCalls_areHarmless() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 2)
        let results = realm.objects(LibraryBook.self).sorted(by: \.title)
        XCTAssertThrowsError(
            try realm.write {
                shelf.books.append(LibraryBook(1, "the same key"))
                shelf.books.removeFirst()
                shelf.books.removeLast(2)
                shelf.books.removeSubrange(1...)
                shelf.books.move(from: 0, to: 1)
                shelf.books.move(fromOffsets: [0], toOffset: 2)
                shelf.books[0..<2] = shelf.books[0..<2]
                XCTAssertEqual(results[0..<2].map(\.id).count, 2)
                XCTAssertEqual(shelf.numbers[0..<2].map { $0 + 1 }, [1, 1])
                shelf.books.sort { $0.id > $1.id }
                shelf.numbers.append(1)
                _ = shelf.books[1].title
                _ = results[1].title
                _ = results.values(\.pages)
                for book in results { book.pages = 0 }
                XCTAssertNil(shelf.books.popLast())
            }
        ) { XCTAssertEqual(($0 as? Realm.Error)?.code, .duplicatePrimaryKey) }
        XCTAssertEqual(shelf.books.values(\.id), [1, 2])
        XCTAssertTrue(shelf.numbers.isEmpty)
    }

    func testCopies_scopeDoomedMeanwhile_endWithItsError() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let books = realm.objects(LibraryBook.self)
        func expectClash(_ line: UInt = #line, _ body: () -> Void) {
            XCTAssertThrowsError(try realm.write(body), line: line) {
                XCTAssertEqual(($0 as? Realm.Error)?.code, .duplicatePrimaryKey, line: line)
            }
        }
        expectClash { _ = Array(books.map { realm.create(LibraryBook.self, value: ["id": $0.id]) }) }
        expectClash { _ = Array(books.sorted(by: \.id).map { realm.create(LibraryBook.self, value: ["id": $0.id]) }) }
        expectClash { _ = shelf.books.map { realm.create(LibraryBook.self, value: ["id": $0.id]) } }
        expectClash { _ = Array(shelf.books.lazy.map { realm.create(LibraryBook.self, value: ["id": $0.id]) }) }
        expectClash { _ = Array(books.filter { realm.create(LibraryBook.self, value: ["id": $0.id]).id > 0 }) }
        expectClash { _ = Array(books[0].shelves.map { _ in realm.create(LibraryBook.self, value: ["id": 1]) }) }
        expectClash { for book in books.reversed() { realm.create(LibraryBook.self, value: ["id": book.id]) } }
        XCTAssertEqual(books.count, 3)
    }

    func testDeletedElements_leaveEveryList() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 4)
        try realm.write {
            shelf.books.append(objectsIn: [shelf.books[1], shelf.books[0]])
            realm.delete(shelf.books[1])
        }
        XCTAssertEqual(shelf.books.values(\.id), [1, 3, 4, 1])
        try realm.write { realm.delete(shelf.books) }
        XCTAssertTrue(shelf.books.isEmpty)
        XCTAssertTrue(realm.objects(LibraryBook.self).isEmpty)
    }

    func testAnotherView_seesListsAfterRefresh() throws {
        let name = UUID().uuidString
        let configuration = Realm.Configuration(inMemoryIdentifier: name, objectTypes: Self.types)
        let first = try Realm(configuration: configuration)
        let second = try Realm(configuration: configuration)
        let shelf = try makeShelf(first, books: 2)
        second.refresh()
        let other = try XCTUnwrap(second.object(ofType: LibraryShelf.self, forPrimaryKey: 1))
        let sorted = second.objects(LibraryBook.self).sorted(by: \.pages, ascending: false)
        XCTAssertEqual(sorted.first?.id, 2)
        XCTAssertNotEqual(other.books, shelf.books, "another Realm")
        try first.write {
            shelf.books[0].pages = 50
            shelf.books.append(LibraryBook(3))
        }
        XCTAssertEqual(other.books.count, 2, "a Realm stands still")
        XCTAssertEqual(sorted.first?.id, 2)
        second.refresh()
        XCTAssertEqual(other.books.values(\.id), [1, 2, 3])
        XCTAssertEqual(sorted.first?.id, 1)
    }

    func testLongList_randomEdits_matchArray() throws {
        for seed in UInt64(1)...3 {
            var generator = SeededGenerator(seed: seed)
            let realm = try makeRealm()
            let list = try makeShelf(realm).numbers
            var model = Array(0..<3000)
            try realm.write { list.append(contentsOf: model) }
            for step in 0..<20 {
                try realm.write {
                    for _ in 0..<10 {
                        let edit = ListEdit.random(count: model.count, using: &generator)
                        edit.apply(to: list)
                        edit.apply(to: &model)
                    }
                }
                guard Array(list) == model, list.count == model.count else {
                    return XCTFail("seed \(seed), step \(step)")
                }
            }
        }
    }

    func testWalk_collectionsKept_stayThoseOfTheirObject() throws {
        let realm = try makeRealm()
        try realm.write {
            for id in 1...4 {
                let shelf = LibraryShelf()
                shelf.id = id
                shelf.numbers.append(id * 10)
                shelf.books.append(LibraryBook(id))
                realm.add(shelf)
            }
        }
        var lists: [List<Int>] = []
        var inverses: [LinkingObjects<LibraryShelf>] = []
        var numbers: [Int] = []
        for shelf in realm.objects(LibraryShelf.self) where shelf.id != 2 { lists.append(shelf.numbers) }
        for book in realm.objects(LibraryBook.self) { inverses.append(book.shelves) }
        for shelf in realm.objects(LibraryShelf.self) { numbers.append(contentsOf: shelf.numbers) }
        XCTAssertEqual(lists.map { $0[0] }, [10, 30, 40])
        XCTAssertEqual(inverses.map { $0[0].id }, [1, 2, 3, 4])
        XCTAssertEqual(numbers, [10, 20, 30, 40])
        var instances: Set<ObjectIdentifier> = []
        for shelf in realm.objects(LibraryShelf.self) { instances.insert(ObjectIdentifier(shelf)) }
        XCTAssertEqual(instances.count, 1)
    }

    func testWalk_classWithoutCollections_handsOutOneObjectAgain() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write { for text in ["a", "b", "c"] { shelf.notes.append(LibraryNote(text)) } }
        var texts: [String] = []
        var instances: Set<ObjectIdentifier> = []
        for note in shelf.notes {
            texts.append(note.text)
            instances.insert(ObjectIdentifier(note))
        }
        XCTAssertEqual(texts, ["a", "b", "c"])
        XCTAssertEqual(instances.count, 1)
        let kept = Array(shelf.notes)
        XCTAssertEqual(kept.map(\.text), ["a", "b", "c"])
        var first: LibraryNote?
        for note in shelf.notes where first == nil { first = note }
        XCTAssertEqual(first?.text, "a", "an object that somebody holds stays")
    }
}
