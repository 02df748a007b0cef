// Misuse of queries stops the program, so each case runs in a process of its own.
import Foundation
import Quire
import Testing

private func makeBooks() throws -> Results<LibraryBook> {
    let realm = try Realm(
        configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: LibraryTestCase.types))
    try realm.write { realm.add(LibraryBook(1, "One")) }
    return realm.objects(LibraryBook.self)
}

private func expectSentence(
    _ sentence: String, _ result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(sentence), "\(text.prefix(400))", sourceLocation: location)
}

@Suite(.serialized)
struct QueryMisuseTests {
    @Test func computedProperty_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try makeBooks().where { $0.shortTitle == "O" }.count)
        }
        expectSentence("LibraryBook cannot be queried by something of LibraryBook that is not stored", result)
    }

    @Test func computedProperty_withAnAnswerForNil_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try makeBooks().where { $0.priceOrNine == 9 }.count)
        }
        expectSentence("LibraryBook cannot be queried by something of LibraryBook that is not stored", result)
    }

    @Test func computedProperty_ofALinkedObject_namesBothClasses() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try makeBooks().where { $0.writer.initial == "O" }.count)
        }
        expectSentence("LibraryBook cannot be queried by something of LibraryWriter that is not stored", result)
    }

    @Test func unmanagedList_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let shelf = LibraryShelf()
            shelf.books.append(LibraryBook(1))
            print(shelf.books.where { $0.id == 1 }.count)
        }
        expectSentence("List<LibraryBook> belongs to no Realm and cannot be queried: use filter { }", result)
    }

    @Test func list_comparedAsAWhole_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try makeBooks().realm?.objects(LibraryShelf.self).where { $0.numbers == List<Int>() }.count ?? 0)
        }
        expectSentence("List<Int> cannot be compared in a query", result)
    }

    @Test func resultsAfterInvalidate_sayToFetchAgain() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let books = try makeBooks().where { $0.pages >= 0 }
            books.realm?.invalidate()
            print(books.count)
        }
        expectSentence("Results<LibraryBook>: its Realm was invalidated since; fetch it again from the Realm.", result)
    }

    @Test func filtered_positionOutside_namesBothNumbers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try makeBooks().where { $0.id == 1 }[1].id)
        }
        expectSentence("Results<LibraryBook>[1] does not exist: it has 1 element", result)
    }
}

extension LibraryBook {
    fileprivate var priceOrNine: Double? { price ?? 9 }
}

extension LibraryWriter {
    fileprivate var initial: String { String(name.prefix(1)) }
}
