import Foundation
import Quire
import XCTest

/// Whatever page of a file is damaged: collections throw at the end of the scope, or show what they always showed.
final class CollectionDamageTests: LibraryTestCase {
    func testDamagedPages_everyWayToReadACollection_throwsOrIsRight() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "library.quire")
        try makeFile(file)
        let bytes = try Data(contentsOf: file)
        let pageSize = 512
        var damagedReads = 0
        for page in 2..<bytes.count / pageSize {
            // Pages that nobody has written yet hold zeros.
            if bytes[page * pageSize..<(page + 1) * pageSize].allSatisfy({ $0 == 0 }) { continue }
            var damaged = bytes
            damaged[page * pageSize + 100] ^= 0x55
            let copy = directory.appending(path: "damaged-\(page).quire")
            try damaged.write(to: copy)
            do {
                try readEverything(copy, page: page)
            } catch {
                guard let error = error as? Realm.Error, error.code == .damaged else {
                    return XCTFail("page \(page): \(error)")
                }
                damagedReads += 1
            }
            try FileManager.default.removeItem(at: copy)
        }
        XCTAssertGreaterThan(damagedReads, 20)
    }

    private func configuration(_ file: URL) -> Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: file, objectTypes: Self.types)
        configuration.pageSize = 512
        return configuration
    }

    private func makeFile(_ file: URL) throws {
        let realm = try Realm(configuration: configuration(file))
        let writer = LibraryWriter("Ada")
        let shelf = LibraryShelf()
        for id in 1...24 {
            let book = LibraryBook(id, "A book with the number \(id)", price: Double(id), pages: id)
            book.writer = writer
            shelf.books.append(book)
            shelf.notes.append(LibraryNote("note \(id)"))
        }
        shelf.numbers.append(objectsIn: 0..<150)
        shelf.labels.append(objectsIn: (0..<24).map { $0 % 7 == 0 ? nil : "label \($0)" })
        try realm.write { realm.add(shelf) }
    }

    /// Every access in a scope of its own; the first error is thrown after all of them ran.
    private func readEverything(_ file: URL, page: Int) throws {
        let realm = try Realm(configuration: configuration(file))
        let books = realm.objects(LibraryBook.self)
        var firstError: (any Error)?
        func check<T: Equatable>(_ expected: T, _ line: UInt = #line, _ read: () -> T) {
            do {
                let found = try realm.read { read() }
                XCTAssertEqual(found, expected, "page \(page)", line: line)
            } catch {
                firstError = firstError ?? error
            }
        }
        let ids = Array(1...24)
        check(ids) { Array(books).map(\.id) }
        check(ids) { Array(books.map(\.id)) }
        check(ids) { books.values(\.id) }
        check(ids) { books.indices.map { books[$0].id } }
        check(ids) { Array(books.sorted(by: \.price).map(\.id)) }
        check(ids.reversed()) { Array(books.sorted(by: \.title.count).sorted(by: \.pages, ascending: false).map(\.id)) }
        check(ids.reversed()) { Array(books.reversed().map(\.id)) }
        check([String?](repeating: "Ada", count: 24)) { books.values(\.writer?.name) }
        check(24) { books.first?.writer?.books.count ?? 0 }
        check(Set(ids)) { Set((books.first?.writer?.books).map { $0.map(\.id) } ?? []) }
        check(300) { books.sum(of: \.pages) }
        let shelves = realm.objects(LibraryShelf.self)
        check(ids) { shelves.first.map { $0.books.map(\.id) } ?? [] }
        check(Array(0..<150)) { shelves.first.map { Array($0.numbers) } ?? [] }
        check(Array(0..<150)) { shelves.first.map { shelf in shelf.numbers.indices.map { shelf.numbers[$0] } } ?? [] }
        check(24) { shelves.first.map { $0.labels.map { $0 }.count } ?? 0 }
        check(ids.map { "note \($0)" }) { shelves.first.map { Array($0.notes).map(\.text) } ?? [] }
        check(true) { books.last.map { books.index(of: $0) == 23 } ?? false }
        if let firstError { throw firstError }
    }
}
