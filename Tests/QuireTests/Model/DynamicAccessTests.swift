import Foundation
import XCTest

@testable import Quire

/// Properties by names that are known at run time.
final class DynamicAccessTests: XCTestCase {
    func testValue_ofEveryKind_isTheOneOfTheProperty() throws {
        let realm = try makeRealm()
        let unmanaged = Scalars()
        unmanaged.text = "some text"
        unmanaged.level = .high
        unmanaged.date = Date(timeIntervalSinceReferenceDate: 7)
        let managed = try realm.write { realm.create(Scalars.self, value: unmanaged) }
        for object in [unmanaged, managed] {
            XCTAssertEqual(object["text"] as? String, "some text")
            XCTAssertEqual(object["level"] as? Int, 2)
            XCTAssertEqual(object.value(forKey: "mood") as? String, "calm")
            XCTAssertEqual(object["date"] as? Date, unmanaged.date)
            XCTAssertEqual(object["flag"] as? Bool, false)
        }
        XCTAssertNil(OptionalScalars()["level"])
        XCTAssertEqual(Scalars.className(), "Scalars")
    }

    func testValue_ofLinksAndCollections_isLive() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "Ann", "pets": [["id": 1]]])
        XCTAssertTrue(owner["pets"] as? List<Pet> === owner.pets)
        XCTAssertNil(owner["friend"])
        try realm.write { realm.add(owner) }
        let pets = try XCTUnwrap(owner["pets"] as? List<Pet>)
        try realm.write { pets.append(Pet(value: ["id": 2])) }
        XCTAssertEqual(owner.pets.map(\.id), [1, 2])
        let owners = try XCTUnwrap(pets[1]["owners"] as? LinkingObjects<Owner>)
        XCTAssertEqual(owners.map(\.name), ["Ann"])
        XCTAssertEqual((pets[0]["owner"] as? Owner)?.name, "Ann")
    }

    func testSet_onBothSidesOfAdding_coercesAndLinks() throws {
        let realm = try makeRealm()
        let owner = Owner()
        owner["name"] = "Ann"
        owner["age"] = NSNumber(value: 41)
        owner["pets"] = [["id": 1], ["id": 2]]
        owner["address"] = ["street": "Main"]
        XCTAssertEqual(owner.age, 41)
        XCTAssertEqual(owner.pets.map(\.id), [1, 2])
        try realm.write { realm.add(owner) }
        let other = Owner(value: ["name": "Bob"])
        try realm.write {
            owner["age"] = 42.0
            owner.setValue(other, forKey: "friend")
            owner["pets"] = [owner.pets[1]]
            owner["scores"] = [1, nil, 3] as [Int?]
            owner["address"] = nil
        }
        XCTAssertEqual(owner.age, 42)
        XCTAssertTrue(other.isSameObject(as: owner.friend))
        XCTAssertEqual(owner.pets.map(\.id), [2])
        XCTAssertEqual(Array(owner.scores), [1, nil, 3])
        XCTAssertNil(owner.address)
        XCTAssertEqual(realm.objects(Pet.self).count, 2)
        let level = try realm.write { realm.create(Scalars.self, value: ["id": 1]) }
        try realm.write { level["level"] = 2 }
        XCTAssertEqual(level.level, .high)
        try realm.write { level["level"] = Level.low }
        XCTAssertEqual(level.level, .low)
        XCTAssertEqual(try realm.check().problems.count, 0)
    }

    func testSet_ofAValueThatDoesNotFit_dooms() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "Ann"])
        try realm.write { realm.add(owner) }
        XCTAssertThrowsError(try realm.write { owner["age"] = "forty" }) { error in
            XCTAssertEqual((error as? Realm.Error)?.code, .invalidValue)
            XCTAssertEqual((error as? Realm.Error)?.property, "age")
        }
        XCTAssertThrowsError(try realm.write { owner["age"] = nil }) { error in
            XCTAssertEqual((error as? Realm.Error)?.code, .missingValue)
        }
        XCTAssertEqual(owner.age, 30)
    }

    /// Enums stand in the order of their raw values.
    func testEnums_areComparable() {
        XCTAssertLessThan(Level.low, .high)
        XCTAssertEqual([Mood.cross, .calm].sorted(), [.calm, .cross])
        XCTAssertEqual(max(Level.high, .low), .high)
    }
}
