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

/// As `Before`, with an index.
private enum Indexed {
    final class Thing: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted(indexed: true) var size: Int
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

/// Defaults that equal nothing, themselves included.
private enum WithoutNumber {
    final class Thing: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted var size: Double = .nan
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}
private enum IndexedWithoutNumber {
    final class Thing: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(indexed: true) var name: String
        @Persisted(indexed: true) var size: Double = .nan
        @Persisted(indexed: true) var rank = 4
        @Persisted(indexed: true) var width: Float? = -.nan
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

private final class Other: Object {
    @Persisted(primaryKey: true) var id: Int
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
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

    func testIndexes_besideADefaultThatIsNoNumber_haveEveryRow() throws {
        try withTemporaryDirectory { directory in
            do {
                let realm = try open(directory, WithoutNumber.Thing.self)
                try realm.write {
                    for id in 0..<3 { realm.create(WithoutNumber.Thing.self, value: ["id": id, "name": "n\(id)"]) }
                }
                try realm.write { realm.create(WithoutNumber.Thing.self, value: ["id": 3, "size": 1]) }
            }
            for opening in 1...3 {
                let realm = try open(directory, IndexedWithoutNumber.Thing.self)
                XCTAssertEqual(try realm.check().problems.map(\.message), [], "opening \(opening)")
                let things = realm.objects(IndexedWithoutNumber.Thing.self)
                XCTAssertEqual(things.where { $0.rank == 4 }.count, 3 + opening)
                XCTAssertEqual(things.where { $0.name == "n1" }.map(\.id), [1])
                XCTAssertEqual(things.where { $0.size > 0 }.map(\.id), [3])
                XCTAssertEqual(things.filter { $0.size.isNaN && $0.width?.isNaN == true }.count, 2 + opening)
                try realm.write { realm.create(IndexedWithoutNumber.Thing.self, value: ["id": 10 + opening]) }
                XCTAssertEqual(try realm.check().problems.map(\.message), [], "opening \(opening)")
            }
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

    func testView_whoseClassGotPropertiesMeanwhile_reads_andRefusesToWrite() throws {
        try withTemporaryDirectory { directory in
            let old = try open(directory, Before.Thing.self)
            try old.write { old.create(Before.Thing.self, value: ["id": 1, "size": 3]) }
            let new = try open(directory, After.Thing.self)
            for _ in 0..<2 {
                XCTAssertThrowsError(try old.write { old.create(Before.Thing.self, value: ["id": 2]) }) { error in
                    XCTAssertEqual((error as? Realm.Error)?.code, .schemaMismatch)
                    XCTAssertTrue("\(error)".contains("Thing.weight"), "\(error)")
                }
            }
            XCTAssertFalse(old.isInWriteTransaction)
            old.refresh()
            XCTAssertEqual(old.objects(Before.Thing.self).map(\.size), [3])
            try new.write { new.create(After.Thing.self, value: ["id": 2]) }
            XCTAssertEqual(new.objects(After.Thing.self).values(\.weight), [2.5, 2.5])
            XCTAssertEqual(try new.check().problems.map(\.message), [])
        }
    }

    func testViews_thatDisagreeAboutAnIndex_keepItWhole() throws {
        try withTemporaryDirectory { directory in
            let plain = try open(directory, Before.Thing.self)
            try plain.write { plain.create(Before.Thing.self, value: ["id": 1, "size": 3]) }
            let unindexed = try XCTUnwrap(plain.objects(Before.Thing.self).first)
            let indexed = try open(directory, Indexed.Thing.self)
            let thing = try XCTUnwrap(indexed.objects(Indexed.Thing.self).first)
            for size in 4..<8 {
                try plain.write { unindexed.size = size }
                XCTAssertEqual(try plain.check().problems.map(\.message), [])
                try? indexed.write {
                    thing.size = 100
                    throw CancellationError()
                }
                try indexed.write { thing.size += 10 }
                XCTAssertEqual(thing.size, size + 10)
                XCTAssertEqual(try indexed.check().problems.map(\.message), [])
            }
        }
    }

    func testView_whoseFileGotAnotherClassMeanwhile_writesOn() throws {
        try withTemporaryDirectory { directory in
            let realm = try open(directory, Before.Thing.self)
            let other = try open(directory, Other.self)
            try other.write { other.create(Other.self, value: ["id": 1]) }
            try realm.write { realm.create(Before.Thing.self, value: ["id": 1]) }
            XCTAssertEqual(realm.objects(Before.Thing.self).count, 1)
        }
    }

    func testReadOnly_classThatTheFileLacks_hasNoObjects() throws {
        try withTemporaryDirectory { directory in
            do { _ = try open(directory, Before.Thing.self) }
            let realm = try Realm(
                configuration: .init(
                    fileURL: directory.appending(path: "a.quire"), readOnly: true,
                    objectTypes: [Before.Thing.self, Other.self]))
            let others = realm.objects(Other.self)
            XCTAssertEqual(others.count, 0)
            XCTAssertNil(others.first)
            XCTAssertEqual(others.sorted(by: \.id).map(\.id), [])
            XCTAssertEqual(others.sorted(byKeyPath: "id").map(\.id), [])
            XCTAssertNil(realm.object(ofType: Other.self, forPrimaryKey: 1))
            XCTAssertTrue(realm.unresolved(Other.self).isEmpty)
            XCTAssertTrue(realm.isEmpty)
            XCTAssertNoThrow(try realm.verify(Other.self))
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
