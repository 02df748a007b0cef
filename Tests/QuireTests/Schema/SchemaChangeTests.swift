import Foundation
import XCTest

@testable import Quire

/// Two versions of the same classes, as a program has them before and after an update.
private enum Before {
    final class Thing: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted var size: Int
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

private enum After {
    final class Thing: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(indexed: true) var name: String
        @Persisted var size: Int
        @Persisted var colour: String?
        @Persisted var weight = 2.5
        @Persisted var tags: List<String>
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

private enum Incompatible {
    final class Thing: Object {
        @Persisted(primaryKey: true) var id: String
        @Persisted var size: Int?
        @Persisted var extra: Int
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

final class SchemaChangeTests: XCTestCase {
    private func open(_ directory: URL, _ type: Object.Type, readOnly: Bool = false) throws -> Realm {
        try Realm(
            configuration: .init(
                fileURL: directory.appending(path: "a.quire"), readOnly: readOnly, objectTypes: [type]))
    }

    func testNewProperties_areTakenOverWithTheirDefaults() throws {
        try withTemporaryDirectory { directory in
            do {
                let realm = try open(directory, Before.Thing.self)
                try realm.write { realm.create(Before.Thing.self, value: ["id": 1, "name": "a", "size": 3]) }
            }
            let realm = try open(directory, After.Thing.self)
            let thing = try XCTUnwrap(realm.object(ofType: After.Thing.self, forPrimaryKey: 1))
            XCTAssertEqual(thing.name, "a")
            XCTAssertEqual(thing.size, 3)
            XCTAssertNil(thing.colour)
            XCTAssertEqual(thing.weight, 2.5)
            XCTAssertEqual(thing.tags.count, 0)
            try realm.write {
                thing.colour = "red"
                thing.weight = 1
                thing.tags.append("t")
            }
            XCTAssertEqual(thing.colour, "red")
            XCTAssertEqual(thing.weight, 1)
            XCTAssertEqual(Array(thing.tags), ["t"])
        }
    }

    func testIncompatibleClasses_areAMismatchThatListsEverything() throws {
        try withTemporaryDirectory { directory in
            do { _ = try open(directory, Before.Thing.self) }
            XCTAssertThrowsError(try open(directory, Incompatible.Thing.self)) { error in
                guard let error = error as? Realm.Error else { return XCTFail("\(error)") }
                XCTAssertEqual(error.code, .schemaMismatch)
                XCTAssertEqual(error.file, directory.appending(path: "a.quire").path(percentEncoded: false))
                for word in ["Thing.id", "Thing.size", "Thing.extra", "Thing.name"] {
                    XCTAssertTrue(error.message.contains(word), error.message)
                }
            }
            XCTAssertNoThrow(try open(directory, Before.Thing.self))
        }
    }

    func testReadOnly_showsWhatIsThere() throws {
        try withTemporaryDirectory { directory in
            do {
                let realm = try open(directory, Before.Thing.self)
                try realm.write { realm.create(Before.Thing.self, value: ["id": 1, "name": "a", "size": 3]) }
            }
            let realm = try open(directory, Before.Thing.self, readOnly: true)
            XCTAssertEqual(realm.objects(Before.Thing.self).first?.size, 3)
        }
    }

    func testReadOnly_ofAMissingFile_isFileNotFound() throws {
        try withTemporaryDirectory { directory in
            XCTAssertThrowsError(try open(directory, Before.Thing.self, readOnly: true)) { error in
                XCTAssertTrue(Realm.Error.fileNotFound ~= error, "\(error)")
                XCTAssertEqual((error as? Realm.Error)?.file?.hasSuffix("a.quire"), true)
            }
            XCTAssertFalse(Realm.fileExists(for: .init(fileURL: directory.appending(path: "a.quire"))))
        }
    }
}
