import Quire
import XCTest

@testable import Quire

final class KeyPathTracerTests: XCTestCase {
    private func names(_ path: PartialKeyPath<LibraryBook>) -> [String]? {
        KeyPathTracer.propertyNames(of: path, root: LibraryBook.self)
    }

    func testPaths_toStoredProperties_giveTheirNames() {
        XCTAssertEqual(names(\.title), ["title"])
        XCTAssertEqual(names(\.id), ["id"])
        XCTAssertEqual(names(\.price), ["price"])
        XCTAssertEqual(names(\.isLent), ["isLent"])
        XCTAssertEqual(names(\.genre), ["genre"])
        XCTAssertEqual(names(\.writer), ["writer"])
        XCTAssertEqual(names(\.shelves), ["shelves"])
    }

    func testPaths_throughLinks_giveEveryName() {
        XCTAssertEqual(names(\.writer?.name), ["writer", "name"])
        XCTAssertEqual(names(\.writer!.name), ["writer", "name"])
        XCTAssertEqual(names(\.writer?.mentor?.born), ["writer", "mentor", "born"])
        XCTAssertEqual(names(\.writer?.mentor), ["writer", "mentor"])
    }

    func testPaths_intoCollections_giveTheElementsProperty() {
        XCTAssertEqual(names(\.shelves.first?.id), ["shelves", "id"])
        let path: PartialKeyPath<LibraryShelf> = \.books[7].title
        XCTAssertEqual(KeyPathTracer.propertyNames(of: path, root: LibraryShelf.self), ["books", "title"])
        let list: PartialKeyPath<LibraryShelf> = \.books
        XCTAssertEqual(KeyPathTracer.propertyNames(of: list, root: LibraryShelf.self), ["books"])
    }

    func testPaths_toComputedValues_areNone() {
        XCTAssertNil(names(\.shortTitle))
        XCTAssertNil(names(\.title.count))
        XCTAssertNil(names(\.isRead))
        XCTAssertNil(names(\.isFree))
        XCTAssertNil(names(\.notLent))
        XCTAssertNil(names(\.always))
        XCTAssertNil(names(\.upper))
        XCTAssertNil(names(\.pages.byteSwapped))
        XCTAssertNil(names(\.self))
        XCTAssertEqual(names(\.sameTitle), ["title"], "handing on is the property itself")
    }

    func testPaths_askedAgain_giveTheSame() async {
        await withTaskGroup(of: [String]?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    KeyPathTracer.propertyNames(of: \LibraryBook.writer?.name, root: LibraryBook.self)
                }
            }
            for await names in group { XCTAssertEqual(names, ["writer", "name"]) }
        }
    }
}

extension LibraryBook {
    fileprivate var isRead: Bool { isLent || title.isEmpty }
    fileprivate var isFree: Bool { isLent && title.isEmpty }
    fileprivate var notLent: Bool { !isLent }
    fileprivate var always: String { "always" }
    fileprivate var upper: String { title.uppercased() }
}
