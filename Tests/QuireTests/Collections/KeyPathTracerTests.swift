import Foundation
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

class TracedBase: Object {
    @Persisted var name: String
    @Persisted private var secret: Int

    static var secretPath: PartialKeyPath<TracedBase> { \.secret }
}

final class TracedTarget: Object {
    @Persisted var name: String
    private let children = LinkingObjects(fromType: TracedChild.self, property: "target")

    static var childrenPath: PartialKeyPath<TracedTarget> { \.children }
}

final class TracedChild: TracedBase {
    @Persisted var _raw: Data
    @Persisted var at: Date?
    @Persisted var key: UUID
    @Persisted var parent: TracedChild?
    @Persisted var target: TracedTarget?
    @Persisted(originProperty: "parent") var first: TracedChild?
    var free = 0
}

extension KeyPathTracerTests {
    private func childNames(_ path: PartialKeyPath<TracedChild>) -> [String]? {
        KeyPathTracer.propertyNames(of: path, root: TracedChild.self)
    }

    func testPaths_ofInheritedAndPrivateProperties_giveTheirNames() {
        XCTAssertEqual(childNames(\.name), ["name"])
        XCTAssertEqual(childNames(\._raw), ["_raw"])
        XCTAssertEqual(childNames(\.at), ["at"])
        XCTAssertEqual(childNames(\.key), ["key"])
        XCTAssertEqual(childNames(\.first?.parent?.name), ["first", "parent", "name"])
        XCTAssertEqual(KeyPathTracer.propertyNames(of: TracedBase.secretPath, root: TracedBase.self), ["secret"])
        XCTAssertEqual(KeyPathTracer.propertyNames(of: TracedBase.secretPath, root: TracedChild.self), ["secret"])
    }

    func testPaths_toFieldsThatAreNotStored_areNone() {
        XCTAssertNil(childNames(\.free))
        XCTAssertNil(KeyPathTracer.propertyNames(of: TracedTarget.childrenPath, root: TracedTarget.self))
    }
}
