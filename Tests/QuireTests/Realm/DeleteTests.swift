import Foundation
import XCTest

@testable import Quire

/// Deleting, invalid objects, and equality.
final class DeleteTests: XCTestCase {
    func testDelete_anObject_clearsLinksAndLists() throws {
        let realm = try makeRealm()
        let ann = Owner(value: ["name": "Ann", "friend": ["name": "Bob"], "pets": [["id": 1], ["id": 2]]])
        try realm.write {
            realm.add(ann)
            ann.pets.append(ann.pets[0])
        }
        let pet = try XCTUnwrap(realm.object(ofType: Pet.self, forPrimaryKey: 1))
        XCTAssertEqual(pet.owners.count, 2)
        let bob = try XCTUnwrap(ann.friend)
        try realm.write {
            realm.delete(pet)
            realm.delete(bob)
        }
        XCTAssertTrue(pet.isInvalidated)
        XCTAssertNil(pet.realm)
        XCTAssertEqual(pet.description, "[invalid object]")
        XCTAssertNil(ann.friend)
        XCTAssertEqual(ann.pets.map(\.id), [2])
        XCTAssertNil(realm.object(ofType: Pet.self, forPrimaryKey: 1))
    }

    func testDelete_anOwner_takesItsEmbeddedObjectsAlong() throws {
        let realm = try makeRealm()
        let ann = Owner(value: ["name": "Ann", "address": ["street": "S"], "addresses": [["street": "T"]]])
        try realm.write { realm.add(ann) }
        let address = try XCTUnwrap(ann.address)
        let listed = ann.addresses[0]
        let list = ann.addresses
        try realm.write { realm.delete(ann) }
        XCTAssertTrue(address.isInvalidated)
        XCTAssertTrue(listed.isInvalidated)
        XCTAssertTrue(list.isInvalidated)
        XCTAssertTrue(realm.isEmpty)
    }

    func testDelete_throughAnotherAccessor_invalidatesBoth() throws {
        let realm = try makeRealm()
        let note = Note()
        try realm.write { realm.add(note) }
        let other = try XCTUnwrap(realm.objects(Note.self).first)
        try realm.write {
            realm.delete(note)
            // A row that is gone already is nobody's trouble.
            realm.delete(other)
        }
        XCTAssertTrue(other.isInvalidated)
    }

    func testDelete_manyAndAll_emptiesTheRealm() throws {
        let realm = try makeRealm()
        try realm.write { realm.add((1...20).map { Pet(value: ["id": $0]) }) }
        try realm.write { realm.delete(realm.objects(Pet.self)) }
        XCTAssertEqual(realm.objects(Pet.self).count, 0)
        let owner = Owner(value: ["name": "A", "pets": [["id": 1], ["id": 2]]])
        try realm.write {
            realm.add(owner)
            realm.delete(owner.pets)
        }
        XCTAssertEqual(owner.pets.count, 0)
        try realm.write {
            realm.add([Note(), Note()])
            realm.delete([Note()].filter { _ in false })
            realm.deleteAll()
        }
        XCTAssertTrue(realm.isEmpty)
        XCTAssertTrue(owner.isInvalidated)
    }

    func testInvalidate_makesObjectsInvalidAndDropsTheWrite() throws {
        let realm = try makeRealm()
        let note = Note(value: ["text": "a"])
        try realm.write { realm.add(note) }
        realm.beginWrite()
        note.text = "b"
        realm.invalidate()
        XCTAssertFalse(realm.isInWriteTransaction)
        XCTAssertTrue(note.isInvalidated)
        XCTAssertEqual(realm.objects(Note.self).first?.text, "a")
    }

    func testEquality_ofObjectsWithAndWithoutKey() throws {
        let realm = try makeRealm()
        let pet = Pet(value: ["id": 1])
        let note = Note()
        try realm.write {
            realm.add(pet)
            realm.add(note)
        }
        let samePet = try XCTUnwrap(realm.object(ofType: Pet.self, forPrimaryKey: 1))
        XCTAssertEqual(pet, samePet)
        XCTAssertEqual(pet.hashValue, samePet.hashValue)
        XCTAssertTrue(pet.isSameObject(as: samePet))
        let sameNote = try XCTUnwrap(realm.objects(Note.self).first)
        XCTAssertNotEqual(note, sameNote)
        XCTAssertTrue(note.isSameObject(as: sameNote))
        XCTAssertNotEqual(Pet(value: ["id": 1]), Pet(value: ["id": 1]))
        let view = try Realm(configuration: realm.configuration)
        let seenThere = try XCTUnwrap(view.object(ofType: Pet.self, forPrimaryKey: 1))
        XCTAssertEqual(pet, seenThere)
        XCTAssertFalse(pet.isSameObject(as: seenThere))
        XCTAssertFalse(pet.isSameObject(as: nil))
    }
}
