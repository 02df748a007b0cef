// Mistakes that were made once, each as the kind of thing that went wrong.

import Foundation
import Quire
import XCTest

private enum Letter: String, PersistableEnum { case a, b, z }
private enum FewerLetters: String, PersistableEnum { case a, b }

private enum Before {
    final class Kind: Object {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
        @Persisted(primaryKey: true) var id: Int
        @Persisted var one: Letter
        @Persisted var many: List<Letter>
    }
}

private enum After {
    final class Kind: Object {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
        @Persisted(primaryKey: true) var id: Int
        @Persisted var one: FewerLetters
        @Persisted var many: List<FewerLetters>
    }
}

private enum Grown {
    final class Kind: Object {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
        @Persisted(primaryKey: true) var id: Int
        @Persisted var one: Letter
        @Persisted var many: List<Letter>
        @Persisted var token: UUID = UUID()
        @Persisted var made: Date = Date()
        @Persisted var ratio: Float = .nan
    }
}

private final class Extreme: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var number: Int
    @Persisted(indexed: true) var measure: Double
    @Persisted(indexed: true) var moment: Date?
}

private final class Tag: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true) var id: String
    @Persisted var parent: Tag?
    @Persisted var number: Int
}

final class RegressionTests: XCTestCase {
    private struct Refusal: Error {}

    private func memory(_ types: [Object.Type], _ name: String = UUID().uuidString) -> Realm.Configuration {
        var configuration = Realm.Configuration(inMemoryIdentifier: name)
        configuration.objectTypes = types
        return configuration
    }

    /// The largest integers and NaN stand at the very end of an index, where a base plus 32 bits overflows.
    func testIndexes_ofTheLargestValues_stayWhole() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "extreme-\(UUID().uuidString).quire")
        let configuration = Realm.Configuration(fileURL: file, objectTypes: [Extreme.self])
        defer { _ = try? Realm.deleteFiles(for: configuration) }
        for round in 0..<3 {
            let realm = try Realm(configuration: configuration)
            try realm.write {
                for number in 0..<200 {
                    let id = [Int.max - number - 200 * round, Int.min + number + 200 * round][number % 2]
                    let object = Extreme()
                    object.id = id
                    object.number = [Int.max, Int.max - 1, Int.min, 0][number % 4]
                    object.measure = [.nan, -.nan, .infinity, -0.0, .greatestFiniteMagnitude][number % 5]
                    object.moment = number % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: .nan)
                    realm.add(object)
                }
            }
            XCTAssertEqual(try realm.check().problems.map(\.message), [], "round \(round)")
        }
        let realm = try Realm(configuration: configuration)
        XCTAssertEqual(realm.objects(Extreme.self).count, 600)
        XCTAssertEqual(realm.objects(Extreme.self).filter { $0.number == .max }.count, 150)
        try realm.write { realm.deleteAll() }
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    /// −0 is a value of its own, also where an index says that it equals 0.
    func testNegativeZero_inAnIndexedProperty_isKept() throws {
        let realm = try Realm(configuration: memory([Extreme.self]))
        try realm.write {
            let object = realm.create(Extreme.self, value: ["id": 1, "number": 0, "measure": 0.0])
            object.measure = -0.0
            XCTAssertEqual(object.measure.sign, .minus)
        }
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    /// Row ids come again after a rollback; what is made with them afterwards is alive.
    func testObjects_madeAfterARolledBackSavepoint_areAlive() throws {
        let realm = try Realm(configuration: memory([Tag.self]))
        try realm.write {
            var lost: Tag?
            XCTAssertThrowsError(
                try realm.nested {
                    lost = realm.create(Tag.self, value: ["id": "x"])
                    throw Refusal()
                })
            let kept = Tag()
            kept.id = "y"
            realm.add(kept)
            kept.number = 7
            XCTAssertFalse(kept.isInvalidated)
            XCTAssertEqual(lost?.isInvalidated, true)
            XCTAssertThrowsError(try realm.importJSON(Tag.self, from: Data(#"[{"id":"z","number":0},{"id":1}]"#.utf8)))
            let other = realm.create(Tag.self, value: ["id": "w", "parent": kept])
            XCTAssertEqual(other.parent?.number, 7)
        }
        XCTAssertEqual(realm.objects(Tag.self).map(\.id).sorted(), ["w", "y"])
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    /// A raw value without a case is an error wherever it is read, and never another case.
    func testRawValueWithoutACase_isDamaged_inPropertyListAndColumn() throws {
        let name = UUID().uuidString
        let before = try Realm(configuration: memory([Before.Kind.self], name))
        try before.write {
            before.create(
                Before.Kind.self, value: ["id": 1, "one": Letter.z, "many": [Letter.a, .z, .b]] as [String: Any])
        }
        let after = try Realm(configuration: memory([After.Kind.self], name))
        for read in [
            { (object: After.Kind) in _ = object.one }, { _ = Array($0.many) }, { _ = $0.many[1] },
            { _ in _ = after.objects(After.Kind.self).values(\.one) },
        ] as [(After.Kind) -> Void] {
            XCTAssertThrowsError(
                try after.read { if let object = after.objects(After.Kind.self).first { read(object) } }
            ) {
                XCTAssertTrue(Realm.Error.Code.damaged ~= $0, "\($0)")
            }
        }
        XCTAssertEqual(after.objects(After.Kind.self).first?.many[0], .a)
    }

    /// Defaults that differ from instance to instance are defaults too.
    func testProperties_withChangingDefaults_areTakenOver() throws {
        let name = UUID().uuidString
        let before = try Realm(configuration: memory([Before.Kind.self], name))
        try before.write { _ = before.create(Before.Kind.self, value: ["id": 1]) }
        let grown = try Realm(configuration: memory([Grown.Kind.self], name))
        let object = try XCTUnwrap(grown.objects(Grown.Kind.self).first)
        let token = object.token
        XCTAssertEqual(grown.objects(Grown.Kind.self).first?.token, token)
        XCTAssertTrue(object.ratio.isNaN)
        XCTAssertEqual(try grown.check().problems.map(\.message), [])
    }

    /// A key that no key tree can hold is an issue with its place, in the object and in a link to it.
    func testKey_thatIsTooLong_isAnIssue() throws {
        let realm = try Realm(configuration: memory([Tag.self]))
        let long = String(repeating: "k", count: 600)
        for (payload, pointer) in [
            (#"[{"id":"a","number":0},{"id":"\#(long)","number":0}]"#, "/1/id"),
            (#"[{"id":"a","number":0,"parent":"\#(long)"}]"#, "/0/parent"),
        ] {
            XCTAssertThrowsError(try realm.importJSON(Tag.self, from: Data(payload.utf8))) { error in
                let issue = (error as? JSONImportError)?.issues.first
                XCTAssertEqual(issue?.kind, .outOfRange, "\(error)")
                XCTAssertEqual(issue?.pointer, pointer)
            }
            XCTAssertTrue(realm.isEmpty)
        }
    }

    /// Waiting for oneself would be for ever.
    func testWrite_insideAWriteOfAnotherRealmOfTheThread_throws() throws {
        let configuration = memory([Tag.self])
        let outer = try Realm(configuration: configuration)
        let inner = try Realm(configuration: configuration)
        try outer.write {
            XCTAssertThrowsError(try inner.write { _ = inner.create(Tag.self, value: ["id": "x"]) }) { error in
                XCTAssertTrue("\(error)".contains("of this thread"), "\(error)")
            }
            _ = outer.create(Tag.self, value: ["id": "y"])
        }
        try inner.write { _ = inner.create(Tag.self, value: ["id": "z"]) }
        _ = outer.refresh()
        XCTAssertEqual(outer.objects(Tag.self).map(\.id).sorted(), ["y", "z"])
    }
}
