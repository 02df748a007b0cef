// The classes of the tests of collections: shelves hold books, books have writers.
import Foundation
import Quire
import XCTest

final class LibraryShelf: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var books: List<LibraryBook>
    @Persisted var numbers: List<Int>
    @Persisted var labels: List<String?>
    @Persisted var notes: List<LibraryNote>
}

final class LibraryBook: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var title: String
    @Persisted var price: Double?
    @Persisted var pages: Int
    @Persisted var isLent: Bool
    @Persisted var genre: LibraryGenre
    @Persisted var writer: LibraryWriter?
    @Persisted(originProperty: "books") var shelves: LinkingObjects<LibraryShelf>

    var shortTitle: String { String(title.prefix(1)) }
    var sameTitle: String { title }

    convenience init(_ id: Int, _ title: String = "", price: Double? = nil, pages: Int = 0) {
        self.init()
        self.id = id
        self.title = title
        self.price = price
        self.pages = pages
    }
}

final class LibraryWriter: Object {
    @Persisted var name: String
    @Persisted var born: Date?
    @Persisted var mentor: LibraryWriter?
    @Persisted(originProperty: "writer") var books: LinkingObjects<LibraryBook>

    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
}

final class LibraryNote: EmbeddedObject {
    @Persisted var text: String

    convenience init(_ text: String) {
        self.init()
        self.text = text
    }
}

enum LibraryGenre: String, PersistableEnum {
    case novel, essay, poetry
}

/// A store in memory for each test.
class LibraryTestCase: XCTestCase {
    static let types: [Object.Type] = [LibraryShelf.self, LibraryBook.self, LibraryWriter.self, LibraryNote.self]

    func makeRealm(_ name: String = #function) throws -> Realm {
        let identifier = "\(name) \(UUID().uuidString)"
        return try Realm(configuration: .init(inMemoryIdentifier: identifier, objectTypes: Self.types))
    }

    /// A stored shelf with the books 1…count.
    func makeShelf(_ realm: Realm, books count: Int = 0) throws -> LibraryShelf {
        let shelf = LibraryShelf()
        shelf.id = 1
        shelf.books.append(objectsIn: (0..<count).map { LibraryBook($0 + 1, "Book \($0 + 1)", pages: $0 * 10 + 10) })
        try realm.write { realm.add(shelf) }
        return shelf
    }
}
