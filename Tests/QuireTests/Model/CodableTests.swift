import Foundation
import XCTest

@testable import Quire

final class Shelf: Object, Codable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var title: String
    @Persisted var note: String?
    @Persisted var books: List<Book>
    @Persisted var favourite: Book?
}

final class Book: Object, Codable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var pages: List<Int>
    @Persisted(originProperty: "books") var shelves: LinkingObjects<Shelf>
    @Persisted(originProperty: "favourite") var shelf: Shelf?
}

final class Link: Object, Codable {
    @Persisted var id = 0
    @Persisted var next: Link?
    @Persisted var many: List<Link>
}

/// What the compiler's synthesis makes of stored properties.
final class CodableTests: XCTestCase {
    private let payload =
        #"{"id": 1, "title": "T", "books": [{"id": 2, "pages": [1, 2]}, {"id": 3}], "favourite": {"id": 4}}"#

    private func encoded<T: Encodable>(_ value: T) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    func testDecoding_withMissingOptionalsAndLists_works() throws {
        let shelf = try JSONDecoder().decode(Shelf.self, from: Data(payload.utf8))
        XCTAssertEqual(shelf.id, 1)
        XCTAssertNil(shelf.note)
        XCTAssertEqual(shelf.books.map(\.id), [2, 3])
        XCTAssertEqual(Array(shelf.books[0].pages), [1, 2])
        XCTAssertEqual(shelf.books[1].pages.count, 0)
        XCTAssertEqual(shelf.favourite?.id, 4)
        XCTAssertThrowsError(try JSONDecoder().decode(Shelf.self, from: Data(#"{"id": 1}"#.utf8))) {
            guard case DecodingError.keyNotFound = $0 else { return XCTFail("\($0)") }
        }
        let nulls = #"{"id": 1, "title": "T", "books": null, "favourite": null, "note": null}"#
        XCTAssertEqual(try JSONDecoder().decode(Shelf.self, from: Data(nulls.utf8)).books.count, 0)
    }

    func testEncoding_managedAndDetached_areEqual() throws {
        let realm = try makeRealm([Shelf.self, Book.self])
        let shelf = try JSONDecoder().decode(Shelf.self, from: Data(payload.utf8))
        let unmanaged = try encoded(shelf)
        XCTAssertFalse(unmanaged.contains("shelves"))
        try realm.write { realm.add(shelf) }
        XCTAssertEqual(try encoded(shelf), unmanaged.replacingOccurrences(of: #","shelf":null"#, with: ""))
        XCTAssertEqual(try encoded(shelf), try encoded(realm.detached(shelf)))
        let fetched = try XCTUnwrap(realm.object(ofType: Shelf.self, forPrimaryKey: 1))
        try realm.write { fetched.title = "New" }
        XCTAssertTrue(try encoded(shelf).contains("New"))
        XCTAssertEqual(shelf.favourite?.shelf?.id, 1)
    }

    func testOptions_survivingADecodedWrapper_comeFromTheClass() throws {
        let realm = try makeRealm([Shelf.self, Book.self])
        let first = try JSONDecoder().decode(Shelf.self, from: Data(payload.utf8))
        let second = try JSONDecoder().decode(Shelf.self, from: Data(payload.utf8))
        try realm.write { realm.add(first) }
        XCTAssertThrowsError(try realm.write { realm.add(second) })
        try realm.write { realm.add(second, update: .modified) }
        XCTAssertEqual(realm.objects(Shelf.self).count, 1)
        XCTAssertEqual(realm.objects(Book.self).count, 3)
    }

    private func checkCycle(_ link: Link, line: UInt = #line) {
        XCTAssertThrowsError(try encoded(link), line: line) { error in
            guard case EncodingError.invalidValue(_, let context) = error else {
                return XCTFail("\(error)", line: line)
            }
            XCTAssertFalse(context.codingPath.isEmpty, line: line)
            XCTAssertTrue(context.debugDescription.contains("cycle"), context.debugDescription, line: line)
        }
    }

    func testEncoding_ofACycle_isAnErrorWithItsPath() throws {
        let realm = try makeRealm([Link.self])
        let link = Link()
        let other = Link()
        link.next = other
        other.next = link
        checkCycle(link)
        try realm.write { realm.add(link) }
        checkCycle(link)
        let listed = Link()
        listed.many.append(listed)
        checkCycle(listed)
        try realm.write { realm.add(listed) }
        checkCycle(listed)
    }

    func testEncoding_ofALongChain_isAnErrorAndNoOverflow() throws {
        let realm = try makeRealm([Link.self])
        let first = Link()
        var last = first
        for _ in 0..<5_000 {
            let next = Link()
            last.next = next
            last = next
        }
        try realm.write { realm.add(first) }
        XCTAssertThrowsError(try encoded(first))
        try realm.write { first.next?.next?.next = nil }
        XCTAssertNoThrow(try encoded(first))
    }

    func testEncoding_oneObjectTwice_isNoCycle() throws {
        let link = Link()
        let shared = Link()
        link.next = shared
        link.many.append(shared)
        XCTAssertNoThrow(try encoded(link))
    }
}
