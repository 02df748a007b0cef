import Foundation
import XCTest

@testable import Quire

/// `add`: the same instance, everything reachable, and the update policies.
final class AddTests: XCTestCase {
    private func family() -> Owner {
        let owner = Owner()
        owner.name = "Ann"
        let friend = Owner()
        friend.name = "Bob"
        owner.friend = friend
        friend.friend = owner
        for id in 1...3 {
            let pet = Pet()
            pet.id = id
            owner.pets.append(pet)
        }
        owner.address = Address(value: ["street": "Main", "zip": 1])
        owner.addresses.append(Address(value: ["street": "A"]))
        owner.addresses.append(Address(value: ["street": "B"]))
        owner.nicknames.append("Annie")
        owner.scores.append(nil)
        owner.scores.append(5)
        return owner
    }

    func testAdd_aGraphWithACycle_managesTheSameInstances() throws {
        let realm = try makeRealm()
        let owner = family()
        let friend = try XCTUnwrap(owner.friend)
        let pets = owner.pets
        let pet = pets[0]
        try realm.write { realm.add(owner) }
        XCTAssertEqual(owner.realm, realm)
        XCTAssertEqual(friend.realm, realm)
        XCTAssertEqual(pet.realm, realm)
        XCTAssertTrue(owner.pets === pets)
        XCTAssertEqual(pets.map(\.id), [1, 2, 3])
        XCTAssertEqual(owner.friend?.friend?.name, "Ann")
        XCTAssertEqual(owner.address?.street, "Main")
        XCTAssertEqual(owner.addresses.map(\.street), ["A", "B"])
        XCTAssertEqual(Array(owner.nicknames), ["Annie"])
        XCTAssertEqual(Array(owner.scores), [nil, 5])
        XCTAssertEqual(realm.objects(Owner.self).count, 2)
        XCTAssertEqual(pet.owners.map(\.name), ["Ann"])
        XCTAssertEqual(pet.checkedOwners.map(\.name), ["Ann"])
        XCTAssertEqual(pet.owner?.name, "Ann")
    }

    func testAdd_aChainOfAHundredThousand_needsNoStack() throws {
        let realm = try makeRealm()
        let (first, last) = noteChain(100_000)
        try realm.write { realm.add(first) }
        XCTAssertEqual(realm.objects(Note.self).count, 100_001)
        XCTAssertEqual(first.next?.next?.text, "2")
        XCTAssertEqual(last.text, "100000")
    }

    func testAdd_twice_changesNothing() throws {
        let realm = try makeRealm()
        let note = Note()
        try realm.write {
            realm.add(note)
            realm.add(note)
        }
        XCTAssertEqual(realm.objects(Note.self).count, 1)
    }

    func testAdd_aKeyThatExists_throwsAndStoresNothing() throws {
        let realm = try makeRealm()
        try realm.write { realm.add(Pet(value: ["id": 1, "name": "Old"])) }
        let new = Pet(value: ["id": 1, "name": "New"])
        XCTAssertThrowsError(
            try realm.write {
                realm.add(Note())
                realm.add(new)
                // Harmless in a doomed transaction.
                realm.add(Pet(value: ["id": 2]))
                realm.delete(realm.objects(Note.self))
            }
        ) { error in
            guard let error = error as? Realm.Error else { return XCTFail("\(error)") }
            XCTAssertEqual(error.code, .duplicatePrimaryKey)
            XCTAssertEqual(error.className, "Pet")
            XCTAssertEqual(error.property, "id")
            XCTAssertTrue(error.message.contains("Pet") && error.message.contains("1"), error.message)
        }
        XCTAssertEqual(realm.objects(Note.self).count, 0)
        XCTAssertEqual(realm.objects(Pet.self).map(\.name), ["Old"])
    }

    func testAdd_updateModified_writesEverythingIntoTheOldRow() throws {
        let realm = try makeRealm()
        let owner = family()
        try realm.write { realm.add(owner) }
        let street = try XCTUnwrap(owner.address)
        let update = Owner()
        update.name = "Ann"
        update.age = 31
        update.pets.append(Pet(value: ["id": 3, "name": "Max"]))
        update.address = Address(value: ["street": "Other"])
        update.addresses.append(Address(value: ["street": "C"]))
        try realm.write { realm.add(update, update: .modified) }
        XCTAssertEqual(realm.objects(Owner.self).count, 2)
        XCTAssertTrue(owner.isSameObject(as: update))
        XCTAssertEqual(owner.age, 31)
        XCTAssertNil(owner.friend)
        XCTAssertEqual(owner.pets.map(\.id), [3])
        XCTAssertEqual(owner.pets.first?.name, "Max")
        XCTAssertEqual(realm.objects(Pet.self).count, 3)
        // Embedded objects are updated in place, surplus ones die.
        XCTAssertFalse(street.isInvalidated)
        XCTAssertEqual(street.street, "Other")
        XCTAssertNil(street.zip)
        XCTAssertEqual(owner.addresses.map(\.street), ["C"])
        XCTAssertEqual(Array(owner.nicknames), [])
    }

    func testAdd_updateAll_replacesEmbeddedObjects() throws {
        let realm = try makeRealm()
        let owner = family()
        try realm.write { realm.add(owner) }
        let street = try XCTUnwrap(owner.address)
        let update = Owner()
        update.name = "Ann"
        update.address = Address(value: ["street": "Other"])
        try realm.write { realm.add(update, update: .all) }
        XCTAssertTrue(street.isInvalidated)
        XCTAssertEqual(owner.address?.street, "Other")
        XCTAssertEqual(owner.addresses.count, 0)
    }

    func testAdd_updateOfAClassWithoutKey_insertsAnew() throws {
        let realm = try makeRealm()
        try realm.write {
            realm.add(Note(), update: .modified)
            realm.add(Note(), update: .all)
        }
        XCTAssertEqual(realm.objects(Note.self).count, 2)
    }

    func testAssignment_ofAnUnmanagedObject_addsIt() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A"])
        let pet = Pet(value: ["id": 4])
        let friend = Owner(value: ["name": "B"])
        try realm.write {
            realm.add(owner)
            owner.friend = friend
            owner.pets.append(pet)
            owner.address = Address(value: ["street": "S"])
        }
        XCTAssertEqual(friend.realm, realm)
        XCTAssertEqual(pet.owners.count, 1)
        XCTAssertEqual(owner.address?.street, "S")
        try realm.write {
            owner.address = owner.address
            owner.friend = nil
        }
        XCTAssertEqual(owner.address?.street, "S")
        XCTAssertNil(owner.friend)
        try realm.write { owner.address = nil }
        XCTAssertNil(owner.address)
    }

    func testAdd_aSequence_addsEach() throws {
        let realm = try makeRealm()
        try realm.write { realm.add((1...50).map { Pet(value: ["id": $0]) }) }
        XCTAssertEqual(realm.objects(Pet.self).count, 50)
        XCTAssertEqual(realm.object(ofType: Pet.self, forPrimaryKey: 50)?.name, "Rex")
        XCTAssertNil(realm.object(ofType: Pet.self, forPrimaryKey: 51))
    }

    func testAdd_rolledBack_makesTheObjectsInvalid() throws {
        let realm = try makeRealm()
        let note = Note()
        let kept = Note()
        try realm.write { realm.add(kept) }
        XCTAssertThrowsError(
            try realm.write {
                realm.add(note)
                kept.text = "changed"
                throw CancellationError()
            })
        XCTAssertTrue(note.isInvalidated)
        XCTAssertFalse(kept.isInvalidated)
        XCTAssertEqual(kept.text, "")
        // The engine may give the row id again: the old accessor stays dead.
        let later = Note(value: ["text": "later"])
        try realm.write { realm.add(later) }
        XCTAssertTrue(note.isInvalidated)
        XCTAssertEqual(note.description, "[invalid object]")
        XCTAssertFalse(later.isInvalidated)
    }

    func testAdd_inASavepointThatFails_invalidatesOnlyItsObjects() throws {
        let realm = try makeRealm()
        let outer = Note(value: ["text": "outer"])
        let inner = Note(value: ["text": "inner"])
        try realm.write {
            realm.add(outer)
            XCTAssertThrowsError(
                try realm.nested {
                    realm.add(inner)
                    outer.text = "changed"
                    throw CancellationError()
                })
            XCTAssertEqual(outer.text, "outer")
            XCTAssertTrue(inner.isInvalidated)
            realm.add(Note(value: ["text": "after"]))
            XCTAssertTrue(inner.isInvalidated)
        }
        XCTAssertEqual(Set(realm.objects(Note.self).map(\.text)), ["outer", "after"])
        XCTAssertFalse(outer.isInvalidated)
    }
}
