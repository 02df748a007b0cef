import Foundation
import XCTest

@testable import Quire

/// `create(_:value:update:)` and `Object(value:)`.
final class CreateTests: XCTestCase {
    func testCreate_fromADictionary_coercesAndNests() throws {
        let realm = try makeRealm()
        let owner = try realm.write {
            realm.create(
                Owner.self,
                value: [
                    "name": "Ann", "age": Int8(44), "unknown": 1, "friend": ["name": "Bob"],
                    "pets": [["id": 1, "name": "Tom"], [2]] as [Any], "address": ["street": "Main"],
                    "addresses": [["street": "A"]], "nicknames": ["x", "y"], "scores": [1, NSNull()] as [Any],
                ])
        }
        XCTAssertEqual(owner.realm, realm)
        XCTAssertEqual(owner.age, 44)
        XCTAssertEqual(owner.friend?.name, "Bob")
        XCTAssertEqual(owner.friend?.age, 30)
        XCTAssertEqual(owner.pets.map(\.id), [1, 2])
        XCTAssertEqual(owner.pets.map(\.name), ["Tom", "Rex"])
        XCTAssertEqual(owner.address?.street, "Main")
        XCTAssertEqual(owner.addresses.first?.street, "A")
        XCTAssertEqual(Array(owner.nicknames), ["x", "y"])
        XCTAssertEqual(Array(owner.scores), [1, nil])
    }

    func testCreate_fromFoundationsTypes_coerces() throws {
        let realm = try makeRealm()
        let json = #"{"id": 3, "flag": true, "double": 2, "float": 1.5, "text": "t", "mood": "cross", "level": 2}"#
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let object = try realm.write { realm.create(Scalars.self, value: value) }
        XCTAssertEqual(object.id, 3)
        XCTAssertTrue(object.flag)
        XCTAssertEqual(object.double, 2)
        XCTAssertEqual(object.float, 1.5)
        XCTAssertEqual(object.mood, .cross)
        XCTAssertEqual(object.level, .high)
    }

    func testCreate_withAbsentKeys_keepsWhatIsStored() throws {
        let realm = try makeRealm()
        try realm.write {
            realm.create(Owner.self, value: ["name": "Ann", "age": 1, "friend": ["name": "Bob"], "nicknames": ["n"]])
        }
        for policy in [Realm.UpdatePolicy.modified, .all] {
            let same = try realm.write { realm.create(Owner.self, value: ["name": "Ann", "age": 2], update: policy) }
            XCTAssertEqual(same.age, 2)
            XCTAssertEqual(same.friend?.name, "Bob")
            XCTAssertEqual(Array(same.nicknames), ["n"])
        }
        let cleared = try realm.write {
            realm.create(
                Owner.self, value: ["name": "Ann", "friend": NSNull(), "nicknames": Optional<[String]>.none as Any],
                update: .modified)
        }
        XCTAssertNil(cleared.friend)
        XCTAssertEqual(cleared.nicknames.count, 0)
        XCTAssertEqual(realm.objects(Owner.self).count, 2)
    }

    func testCreate_fromAnArray_takesTheOrderOfDeclaration() throws {
        let realm = try makeRealm()
        let pet = try realm.write { realm.create(Pet.self, value: [9, "Nine"]) }
        XCTAssertEqual(pet.id, 9)
        XCTAssertEqual(pet.name, "Nine")
        check(.invalidValue, "Pet", nil, in: realm) { realm.create(Pet.self, value: [1, "a", 3]) }
    }

    func testCreate_fromAnObject_copiesTheGraph() throws {
        let realm = try makeRealm()
        let source = Owner(value: ["name": "Ann", "pets": [["id": 1]], "address": ["street": "Main"]])
        source.friend = source
        let made = try realm.write { realm.create(Owner.self, value: source) }
        XCTAssertNil(source.realm)
        XCTAssertEqual(made.friend?.name, "Ann")
        XCTAssertEqual(made.pets.count, 1)
        XCTAssertEqual(made.address?.street, "Main")
        XCTAssertEqual(realm.objects(Owner.self).count, 1)
        // A managed object is up to date with itself.
        try realm.write { XCTAssertTrue(realm.create(Owner.self, value: made, update: .modified) === made) }
        let other = try makeRealm()
        let copy = try other.write { other.create(Owner.self, value: made) }
        XCTAssertEqual(copy.pets.first?.id, 1)
        XCTAssertEqual(copy.realm, other)
    }

    func testCreate_withoutAValue_takesDefaults() throws {
        let realm = try makeRealm()
        let note = try realm.write { realm.create(Note.self) }
        XCTAssertEqual(note.text, "")
        let object = try realm.write { realm.create(Scalars.self, value: ["id": 1]) }
        XCTAssertEqual(object.mood, .calm)
        XCTAssertEqual(object.level, .low)
    }

    // MARK: Errors

    private func check(
        _ code: Realm.Error.Code, _ className: String, _ property: String?, in realm: Realm, line: UInt = #line,
        _ body: () -> some Any
    ) {
        XCTAssertThrowsError(
            try realm.write {
                realm.create(Note.self)
                _ = body()
            }, line: line
        ) { error in
            guard let error = error as? Realm.Error else { return XCTFail("\(error)", line: line) }
            XCTAssertEqual(error.code, code, line: line)
            XCTAssertEqual(error.className, className, line: line)
            XCTAssertEqual(error.property, property, line: line)
            XCTAssertTrue(error.message.contains(className), error.message, line: line)
            if let property { XCTAssertTrue(error.message.contains(property), error.message, line: line) }
        }
        XCTAssertEqual(realm.objects(Note.self).count, 0, line: line)
    }

    func testCreate_withBadValues_dooms() throws {
        let realm = try makeRealm()
        check(.invalidValue, "Pet", "name", in: realm) { realm.create(Pet.self, value: ["id": 1, "name": 5]) }
        check(.invalidValue, "Pet", "id", in: realm) { realm.create(Pet.self, value: ["id": "one"]) }
        check(.missingValue, "Pet", "name", in: realm) { realm.create(Pet.self, value: ["id": 1, "name": NSNull()]) }
        check(.missingPrimaryKey, "Pet", "id", in: realm) { realm.create(Pet.self, value: ["name": "x"]) }
        check(.valueOutOfRange, "Scalars", "tiny", in: realm) {
            realm.create(Scalars.self, value: ["id": 1, "tiny": 128])
        }
        check(.invalidValue, "Scalars", "mood", in: realm) {
            realm.create(Scalars.self, value: ["id": 1, "mood": "happy"])
        }
        check(.invalidValue, "Scalars", "flag", in: realm) {
            realm.create(Scalars.self, value: ["id": 1, "flag": "yes"])
        }
        check(.invalidValue, "Scalars", "rank", in: realm) {
            realm.create(Scalars.self, value: ["id": 1, "rank": 1.5])
        }
        check(.invalidValue, "Owner", "friend", in: realm) {
            realm.create(Owner.self, value: ["name": "A", "friend": 5])
        }
        check(.invalidValue, "Owner", "pets", in: realm) { realm.create(Owner.self, value: ["name": "A", "pets": 5]) }
        check(.missingValue, "Owner", "pets", in: realm) {
            realm.create(Owner.self, value: ["name": "A", "pets": [NSNull()]])
        }
        check(.invalidValue, "Owner", "nicknames", in: realm) {
            realm.create(Owner.self, value: ["name": "A", "nicknames": [1]])
        }
        check(.invalidValue, "Pet", nil, in: realm) { realm.create(Pet.self, value: 17) }
        check(.noPrimaryKey, "Note", nil, in: realm) {
            realm.create(Note.self, value: [String: Any](), update: .modified)
        }
        check(.duplicatePrimaryKey, "Pet", "id", in: realm) {
            realm.create(Pet.self, value: ["id": 1])
            return realm.create(Pet.self, value: ["id": 1])
        }
    }

    func testCreate_anInvalidNestedValue_leavesNothing() throws {
        let realm = try makeRealm()
        XCTAssertThrowsError(
            try realm.write {
                realm.create(Owner.self, value: ["name": "A", "pets": [["id": 1], ["id": 2, "name": 7]]])
            })
        XCTAssertTrue(realm.isEmpty)
    }

    // MARK: Unmanaged

    func testObjectValue_nested_buildsUnmanagedObjects() {
        let owner = Owner(value: ["name": "A", "friend": ["name": "B"], "pets": [[1, "x"]], "scores": [nil, 2]])
        XCTAssertNil(owner.realm)
        XCTAssertEqual(owner.friend?.name, "B")
        XCTAssertEqual(owner.pets.first?.name, "x")
        XCTAssertEqual(Array(owner.scores), [nil, 2])
        XCTAssertEqual(owner.age, 30)
        let copy = Owner(value: owner)
        XCTAssertEqual(copy.name, "A")
        XCTAssertTrue(copy.friend === owner.friend)
    }
}
