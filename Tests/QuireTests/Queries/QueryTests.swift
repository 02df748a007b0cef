// How queries are written, and how their results live.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class QueryTests: LibraryTestCase {
    /// Books 1…6 by two writers.
    private func makeBooks(_ realm: Realm) throws -> (ada: LibraryWriter, bob: LibraryWriter) {
        let ada = LibraryWriter("Ada")
        let bob = LibraryWriter("Bob")
        bob.mentor = ada
        bob.born = Date(timeIntervalSinceReferenceDate: 100)
        let books = (1...6).map { LibraryBook($0, "Book \($0)", price: $0 == 6 ? nil : Double($0), pages: $0 * 10) }
        for book in books[..<3] { book.writer = ada }
        for book in books[3..<5] { book.writer = bob }
        books[1].isLent = true
        books[2].genre = .poetry
        let shelf = LibraryShelf()
        shelf.books.append(objectsIn: [books[4], books[0], books[4], books[2]])
        try realm.write {
            realm.add(books)
            realm.add(shelf)
        }
        return (ada, bob)
    }

    func testSpellings_ofRealm() throws {
        let realm = try makeRealm()
        let (ada, bob) = try makeBooks(realm)
        let books = realm.objects(LibraryBook.self)
        func ids(_ query: (Query<LibraryBook>) -> Query<Bool>) -> [Int] { books.where(query).values(\.id) }

        XCTAssertEqual(ids { $0.pages == 30 }, [3])
        XCTAssertEqual(ids { $0.pages != 30 }, [1, 2, 4, 5, 6])
        XCTAssertEqual(ids { $0.pages > 30 && $0.pages < 60 }, [4, 5])
        XCTAssertEqual(ids { $0.pages >= 30 && $0.pages <= 40 }, [3, 4])
        XCTAssertEqual(ids { $0.pages == 10 || $0.title == "Book 6" }, [1, 6])
        XCTAssertEqual(ids { !($0.pages > 20) }, [1, 2])
        XCTAssertEqual(ids { $0.isLent }, [2])
        XCTAssertEqual(ids { !$0.isLent }, [1, 3, 4, 5, 6])
        XCTAssertEqual(ids { $0.isLent == true }, [2])
        XCTAssertEqual(ids { ($0.isLent || $0.id == 1) == false }, [3, 4, 5, 6])
        XCTAssertEqual(ids { $0.pages.in([10, 60, 70]) }, [1, 6])
        XCTAssertEqual(ids { $0.title.in(Set(["Book 2", "Book 4"])) }, [2, 4])
        XCTAssertEqual(ids { $0.pages.contains(20...40) }, [2, 3, 4])
        XCTAssertEqual(ids { $0.pages.contains(20..<40) }, [2, 3])
        XCTAssertEqual(ids { $0.price.contains(1.5...4) }, [2, 3, 4], "a range over an optional property")
        XCTAssertEqual(ids { $0.price == nil }, [6])
        XCTAssertEqual(ids { $0.price != nil }, [1, 2, 3, 4, 5])
        XCTAssertEqual(ids { $0.price > 3 }, [4, 5])
        XCTAssertEqual(ids { $0.price > nil }, [], "nothing is larger than nil")
        XCTAssertEqual(ids { $0.price.in([2, nil]) }, [2, 6])
        XCTAssertEqual(ids { $0.genre == .poetry }, [3])
        XCTAssertEqual(ids { $0.genre.in([.poetry, .essay]) }, [3])
        XCTAssertEqual(ids { $0.genre.rawValue == "poetry" }, [3])
        XCTAssertEqual(ids { $0.title.contains("5") }, [5])
        XCTAssertEqual(ids { $0.title.contains("BOOK") }, [])
        XCTAssertEqual(ids { $0.title.contains("BOOK", options: .caseInsensitive) }, [1, 2, 3, 4, 5, 6])
        XCTAssertEqual(ids { $0.title.starts(with: "Book") && $0.title.ends(with: "1") }, [1])
        XCTAssertEqual(
            ids { $0.title.starts(with: "bóok", options: [.caseInsensitive, .diacriticInsensitive]) }.count, 6)
        XCTAssertEqual(ids { $0.title.ends(with: "K 3", options: .caseInsensitive) }, [3])
        XCTAssertEqual(ids { $0.title.equals("book 3", options: .caseInsensitive) }, [3])
        XCTAssertEqual(ids { $0.title.notEquals("book 3", options: .caseInsensitive) }, [1, 2, 4, 5, 6])
        XCTAssertEqual(ids { $0.title < "Book 3" }, [1, 2])
        XCTAssertEqual(ids { $0.writer.name == "Ada" }, [1, 2, 3])
        XCTAssertEqual(ids { $0.writer.name != "Ada" }, [4, 5, 6], "nil is not Ada")
        XCTAssertEqual(ids { $0.writer.mentor.name == "Ada" }, [4, 5])
        XCTAssertEqual(ids { $0.writer.born == nil }, [1, 2, 3, 6], "behind a missing link everything is nil")
        XCTAssertEqual(ids { $0.writer == nil }, [6])
        XCTAssertEqual(ids { $0.writer != nil }, [1, 2, 3, 4, 5])
        XCTAssertEqual(ids { $0.writer == ada }, [1, 2, 3])
        XCTAssertEqual(ids { $0.writer != ada }, [4, 5, 6])
        XCTAssertEqual(ids { $0.writer.in([ada, bob]) }, [1, 2, 3, 4, 5])
        XCTAssertEqual(ids { $0.writer == LibraryWriter("Ada") }, [], "no link leads to what is not stored")
        XCTAssertEqual(ids { $0.writer.books.count == 2 }, [4, 5])
        XCTAssertEqual(ids { $0.shelves.count > 1 }, [5])
        XCTAssertEqual(ids { $0.shelves.count.in([1, 2]) }, [1, 3, 5])
        XCTAssertEqual(ids { $0.pages == $0.id }, [])
        XCTAssertEqual(ids { $0.pages > $0.id }, [1, 2, 3, 4, 5, 6])
        XCTAssertEqual(ids { $0.title != $0.writer.name }.count, 6)
        XCTAssertEqual(realm.objects(LibraryWriter.self).where { $0.books.count >= 2 }.count, 2)
        XCTAssertEqual(realm.objects(LibraryShelf.self).where { $0.books.count == 4 && $0.numbers.count == 0 }.count, 1)
    }

    func testLike_starAndQuestionMark() throws {
        let realm = try makeRealm()
        let titles = ["", "a", "abc", "abcabc", "aXc", "äc", "*", "a*c", "Long title of fifteen and more bytes: abc"]
        try realm.write { for (id, title) in titles.enumerated() { realm.add(LibraryBook(id, title)) } }
        func ids(_ pattern: String, _ ignoresCase: Bool = false) -> [Int] {
            realm.objects(LibraryBook.self).where { $0.title.like(pattern, caseInsensitive: ignoresCase) }.values(\.id)
        }
        XCTAssertEqual(ids(""), [0])
        XCTAssertEqual(ids("*"), Array(titles.indices))
        XCTAssertEqual(ids("a*c"), [2, 3, 4, 7])
        XCTAssertEqual(ids("a?c"), [2, 4, 7])
        XCTAssertEqual(ids("?c"), [5], "one scalar, however many bytes")
        XCTAssertEqual(ids("*abc"), [2, 3, 8])
        XCTAssertEqual(ids("*b*b*"), [3, 8])
        XCTAssertEqual(ids("A?C", true), [2, 4, 7])
        XCTAssertEqual(ids("LONG*ABC", true), [8])
    }

    func testFolding_followsUnicode_inEveryScript() throws {
        let realm = try makeRealm()
        let titles = ["Straße", "STRASSE", "Σίσυφος", "ΣΊΣΥΦΟΣ", "éclair", "e\u{301}clair", "İzmir", "\u{212A}elvin"]
        try realm.write { for (id, title) in titles.enumerated() { realm.add(LibraryBook(id, title)) } }
        func ids(_ query: (Query<LibraryBook>) -> Query<Bool>) -> [Int] {
            realm.objects(LibraryBook.self).where(query).values(\.id)
        }
        XCTAssertEqual(ids { $0.title.equals("strasse", options: .caseInsensitive) }, [0, 1])
        XCTAssertEqual(ids { $0.title.contains("σίσυφοσ", options: .caseInsensitive) }, [2, 3])
        XCTAssertEqual(ids { $0.title == "éclair" }, [4], "bytes without options")
        XCTAssertEqual(ids { $0.title.equals("eclair", options: .diacriticInsensitive) }, [4, 5])
        XCTAssertEqual(
            ids { $0.title.starts(with: "SISU", options: [.caseInsensitive, .diacriticInsensitive]) }, [])
        XCTAssertEqual(ids { $0.title.starts(with: "kel", options: .caseInsensitive) }, [7], "the Kelvin sign is a k")
    }

    func testChains_ofQueriesAndOrders() throws {
        let realm = try makeRealm()
        _ = try makeBooks(realm)
        let books = realm.objects(LibraryBook.self)
        let some = books.where { $0.pages > 10 }.where { $0.price != nil }
        XCTAssertEqual(some.values(\.id), [2, 3, 4, 5])
        XCTAssertEqual(some.sorted(by: \.pages, ascending: false).values(\.id), [5, 4, 3, 2])
        XCTAssertEqual(some.sorted(by: \.pages, ascending: false).where { $0.id != 4 }.values(\.id), [5, 3, 2])
        XCTAssertEqual(
            books.sorted(by: \.pages, ascending: false).where { $0.writer.name == "Ada" }.values(\.id), [3, 2, 1])
        XCTAssertEqual(some.filter { $0.id % 2 == 0 }.map(\.id), [2, 4], "a closure still filters")
        XCTAssertEqual(books.firstIndex { $0.id == 3 }, 2)
        XCTAssertEqual(books.index(matching: { $0.title.contains("4") }), 3)
        XCTAssertNil(books.index(matching: { $0.pages > 1000 }))
        XCTAssertEqual(some.index(of: books[3]), 2)
        let shelf = try XCTUnwrap(realm.objects(LibraryShelf.self).first)
        XCTAssertEqual(shelf.books.where { $0.id > 1 }.values(\.id), [5, 5, 3], "order and repetition of the list")
        XCTAssertEqual(shelf.books.where { $0.id > 1 }.sorted(by: \.id).values(\.id), [3, 5, 5])
        XCTAssertEqual(shelf.books.where { $0.id > 1 }.sum(of: \.pages), 130)
        XCTAssertEqual(some.sum(of: \.pages), 140)
        XCTAssertEqual(some.average(of: \.price), 3.5)
        XCTAssertEqual(books.where { $0.id.in([1, 6, 2]) }.sum(of: \.price), 3, "by key, with a nil among them")
        XCTAssertEqual(books.where { $0.id == 6 }.average(of: \.price), nil)
        XCTAssertEqual(some.max(of: \.price), 5)
        XCTAssertEqual(some[1].id, 3)
        XCTAssertEqual(some.last?.id, 5)
        XCTAssertTrue(some.description.hasPrefix("Results<LibraryBook> <0x"))
        XCTAssertEqual(some, some)
    }

    func testResults_areLive_andAskedOnceForEachState() throws {
        let realm = try makeRealm()
        _ = try makeBooks(realm)
        let expensive = realm.objects(LibraryBook.self).where { $0.pages > 30 }
        XCTAssertEqual(expensive.count, 3)
        XCTAssertEqual(expensive.values(\.id), [4, 5, 6])
        let touched = realm.context.session.space.touchCount
        XCTAssertEqual(expensive.count, 3)
        XCTAssertFalse(expensive.isEmpty)
        XCTAssertEqual(realm.context.session.space.touchCount, touched, "the answer is kept")
        try realm.write {
            realm.add(LibraryBook(7, pages: 100))
            XCTAssertEqual(expensive.values(\.id), [4, 5, 6, 7])
            let book = realm.objects(LibraryBook.self)[3]
            book.pages = 1
            XCTAssertEqual(expensive.values(\.id), [5, 6, 7])
            book.pages = 500
            XCTAssertEqual(expensive.count, 4)
            try? realm.nested {
                realm.delete(book)
                XCTAssertEqual(expensive.count, 3)
                throw CancellationError()
            }
            XCTAssertEqual(expensive.count, 4, "rolled back")
            for book in expensive { book.pages = 0 }
            XCTAssertTrue(expensive.isEmpty)
        }
        XCTAssertEqual(expensive.count, 0)
        let other = try Realm(configuration: realm.configuration)
        try other.write { other.objects(LibraryBook.self).first?.pages = 31 }
        XCTAssertEqual(expensive.count, 0, "another view's change is not seen before a refresh")
        realm.refresh()
        XCTAssertEqual(expensive.values(\.id), [1])
        realm.invalidate()
        XCTAssertTrue(expensive.isInvalidated)
    }

    func testDeletedAndForeignObjects_areNoLinksTarget() throws {
        let realm = try makeRealm()
        let (ada, _) = try makeBooks(realm)
        let other = try makeRealm("other")
        let (stranger, _) = try makeBooks(other)
        let books = realm.objects(LibraryBook.self)
        let hers = books.where { $0.writer == ada }
        XCTAssertEqual(hers.count, 3)
        XCTAssertEqual(books.where { $0.writer == stranger }.count, 0)
        try realm.write { realm.delete(ada) }
        XCTAssertEqual(hers.count, 0)
        XCTAssertEqual(books.where { $0.writer == nil }.values(\.id), [1, 2, 3, 6])
    }

    func testStoredInverse_andPrivateProperty_canBeAskedFor() throws {
        let realm = try Realm(
            configuration: .init(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [QueryItem.self, QueryProduct.self]))
        var generator = SeededGenerator(seed: 7)
        try realm.write {
            let products = ["a", "b"].map { QueryProduct($0, &generator) }
            for id in 0..<3 {
                let item = QueryItem()
                item.id = id
                item.product = products[id % 2]
                realm.add(item)
            }
            products[1].best = realm.objects(QueryItem.self)[2]
        }
        let products = realm.objects(QueryProduct.self)
        XCTAssertEqual(products.where { $0.others.count == 2 }.values(\.key), ["a"])
        let items = realm.objects(QueryItem.self)
        XCTAssertEqual(items.where { $0.bestOf.key == "b" }.values(\.id), [2], "through a single inverse")
        XCTAssertEqual(items.where { $0.bestOf == nil }.values(\.id), [0, 1])
        XCTAssertEqual(items.where { $0.bestOf == products[1] }.values(\.id), [2])
    }

    func testWideClass_columnsOfLaterGroups() throws {
        let realm = try Realm(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [LimitWide.self]))
        try realm.write {
            for id in 0..<60 {
                let wide = LimitWide()
                wide.id = id
                wide.n0 = id % 7
                wide.n498 = -id
                realm.add(wide)
            }
            realm.delete(realm.objects(LimitWide.self)[10])
        }
        let all = realm.objects(LimitWide.self)
        XCTAssertEqual(all.where { $0.n498 < -50 && $0.n0 == 3 }.values(\.id), [52, 59])
        XCTAssertEqual(all.where { $0.n498 == -10 }.count, 0)
        XCTAssertEqual(all.where { $0.n498.in([-1, -59]) }.values(\.id), [1, 59])
        XCTAssertEqual(all.sorted(by: \.n498).first?.id, 59)
        XCTAssertEqual(all.sum(of: \.n498), -(59 * 60 / 2 - 10))
        XCTAssertEqual(all.min(of: \.n498), -59)
    }

    func testWideTail_everyKindOfProperty() throws {
        let realm = try Realm(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [WideTail.self]))
        try realm.write {
            for id in 0..<20 {
                let wide = WideTail()
                wide.id = id
                wide.number = id * 2
                wide.maybeNumber = id % 3 == 0 ? nil : id
                wide.maybeText = id % 4 == 0 ? nil : "text \(id)"
                wide.level = id % 2 == 0 ? .low : .high
                wide.friend = id == 0 ? nil : realm.objects(WideTail.self)[id / 2]
                realm.add(wide)
            }
        }
        let all = realm.objects(WideTail.self)
        XCTAssertEqual(all.where { $0.number > 34 }.values(\.id), [18, 19])
        XCTAssertEqual(all.where { $0.maybeNumber == nil }.count, 7)
        XCTAssertEqual(all.where { $0.maybeText.ends(with: "7") }.values(\.id), [7, 17])
        XCTAssertEqual(all.where { $0.level == .high && $0.maybeNumber < 6 }.values(\.id), [1, 5])
        XCTAssertEqual(all.where { $0.friend.number == 6 }.values(\.id), [6, 7])
        XCTAssertEqual(all.where { $0.friend == nil }.values(\.id), [0])
        XCTAssertEqual(all.where { $0.admirers.count == 2 && $0.friends.count == 0 }.count, 9)
    }
}
