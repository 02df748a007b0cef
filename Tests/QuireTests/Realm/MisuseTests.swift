// Misuse stops the program with one sentence, so each case runs in a process of its own.
import Foundation
import Testing

@testable import Quire

private func expectSentence(
    _ words: [String], _ result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for word in words { #expect(text.contains(word), "\(text.prefix(400))", sourceLocation: location) }
}

/// A Realm with one pet in it.
private func makePet() throws -> (realm: Realm, pet: Pet) {
    let realm = try makeRealm()
    let pet = Pet(value: ["id": 1])
    try realm.write { realm.add(pet) }
    return (realm, pet)
}

@Suite(.serialized)
struct MisuseTests {
    @Test func change_outsideOfAWrite_namesThePropertyAndTheRemedy() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try makePet().pet.name = "x"
        }
        expectSentence(["Cannot change Pet.name outside of a write transaction", "realm.write { }"], result)
    }

    @Test func change_ofANumberOutsideOfAWrite_namesTheProperty() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm()
            let owner = Owner(value: ["name": "A"])
            try realm.write { realm.add(owner) }
            try realm.write { owner.age = 1 }
            owner.age = 2
        }
        expectSentence(["Cannot change Owner.age outside of a write transaction"], result)
    }

    @Test func add_outsideOfAWrite_namesTheClass() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try makeRealm().add(Pet())
        }
        expectSentence(["Cannot add an object of Pet outside of a write transaction"], result)
    }

    @Test func primaryKey_changed_namesIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            try realm.write { pet.id = 1 }
        }
        expectSentence(["Pet.id is a primary key"], result)
    }

    @Test func propertyByName_thatNoPropertyHas_namesIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Pet()["nickname"]
        }
        expectSentence(["Invalid property name 'nickname' for class 'Pet'"], result)
    }

    @Test func propertyByName_ofTheKey_isNotSetOnceItIsManaged() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            try realm.write { pet["id"] = 2 }
        }
        expectSentence(["Pet.id is the primary key"], result)
    }

    @Test func propertyByName_setOutsideOfAWrite_namesIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            withExtendedLifetime(realm) { pet["name"] = "Max" }
        }
        expectSentence(["Cannot change Pet.name outside of a write transaction"], result)
    }

    @Test func propertyByName_ofAnInverse_isNotSet() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            try realm.write { pet["owners"] = nil }
        }
        expectSentence(["Pet.owners is an inverse and cannot be set"], result)
    }

    @Test func deletedObject_read_namesPropertyAndRemedy() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            try realm.write { realm.delete(pet) }
            print(pet.name)
        }
        expectSentence(["Pet.name: the object has been deleted or invalidated", "isInvalidated"], result)
    }

    @Test func deletedObject_linked_namesTheClass() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            try realm.write {
                realm.delete(pet)
                let owner = realm.create(Owner.self, value: ["name": "A"])
                owner.pets.append(pet)
            }
        }
        expectSentence(["Pet", "deleted or invalidated"], result)
    }

    @Test func deletedTwice_namesTheClass() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (realm, pet) = try makePet()
            try realm.write {
                realm.delete(pet)
                realm.delete(pet)
            }
        }
        expectSentence(["This Pet cannot be deleted"], result)
    }

    @Test func objectOfAnotherRealm_added_saysHowToCopyIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let pet = try makePet().pet
            let other = try makeRealm()
            try other.write { other.add(pet) }
        }
        expectSentence(["This Pet belongs to another Realm", "create("], result)
    }

    @Test func writeInsideAWrite_pointsAtNested() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm()
            try realm.write { try realm.write {} }
        }
        expectSentence(["already in a write transaction", "realm.nested"], result)
    }

    @Test func asyncWrite_insideAWriteByHand_pointsAtNested() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm()
            realm.beginWrite()
            try await realm.asyncWrite { realm.add(Note()) }
        }
        expectSentence(["already in a write transaction", "realm.nested { }"], result)
    }

    @Test func commitAndCancel_withoutAWrite_sayWhatToDo() async {
        let commit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try makeRealm().commitWrite()
        }
        expectSentence(["no write transaction to commit"], commit)
        let cancel = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try makeRealm().cancelWrite()
        }
        expectSentence(["no write transaction to cancel"], cancel)
    }

    @Test func readOnlyRealm_written_saysSo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try withTemporaryDirectory { directory in
                var configuration = Realm.Configuration(
                    fileURL: directory.appending(path: "a.quire"), objectTypes: commonTypes)
                do { _ = try Realm(configuration: configuration) }
                configuration.readOnly = true
                try Realm(configuration: configuration).write {}
            }
        }
        expectSentence(["read-only"], result)
    }

    @Test func classOutsideOfTheSchema_isNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm([Note.self])
            print(realm.objects(Pet.self).count)
        }
        expectSentence(["The class Pet is not among the classes of this Realm", "objectTypes"], result)
    }

    @Test func embeddedObject_added_namesIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm()
            try realm.write { realm.add(Address()) }
        }
        expectSentence(["Address is an embedded class"], result)
    }

    @Test func embeddedObject_withTwoOwners_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm()
            try realm.write {
                let first = realm.create(Owner.self, value: ["name": "A", "address": ["street": "S"]])
                let second = realm.create(Owner.self, value: ["name": "B"])
                second.address = first.address
            }
        }
        expectSentence(["Address", "owner already"], result)
    }

    @Test func subclassInALinkToItsBase_isRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Kennel: Object { @Persisted var animal: Animal? }
            let realm = try makeRealm([Kennel.self, Animal.self, Dog.self])
            try realm.write {
                let kennel = realm.create(Kennel.self)
                kennel.animal = Dog()
            }
        }
        expectSentence(["A link to Animal cannot hold one of Dog"], result)
    }

    @Test func keyOfAWrongType_namesTheProperty() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try makePet().realm.object(ofType: Pet.self, forPrimaryKey: "one") as Any)
        }
        expectSentence(["cannot be a key of Pet", "Pet.id"], result)
    }

    @Test func unmanagedObjectFromABadValue_namesTheProperty() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Pet(value: ["id": 1, "name": 5]))
        }
        expectSentence(["does not fit Pet.name"], result)
    }

    @Test func damageOutsideOfAnyScope_callsTheHandlerAndStops() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var configuration = Realm.Configuration(inMemoryIdentifier: "damage", objectTypes: commonTypes)
            configuration.onReadFailure = { error in
                FileHandle.standardError.write(Data("handler: \(error.code.name) \(error.page ?? 0)\n".utf8))
            }
            let realm = try Realm(configuration: configuration)
            realm.context.found(Realm.Error(.damaged, "Page 9 is damaged.", page: 9))
        }
        expectSentence(["handler: damaged 9", "Page 9 is damaged.", "realm.read { }"], result)
    }

    @Test func twoThreadsAtOnce_areNoticed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try makeRealm()
            realm.context.overlap.guarding { () throws(Never) in
                // As another thread would in the meantime.
                _ = realm.refresh()
            }
        }
        expectSentence(["two tasks or threads at once"], result)
    }
}
