import Foundation
import Quire
import QuireTestSupport
import XCTest

final class ManagedListTests: LibraryTestCase {
    func testAdd_list_keepsTheInstanceAndItsElements() throws {
        let realm = try makeRealm()
        let shelf = LibraryShelf()
        let books = shelf.books
        let book = LibraryBook(7, "Seven")
        books.append(book)
        shelf.numbers.append(objectsIn: [3, 1, 2])
        shelf.labels.append(objectsIn: ["a", nil])
        try realm.write { realm.add(shelf) }
        XCTAssertTrue(shelf.books === books)
        XCTAssertEqual(books.count, 1)
        XCTAssertEqual(books[0].title, "Seven")
        XCTAssertEqual(book.realm, realm)
        XCTAssertEqual(Array(shelf.numbers), [3, 1, 2])
        XCTAssertEqual(Array(shelf.labels), ["a", nil])
        XCTAssertEqual(books.realm, realm)
    }

    func testAppend_unmanagedObject_addsIt() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        let book = LibraryBook(1, "One")
        try realm.write { shelf.books.append(book) }
        XCTAssertEqual(book.realm, realm)
        XCTAssertEqual(realm.objects(LibraryBook.self).count, 1)
        XCTAssertEqual(shelf.books.index(of: book), 0)
        XCTAssertNil(shelf.books.index(of: LibraryBook(1)))
        try realm.write { shelf.books[0] = LibraryBook(2, "Two") }
        XCTAssertEqual(shelf.books.values(\.title), ["Two"])
        XCTAssertEqual(realm.objects(LibraryBook.self).count, 2)
    }

    func testManagedList_randomEdits_matchArray() throws {
        for seed in UInt64(1)...8 {
            var generator = SeededGenerator(seed: seed)
            let realm = try makeRealm()
            let list = try makeShelf(realm).numbers
            var model: [Int] = []
            for step in 0..<60 {
                try realm.write {
                    for _ in 0..<5 {
                        let edit = ListEdit.random(count: model.count, using: &generator)
                        edit.apply(to: list)
                        edit.apply(to: &model)
                    }
                }
                let isEqual = list.count == model.count && list.indices.allSatisfy { list[$0] == model[$0] }
                guard isEqual, Array(list) == model else {
                    return XCTFail("seed \(seed), step \(step): \(Array(list)) is not \(model)")
                }
            }
        }
    }

    func testListOfLinks_randomEdits_keepInversesRight() throws {
        for seed in UInt64(1)...8 {
            var generator = SeededGenerator(seed: seed)
            let realm = try makeRealm()
            let shelf = try makeShelf(realm)
            let books = (0..<200).map { LibraryBook($0) }
            try realm.write { realm.add(books) }
            var model: [Int] = []
            for step in 0..<60 {
                let edit = ListEdit.random(count: model.count, using: &generator)
                edit.apply(to: &model)
                try realm.write { edit.applyToBooks(shelf.books, books) }
                guard shelf.books.values(\.id) == model else {
                    return XCTFail("seed \(seed), step \(step), \(edit): \(shelf.books.values(\.id)) is not \(model)")
                }
                for book in books where book.shelves.count != model.count(where: { $0 == book.id }) {
                    return XCTFail("seed \(seed), step \(step), \(edit): inverse of \(book.id)")
                }
            }
        }
    }

    func testAssign_list_copiesElements() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let list = shelf.books
        let other = List<LibraryBook>()
        other.append(objectsIn: [shelf.books[2], LibraryBook(9, "Nine")])
        try realm.write { shelf.books = other }
        XCTAssertTrue(shelf.books === list)
        XCTAssertEqual(list.values(\.id), [3, 9])
        try realm.write { shelf.books = shelf.books }
        XCTAssertEqual(list.values(\.id), [3, 9])
        try realm.write { shelf.books = List() }
        XCTAssertTrue(list.isEmpty)
        XCTAssertEqual(other.count, 2)
    }

    func testIndex_ofText_comparesBytes() throws {
        let realm = try makeRealm()
        let unmanaged = List<String?>()
        unmanaged.append(objectsIn: ["e\u{301}", "é", nil])
        let shelf = try makeShelf(realm)
        try realm.write { shelf.labels = unmanaged }
        for list in [unmanaged, shelf.labels] {
            XCTAssertEqual(list.index(of: "é"), 1)
            XCTAssertEqual(list.index(of: "e\u{301}"), 0)
            XCTAssertEqual(list.index(of: nil), 2)
            XCTAssertNil(list.index(of: "e"))
        }
    }

    func testEncode_managedList_isAnArray() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write {
            shelf.numbers.append(objectsIn: [3, 1])
            shelf.labels.append(objectsIn: ["a", nil])
        }
        XCTAssertEqual(String(decoding: try JSONEncoder().encode(shelf.numbers), as: UTF8.self), "[3,1]")
        XCTAssertEqual(String(decoding: try JSONEncoder().encode(shelf.labels), as: UTF8.self), "[\"a\",null]")
        let sorted = shelf.numbers.sorted(by: \.self)
        XCTAssertEqual(String(decoding: try JSONEncoder().encode(sorted), as: UTF8.self), "[1,3]")
        try realm.write { shelf.numbers.append(2) }
        XCTAssertEqual(Array(sorted), [1, 2, 3], "a sorted list is live")
        XCTAssertEqual(shelf.numbers.sum(), 6)
        XCTAssertEqual(shelf.numbers.average(), 2)
    }

    func testEquality_ofManagedLists_isThePlace() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 1)
        let again = try XCTUnwrap(realm.objects(LibraryShelf.self).first)
        XCTAssertEqual(shelf.numbers, again.numbers)
        XCTAssertEqual(shelf.books, again.books)
        XCTAssertNotEqual(shelf.numbers, List<Int>())
    }

    func testIteration_removingMeanwhile_walksWhatWasThere() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 5)
        var seen: [Int] = []
        try realm.write {
            for book in shelf.books {
                seen.append(book.id)
                shelf.books.removeAll { $0.id == book.id }
            }
        }
        XCTAssertEqual(seen, [1, 2, 3, 4, 5])
        XCTAssertTrue(shelf.books.isEmpty)
        XCTAssertEqual(realm.objects(LibraryBook.self).count, 5)
    }

    func testSorted_values_askEachOnceForEachVersion() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write { shelf.numbers.append(objectsIn: [3, 1, 2]) }
        let sorted = shelf.numbers.sorted(by: \.countedValue)
        unsafe countedReads = 0
        XCTAssertEqual(sorted.indices.map { sorted[$0] }, [1, 2, 3])
        XCTAssertEqual(Array(sorted), [1, 2, 3])
        XCTAssertEqual(unsafe countedReads, 3)
        XCTAssertEqual(sorted, sorted)
        try realm.write {
            shelf.numbers.append(0)
            XCTAssertEqual(sorted.first, 0)
            shelf.numbers[0] = -1
            XCTAssertEqual(Array(sorted), [-1, 0, 1, 2])
        }
        XCTAssertEqual(sorted.last, 2)
    }

    func testElements_thatNobodyHolds_areOneObjectAgain() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 3)
        let held = shelf.books[0]
        var instances: Set<ObjectIdentifier> = []
        for position in 1...2 {
            XCTAssertEqual(shelf.books[position].title, "Book \(position + 1)")
            instances.insert(ObjectIdentifier(shelf.books[position]))
        }
        XCTAssertEqual(instances.count, 1)
        XCTAssertEqual(held.id, 1)
    }

    func testOwnerDeleted_list_isInvalidated() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm, books: 2)
        let books = shelf.books
        XCTAssertFalse(books.isInvalidated)
        try realm.write { realm.delete(shelf) }
        XCTAssertTrue(books.isInvalidated)
    }

    func testEmbeddedElements_liveInTheirPlace() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        let first = LibraryNote("first")
        try realm.write { shelf.notes.append(objectsIn: [first, LibraryNote("second"), LibraryNote("third")]) }
        XCTAssertEqual(first.realm, realm)
        try realm.write {
            shelf.notes.reverse()
            shelf.notes.swapAt(0, 1)
            shelf.notes.move(from: 0, to: 2)
            shelf.notes.sort { $0.text > $1.text }
            shelf.notes[0] = shelf.notes[0]
        }
        XCTAssertEqual(shelf.notes.values(\.text), ["third", "second", "first"])
        XCTAssertFalse(first.isInvalidated)
        XCTAssertEqual(first.text, "first")
        try realm.write { shelf.notes[2] = LibraryNote("fourth") }
        XCTAssertTrue(first.isInvalidated)
        let second = shelf.notes[1]
        try realm.write { shelf.notes.remove(at: 1) }
        XCTAssertTrue(second.isInvalidated)
        XCTAssertEqual(shelf.notes.values(\.text), ["third", "fourth"])
        let rest = Array(shelf.notes)
        try realm.write { shelf.notes.removeAll() }
        XCTAssertEqual(rest.map(\.isInvalidated), [true, true])
    }

    func testDescription_managedList_hasRealmsForm() throws {
        let realm = try makeRealm()
        let shelf = try makeShelf(realm)
        try realm.write { shelf.notes.append(objectsIn: [LibraryNote("a"), LibraryNote("b")]) }
        let text = shelf.notes.description
        XCTAssertNotNil(text.prefixMatch(of: /List<LibraryNote> <0x[0-9a-f]+> \(\n\t\[0\] LibraryNote \{\n/), text)
        XCTAssertTrue(text.hasSuffix(" {\n\t\ttext = a;\n\t},\n\t[1] LibraryNote {\n\t\ttext = b;\n\t}\n)"), text)
    }
}

extension ListEdit {
    /// The same change with the book of each number.
    fileprivate func applyToBooks(_ list: List<LibraryBook>, _ books: [LibraryBook]) {
        switch self {
        case .append(let ids): list.append(contentsOf: ids.map { books[$0] })
        case .insert(let ids, let position): list.insert(contentsOf: ids.map { books[$0] }, at: position)
        case .remove(let range): list.removeSubrange(range)
        case .removeWhere(let divisor): list.removeAll { $0.id % divisor == 0 }
        case .replace(let range, let ids): list.replaceSubrange(range, with: ids.map { books[$0] })
        case .set(let position, let id): list[position] = books[id]
        case .move(let from, let to): list.move(from: from, to: to)
        case .moveMany(let offsets, let target): list.move(fromOffsets: offsets, toOffset: target)
        case .swap(let first, let second): list.swapAt(first, second)
        case .reverse: list.reverse()
        case .sort: list.sort { $0.id < $1.id }
        case .partition(let pivot): list.partition { $0.id > pivot }
        case .removeAll: list.removeAll()
        }
    }
}

nonisolated(unsafe) private var countedReads = 0

extension Int {
    fileprivate var countedValue: Int {
        unsafe countedReads += 1
        return self
    }
}
