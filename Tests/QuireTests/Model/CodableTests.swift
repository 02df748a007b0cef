import Foundation
import XCTest

@testable import Quire
@testable import QuireStorage

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

extension Mood: Codable {}

private final class Diary: Object, Codable {
    @Persisted(primaryKey: true) var day: Int
    @Persisted var mood: Mood
    @Persisted var moods: List<Mood>
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
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

    /// Encoding throws, so what cannot be read needs no scope around it.
    func testEncoding_ofWhatCannotBeRead_throwsWithoutAScope() throws {
        let realm = try makeRealm([Diary.self])
        let days = realm.objects(Diary.self)
        try realm.write {
            for day in 1...3 { realm.create(Diary.self, value: ["day": day, "moods": ["calm"]] as [String: Any]) }
            // Raw values as another version of the program wrote them.
            let mood = try XCTUnwrap(days[1].managedBinding.property(named: "mood"))
            try mood.table.set(days[1].row, mood.column, .text("furious"))
            let moods = try XCTUnwrap(days[2].managedBinding.property(named: "moods"))
            try moods.table.listInsert(days[2].row, moods.column, at: 1, [.text("furious")])
        }
        XCTAssertEqual(try encoded(days[0]), #"{"day":1,"mood":"calm","moods":["calm"]}"#)
        let wholes: [(String, () throws -> Void)] = [
            ("mood", { _ = try self.encoded(days[1]) }), ("moods", { _ = try self.encoded(days[2]) }),
            ("moods", { _ = try self.encoded(days[2].moods) }), ("mood", { _ = try self.encoded(days) }),
        ]
        for (property, encode) in wholes {
            XCTAssertThrowsError(try encode(), property) { error in
                XCTAssertEqual((error as? Realm.Error)?.code, .damaged, "\(error)")
                XCTAssertEqual((error as? Realm.Error)?.property, property)
            }
        }
    }

    func testEncoding_oneObjectTwice_isNoCycle() throws {
        let link = Link()
        let shared = Link()
        link.next = shared
        link.many.append(shared)
        XCTAssertNoThrow(try encoded(link))
    }
}
