import Foundation
import XCTest

@testable import Quire
@testable import QuireStorage

/// Classes that are wrong on purpose stay out of the schemas of others.
enum Wrong {
    class Base: Object {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
    final class Empty: Base {
        var notStored = 1
    }
    final class TwoKeys: Base {
        @Persisted(primaryKey: true) var a: Int
        @Persisted(primaryKey: true) var b: String
    }
    final class KeyByOverride: Base {
        @Persisted(primaryKey: true) var a: Int
        @Persisted var b: String
        override class func primaryKey() -> String? { "b" }
    }
    final class DoubleKey: Base {
        @Persisted(primaryKey: true) var a: Double
    }
    final class MissingKey: Base {
        @Persisted var a: Int
        override class func primaryKey() -> String? { "c" }
    }
    final class UnsupportedOptional: Base {
        @Persisted var a: Int
        @Persisted var link: URL?
    }
    final class OptionalObjects: Base {
        @Persisted var list: List<Pet?>
    }
    final class NestedLists: Base {
        @Persisted var list: List<List<Int>>
    }
    final class InverseOfNothing: Base {
        @Persisted(originProperty: "nothing") var owners: LinkingObjects<Owner>
    }
    final class InverseOfAnother: Base {
        @Persisted(originProperty: "pets") var owners: LinkingObjects<Owner>
    }
    final class InverseOfAScalar: Base {
        let owners = LinkingObjects(fromType: Owner.self, property: "age")
    }
    final class IndexedList: Base {
        @Persisted(indexed: true) var list: List<Int>
        override class func indexedProperties() -> [String] { ["absent"] }
    }
    final class Pet: Base {
        @Persisted var a: Int
    }
    final class KeyedEmbedded: EmbeddedObject {
        @Persisted(primaryKey: true) var a: Int
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
    class Parent: Base {
        @Persisted var a: Int
    }
}

class Animal: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name = "none"
    private var cache = [Int]()
}

class Dog: Animal {
    @Persisted private var secret: Int
    @Persisted(indexed: true) var breed: String
    lazy var heavy = [1, 2, 3]
    var computed: Int { secret }
    override class func ignoredProperties() -> [String] { ["ignored"] }
    @Persisted var ignored: Int
}

final class SchemaTests: XCTestCase {
    private func problems(_ types: [Object.Type], line: UInt = #line) -> Realm.Error? {
        do {
            _ = try Realm(configuration: .init(inMemoryIdentifier: "wrong \(UUID())", objectTypes: types))
            XCTFail("the schema is wrong and must be refused", line: line)
            return nil
        } catch {
            guard let error = error as? Realm.Error else {
                XCTFail("\(error)", line: line)
                return nil
            }
            XCTAssertEqual(error.code, .invalidSchema, line: line)
            return error
        }
    }

    private func check(
        _ type: Object.Type, _ property: String?, _ words: String..., with others: [Object.Type] = [],
        line: UInt = #line
    ) {
        guard let error = problems([type] + others, line: line) else { return }
        XCTAssertEqual(error.className, ClassDescriptionBuilder.name(of: type), error.message, line: line)
        XCTAssertEqual(error.property, property, error.message, line: line)
        for word in words { XCTAssertTrue(error.message.contains(word), error.message, line: line) }
    }

    func testInvalidClasses_areRefusedByName() {
        check(Wrong.Empty.self, nil, "@Persisted")
        check(Wrong.TwoKeys.self, "b", "a and b")
        check(Wrong.KeyByOverride.self, "b", "a and b")
        check(Wrong.DoubleKey.self, "a", "primary key")
        check(Wrong.MissingKey.self, "c", "primaryKey()")
        check(Wrong.UnsupportedOptional.self, "link", "URL")
        check(Wrong.OptionalObjects.self, "list", "Pet", with: [Pet.self, Owner.self, Address.self])
        check(Wrong.NestedLists.self, "list", "List<Int>")
        let owners: [Object.Type] = [Owner.self, Pet.self, Address.self]
        check(Wrong.InverseOfNothing.self, "owners", "Owner.nothing", "does not exist", with: owners)
        check(Wrong.InverseOfAnother.self, "owners", "Owner.pets", "Pet", with: owners)
        check(Wrong.InverseOfAScalar.self, "owners", "Owner.age", "not a link", with: owners)
        check(Wrong.InverseOfAnother.self, "owners", "missing from objectTypes")
        check(Wrong.IndexedList.self, "list", "absent", "indexed")
        check(Wrong.KeyedEmbedded.self, "a", "embedded")
        check(Owner.self, "pets", "Pet", "missing from objectTypes", with: [Address.self])
    }

    func testInvalidClasses_areListedAllAtOnce() {
        let error = problems([Wrong.Empty.self, Wrong.TwoKeys.self, Wrong.DoubleKey.self, Pet.self])
        for word in ["Empty", "TwoKeys", "DoubleKey", "Pet.owners"] {
            XCTAssertTrue(error?.message.contains(word) == true, error?.message ?? "")
        }
    }

    func testTwoClassesOfOneName_areBothNamed() {
        let error = problems([Wrong.Pet.self, Pet.self, Owner.self, Address.self])
        XCTAssertTrue(error?.message.contains("QuireTests.Wrong.Pet") == true, error?.message ?? "")
        XCTAssertTrue(error?.message.contains("QuireTests.Pet") == true, error?.message ?? "")
    }

    func testSubclass_inheritsProperties_superclassFirst() throws {
        let description = ClassDescription.of(Dog.self)
        XCTAssertEqual(description.properties.map(\.name), ["id", "name", "secret", "breed"])
        XCTAssertEqual(description.primaryKey?.name, "id")
        XCTAssertEqual(description.property(named: "breed")?.isIndexed, true)
        XCTAssertEqual(description.property(named: "name")?.hasDefault, true)
        XCTAssertEqual(description.property(named: "breed")?.hasDefault, false)
        let realm = try makeRealm([Animal.self, Dog.self])
        try realm.write {
            realm.create(Dog.self, value: ["id": 1, "breed": "x", "secret": 9])
            realm.create(Animal.self, value: ["id": 1])
        }
        XCTAssertEqual(realm.objects(Animal.self).count, 1)
        XCTAssertEqual(realm.objects(Dog.self).first?.computed, 9)
        XCTAssertEqual(realm.objects(Dog.self).first?.name, "none")
    }

    func testFields_byReflectionAndByMirror_agree() {
        let types: [Object.Type] = commonTypes + [Dog.self, Asset.self, Wrong.InverseOfAScalar.self]
        for type in types {
            let reflected = ClassFields.reflected(type) ?? []
            let own = (ClassFields.reflected(Object.self) ?? []).count
            let mirrored = ClassFields.mirrored(type.init())
            XCTAssertEqual(reflected.dropFirst(own).map(\.name), mirrored.map(\.name), "\(type)")
            XCTAssertEqual(reflected.dropFirst(own).map(\.offset), mirrored.map(\.offset), "\(type)")
        }
    }

    func testModelClasses_ofTheProcess_areFound() throws {
        final class Hidden: Object { @Persisted var a: Int }
        let found = try XCTUnwrap(ModelClasses.all).map { ObjectIdentifier($0) }
        for type in commonTypes + [Dog.self, Animal.self, Hidden.self] {
            XCTAssertTrue(found.contains(ObjectIdentifier(type)), "\(type)")
        }
        XCTAssertFalse(found.contains(ObjectIdentifier(Wrong.Empty.self)))
        XCTAssertFalse(found.contains(ObjectIdentifier(Object.self)))
        XCTAssertEqual(Set(found).count, found.count)
    }

    func testOptions_reachTheDefinition() {
        let definition = ClassDescription.of(Owner.self).definition
        XCTAssertEqual(
            definition.columns.map(\.name),
            [
                "name", "age", "friend", "pets", "address", "addresses", "nicknames", "scores",
            ])
        XCTAssertEqual(definition.primaryKey, 0)
        XCTAssertEqual(definition.columns[1].defaultValue, .int(30))
        XCTAssertEqual(definition.columns[2].target, "Owner")
        XCTAssertTrue(definition.columns[2].isOptional)
        XCTAssertTrue(definition.columns[4].isOwning)
        XCTAssertEqual(definition.columns[5].elementType, .link)
        XCTAssertTrue(definition.columns[7].isElementOptional)
        XCTAssertTrue(ClassDescription.of(Address.self).definition.isEmbedded)
    }

    func testDefaults_thatDifferEachTime_areEvaluatedOnceForOldRows() {
        final class Volatile: Object {
            @Persisted var made = UUID()
            @Persisted var fixed = "x"
            override class func shouldIncludeInDefaultSchema() -> Bool { false }
        }
        let definition = ClassDescription.of(Volatile.self).definition
        guard case .uuid = definition.columns[0].defaultValue else { return XCTFail("a UUID is a default, too") }
        XCTAssertEqual(definition.columns[1].defaultValue, .text("x"))
    }
}
