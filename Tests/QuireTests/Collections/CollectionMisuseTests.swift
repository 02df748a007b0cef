// Misuse stops the program, so each case runs in a process of its own.
import Foundation
import Quire
import Testing

/// A store in memory that holds one shelf with three books and a note.
private func makeShelf() throws -> (realm: Realm, shelf: LibraryShelf) {
    let realm = try Realm(
        configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: LibraryTestCase.types))
    let shelf = LibraryShelf()
    shelf.books.append(objectsIn: (1...3).map { LibraryBook($0) })
    shelf.notes.append(LibraryNote("note"))
    try realm.write { realm.add(shelf) }
    return (realm, shelf)
}

private func expectSentence(
    _ sentence: String, _ result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(sentence), "\(text.prefix(400))", sourceLocation: location)
}

@Suite(.serialized)
struct CollectionMisuseTests {
    @Test func unmanagedList_positionOutside_namesBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let list = List<Int>()
            list.append(objectsIn: [1, 2])
            print(list[2])
        }
        expectSentence("List<Int>[2] does not exist: it has 2 elements, at positions 0…1.", result)
    }

    @Test func managedList_positionOutside_namesThePropertyAndBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let shelf = try makeShelf().shelf
            print(shelf.books[3].id)
        }
        expectSentence("LibraryShelf.books[3] does not exist: it has 3 elements, at positions 0…2.", result)
    }

    @Test func managedList_insertionBehindTheEnd_namesBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, shelf) = try makeShelf()
            try realm.write { shelf.numbers.insert(1, at: 1) }
        }
        expectSentence(
            "LibraryShelf.numbers: nothing can be inserted at 1, because it has 0 elements; insert at 0…0.", result)
    }

    @Test func managedList_rangeBehindTheEnd_namesBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, shelf) = try makeShelf()
            try realm.write { shelf.books.removeSubrange(5...) }
        }
        expectSentence("LibraryShelf.books[5..<5] does not exist: it has 3 elements, at positions 0…2.", result)
    }

    @Test func managedList_changeOutsideOfAWrite_namesTheProperty() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try makeShelf().shelf.books.removeAll()
        }
        expectSentence("Cannot change LibraryShelf.books outside of a write transaction", result)
    }

    @Test func embeddedObject_putInTwice_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, shelf) = try makeShelf()
            try realm.write { shelf.notes.append(shelf.notes[0]) }
        }
        expectSentence("LibraryShelf.notes: the embedded LibraryNote already lives inside another object", result)
    }

    @Test func listOfADeletedObject_namesTheProperty() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, shelf) = try makeShelf()
            let books = shelf.books
            try realm.write { realm.delete(shelf) }
            print(books.count)
        }
        expectSentence("LibraryShelf.books: the LibraryShelf that it belongs to was deleted or invalidated", result)
    }

    @Test func resultsAfterInvalidate_sayToFetchAgain() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeShelf().realm
            let books = realm.objects(LibraryBook.self)
            realm.invalidate()
            print(books.count)
        }
        expectSentence("Results<LibraryBook>: its Realm was invalidated since; fetch it again from the Realm.", result)
    }

    @Test func results_positionOutside_namesBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeShelf().realm
            print(realm.objects(LibraryBook.self).sorted(by: \.id)[-1])
        }
        expectSentence("Results<LibraryBook>[-1] does not exist: it has 3 elements, at positions 0…2.", result)
    }

    @Test func results_sliceOutside_namesItsBoundsAndTheCount() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeShelf().realm
            print(realm.objects(LibraryBook.self)[2..<4].count)
        }
        expectSentence("Results<LibraryBook>[2..<4] does not exist: it has 3 elements, at positions 0…2.", result)
    }

    @Test func allObjects_positionBehindTheEnd_namesBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeShelf().realm
            print(realm.objects(LibraryBook.self)[3])
        }
        expectSentence("Results<LibraryBook>[3] does not exist: it has 3 elements, at positions 0…2.", result)
    }

    @Test func sorted_byAWrongName_namesClassAndPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeShelf().realm
            print(realm.objects(LibraryBook.self).sorted(byKeyPath: "writer.nam").count)
        }
        expectSentence("LibraryBook cannot be sorted by \"writer.nam\"", result)
    }
}
