import Foundation
import Quire
import XCTest

final class ResultsTests: LibraryTestCase {
    private func addBooks(_ realm: Realm, _ books: [LibraryBook]) throws {
        try realm.write { realm.add(books) }
    }

    func testObjects_areLive() throws {
        let realm = try makeRealm()
        let books = realm.objects(LibraryBook.self)
        XCTAssertTrue(books.isEmpty)
        XCTAssertNil(books.first)
        XCTAssertNil(books.last)
        try realm.write {
            realm.add(LibraryBook(1, "One"))
            XCTAssertEqual(books.count, 1, "live inside the write")
        }
        try addBooks(realm, [LibraryBook(2, "Two")])
        XCTAssertEqual(books.values(\.id), [1, 2])
        XCTAssertEqual(books.first?.title, "One")
        XCTAssertEqual(books.last?.title, "Two")
        XCTAssertEqual(books[1].id, 2)
        XCTAssertEqual(books.index(of: books[1]), 1)
        XCTAssertNil(books.index(of: LibraryBook(1)))
        XCTAssertEqual(books.realm, realm)
        XCTAssertEqual(books, realm.objects(LibraryBook.self))
    }

    func testIteration_deletingMeanwhile_visitsEveryObjectOnce() throws {
        let realm = try makeRealm()
        try addBooks(realm, (1...300).map { LibraryBook($0) })
        let books = realm.objects(LibraryBook.self)
        var seen: [Int] = []
        try realm.write {
            for book in books {
                seen.append(book.id)
                if book.id % 3 == 0 { realm.add(LibraryBook(1000 + book.id)) }
                realm.delete(book)
            }
        }
        XCTAssertEqual(seen, Array(1...300))
        XCTAssertEqual(books.count, 100)
    }

    func testIteration_ofSorted_elementsLeaveTheirPlaceMeanwhile() throws {
        let realm = try makeRealm()
        try addBooks(realm, (1...50).map { LibraryBook($0, pages: $0) })
        let sorted = realm.objects(LibraryBook.self).sorted(by: \.pages)
        var seen: [Int] = []
        try realm.write {
            for book in sorted {
                seen.append(book.id)
                book.pages = 1000 - book.id
            }
        }
        XCTAssertEqual(seen, Array(1...50))
        XCTAssertEqual(sorted.values(\.id), Array((1...50).reversed()))
    }

    func testSorted_isStable_nilAndNaNFirst() throws {
        let realm = try makeRealm()
        try addBooks(
            realm,
            [
                LibraryBook(1, "b", price: 2), LibraryBook(2, "a", price: nil), LibraryBook(3, "b", price: .nan),
                LibraryBook(4, "a", price: -1), LibraryBook(5, "B", price: 2),
            ])
        let books = realm.objects(LibraryBook.self)
        XCTAssertEqual(books.sorted(by: \.price).values(\.id), [2, 3, 4, 1, 5])
        XCTAssertEqual(books.sorted(by: \.price, ascending: false).values(\.id), [1, 5, 4, 3, 2])
        XCTAssertEqual(books.sorted(by: \.title).values(\.id), [5, 2, 4, 1, 3])
        XCTAssertEqual(
            books.sorted(by: [SortDescriptor(keyPath: \LibraryBook.title, ascending: false), "price"]).values(\.id),
            [3, 1, 2, 4, 5])
        XCTAssertEqual(books.sorted(by: \.price).sorted(by: \.title).values(\.id), [5, 2, 4, 3, 1])
        XCTAssertEqual(books.sorted(by: \.shortTitle).values(\.id), [5, 2, 4, 1, 3], "a computed property")
    }

    func testSorted_throughLinks_missingOnesFirst() throws {
        let realm = try makeRealm()
        let books = [LibraryBook(1), LibraryBook(2), LibraryBook(3)]
        books[0].writer = LibraryWriter("Zoe")
        books[1].writer = LibraryWriter("Ada")
        books[1].writer?.mentor = LibraryWriter("Max")
        try addBooks(realm, books)
        let all = realm.objects(LibraryBook.self)
        XCTAssertEqual(all.sorted(by: \.writer?.name).values(\.id), [3, 2, 1])
        XCTAssertEqual(all.sorted(byKeyPath: "writer.name", ascending: false).values(\.id), [1, 2, 3])
        XCTAssertEqual(all.sorted(by: \.writer?.mentor?.name, ascending: false).values(\.id), [2, 1, 3])
    }

    func testSorted_indexLoopInsideWrite_staysRight() throws {
        let realm = try makeRealm()
        try addBooks(realm, (1...20).map { LibraryBook($0, pages: $0) })
        let sorted = realm.objects(LibraryBook.self).sorted(by: \.pages)
        try realm.write {
            let last = sorted[19]
            XCTAssertEqual(last.id, 20)
            last.pages = 0
            XCTAssertEqual(sorted[0].id, 20)
            XCTAssertEqual(sorted[19].id, 19)
            last.pages = 50
            XCTAssertEqual(sorted[19].id, 20)
            realm.add(LibraryBook(21, pages: -1))
            XCTAssertEqual(sorted[0].id, 21)
            realm.delete(sorted[0])
            XCTAssertEqual(sorted[0].id, 1)
        }
    }

    func testValues_readColumnsAndLinks() throws {
        let realm = try makeRealm()
        let books = [LibraryBook(1, "One", price: 1.5, pages: 3), LibraryBook(2, "Two")]
        books[0].writer = LibraryWriter("Ada")
        books[0].writer?.born = Date(timeIntervalSinceReferenceDate: 5)
        books[1].genre = .poetry
        try addBooks(realm, books)
        let all = realm.objects(LibraryBook.self)
        XCTAssertEqual(all.values(\.title), ["One", "Two"])
        XCTAssertEqual(all.values(\.price), [1.5, nil])
        XCTAssertEqual(all.values(\.genre), [.novel, .poetry])
        XCTAssertEqual(all.values(\.isLent), [false, false])
        XCTAssertEqual(all.values(\.writer?.name), ["Ada", nil])
        XCTAssertEqual(all.values(\.writer?.born), [Date(timeIntervalSinceReferenceDate: 5), nil])
        XCTAssertEqual(all.values(\.writer).map { $0?.name }, ["Ada", nil])
        XCTAssertEqual(all.values(\.title.count), [3, 3])
        XCTAssertEqual(all.values(\.shortTitle), ["O", "T"])
        XCTAssertEqual(all.values(\.sameTitle), ["One", "Two"])
        XCTAssertEqual(all.values(\.shelves.count), [0, 0])
    }

    /// A computed property may have an answer where what it is computed from is nil or out of bounds, and need not have one
    /// for values that no object has.
    func testComputedProperties_areAskedOfTheObjects() throws {
        let realm = try makeRealm()
        let ada = LibraryWriter("Ada")
        let books = [
            LibraryBook(1, price: 0.5, pages: 10), LibraryBook(2, price: nil, pages: 20),
            LibraryBook(3, price: 2.5, pages: 30),
        ]
        books[2].writer = ada
        books[1].isLent = true
        try addBooks(realm, books)
        let all = realm.objects(LibraryBook.self)
        XCTAssertEqual(all.values(\.priceOrOne), [0.5, 1, 2.5])
        XCTAssertEqual(all.sorted(by: \.priceOrOne).values(\.id), [1, 2, 3])
        XCTAssertEqual(all.sum(of: \.priceOrOne), 4)
        XCTAssertEqual(all.values(\.knownPrice), [0.5, 9, 2.5])
        XCTAssertEqual(all.sorted(by: \.knownPrice, ascending: false).values(\.id), [2, 3, 1])
        XCTAssertEqual(all.max(of: \.knownPrice), 9)
        XCTAssertEqual(all.values(\.writerName), ["nobody", "nobody", "Ada"])
        XCTAssertEqual(all.sorted(by: \.writerName).values(\.id), [3, 1, 2])
        XCTAssertEqual(all.values(\.atLeastTwenty), [20, 20, 30])
        XCTAssertEqual(all.sum(of: \.atLeastTwenty), 70)
        XCTAssertEqual(all.values(\.format), ["small", "middle", "large"])
        XCTAssertEqual(all.sorted(by: \.format).values(\.id), [3, 2, 1])
        XCTAssertEqual(ada.books.values(\.format), ["large"])
    }

    func testAggregates_leaveOutNilAndNaN() throws {
        let realm = try makeRealm()
        let books = realm.objects(LibraryBook.self)
        XCTAssertNil(books.min(of: \.pages))
        XCTAssertNil(books.average(of: \.pages))
        XCTAssertEqual(books.sum(of: \.pages), 0)
        try addBooks(
            realm,
            [
                LibraryBook(1, price: 2.5, pages: 10), LibraryBook(2, price: nil, pages: -4),
                LibraryBook(3, price: 1.5, pages: 3), LibraryBook(4, price: .nan, pages: 3),
            ])
        XCTAssertEqual(books.min(of: \.pages), -4)
        XCTAssertEqual(books.max(of: \.pages), 10)
        XCTAssertEqual(books.sum(of: \.pages), 12)
        XCTAssertEqual(books.average(of: \.pages), 3)
        XCTAssertEqual(books.min(of: \.price), 1.5)
        XCTAssertEqual(books.max(of: \.price), 2.5)
        try realm.write { realm.delete(books[3]) }
        XCTAssertEqual(books.sum(of: \.price), 4)
        XCTAssertEqual(books.average(of: \.price), 2)
    }

    func testSum_beyondItsType_isAnErrorOfTheScope() throws {
        let realm = try makeRealm()
        try addBooks(realm, [LibraryBook(1, pages: .max), LibraryBook(2, pages: 1)])
        let books = realm.objects(LibraryBook.self)
        XCTAssertThrowsError(try realm.read { books.sum(of: \.pages) }) { error in
            XCTAssertEqual((error as? Realm.Error)?.code.name, "valueOutOfRange")
        }
        XCTAssertEqual(books.average(of: \.pages), 0x1p62)
        try realm.write {
            books[1].title = "kept"
            XCTAssertThrowsError(try realm.read { books.sum(of: \.pages) })
        }
        XCTAssertEqual(books[1].title, "kept", "reading failed, and nothing else")
    }

    func testSlices_showTheirPart_andTakeAsManyElements() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 5)
        let books = realm.objects(LibraryBook.self)
        XCTAssertEqual(books[1..<3].map(\.id), [2, 3])
        XCTAssertEqual(books.prefix(2).map(\.id), [1, 2])
        XCTAssertEqual(shelf.books[3...].map(\.id), [4, 5])
        XCTAssertEqual(shelf.books.dropLast(4).map(\.id), [1])
        try realm.write {
            shelf.numbers.append(objectsIn: [5, 4, 3, 2])
            shelf.numbers[1..<3] = shelf.numbers[2..<4]
        }
        XCTAssertEqual(Array(shelf.numbers), [5, 3, 2, 2])
    }

    func testFilter_closure_isLazy() throws {
        let realm = try makeRealm()
        try addBooks(realm, (1...10).map { LibraryBook($0, pages: $0) })
        let long = realm.objects(LibraryBook.self).filter { $0.pages > 7 }
        XCTAssertEqual(long.map(\.id), [8, 9, 10])
        let array = Array(realm.objects(LibraryBook.self).filter { $0.pages < 3 })
        XCTAssertEqual(array.map(\.id), [1, 2])
        try realm.write { realm.delete(realm.objects(LibraryBook.self)[9]) }
        XCTAssertEqual(Array(long.map(\.id)), [8, 9], "it shows the current state")
    }

    func testDescription_results_hasRealmsForm() throws {
        let realm = try makeRealm()
        try realm.write { realm.add(LibraryWriter("Ada")) }
        let text = realm.objects(LibraryWriter.self).description
        let form = /Results<LibraryWriter> <0x[0-9a-f]+> \(\n\t\[0\] LibraryWriter \{\n\t\t/
        XCTAssertNotNil(text.prefixMatch(of: form), text)
        XCTAssertTrue(text.hasSuffix("\n\t}\n)"), text)
    }

    func testRandomAccess_matchesIteration() throws {
        let realm = try makeRealm()
        try addBooks(realm, (0..<500).map { LibraryBook($0, pages: $0 * 7919 % 500) })
        let sorted = realm.objects(LibraryBook.self).sorted(by: \.pages)
        XCTAssertEqual(sorted.indices.map { sorted[$0].pages }, Array(0..<500))
        XCTAssertEqual(sorted[100..<103].map(\.pages), [100, 101, 102])
        XCTAssertEqual(sorted.reversed().first?.pages, 499)
    }
}

extension LibraryBook {
    fileprivate var priceOrOne: Double { price ?? 1 }
    fileprivate var knownPrice: Double? { price ?? (isLent ? 9 : nil) }
    fileprivate var writerName: String { writer?.name ?? "nobody" }
    fileprivate var atLeastTwenty: Int { max(pages, 20) }
    fileprivate var format: String { ["small", "middle", "large"][pages / 10 - 1] }
}
