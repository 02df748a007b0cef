import Foundation
import QuireTestSupport
import XCTest

@testable import Quire

/// Transactions, savepoints, and what dooms them.
final class WriteTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    func testWrite_givesTheBodysResult() throws {
        let realm = try makeRealm()
        XCTAssertEqual(try realm.write { 5 }, 5)
        XCTAssertFalse(realm.isInWriteTransaction)
        try realm.write { XCTAssertTrue(realm.isInWriteTransaction) }
    }

    func testWrite_thatCancelsItself_keepsNothing() throws {
        let realm = try makeRealm()
        let result = try realm.write {
            realm.add(Note())
            realm.cancelWrite()
            return 3
        }
        XCTAssertEqual(result, 3)
        XCTAssertTrue(realm.isEmpty)
        XCTAssertFalse(realm.isInWriteTransaction)
    }

    func testWrite_thatCommitsItself_keepsEverything() throws {
        let realm = try makeRealm()
        try realm.write {
            realm.add(Note())
            try realm.commitWrite()
        }
        XCTAssertEqual(realm.objects(Note.self).count, 1)
    }

    func testBeginAndCommit_byHand() throws {
        let realm = try makeRealm()
        realm.beginWrite()
        realm.add(Note())
        try realm.commitWrite()
        realm.beginWrite()
        realm.add(Note())
        realm.cancelWrite()
        XCTAssertEqual(realm.objects(Note.self).count, 1)
        realm.beginWrite()
        realm.add(Pet(value: ["id": 1]))
        realm.add(Pet(value: ["id": 1]))
        XCTAssertThrowsError(try realm.commitWrite()) {
            XCTAssertTrue(Realm.Error.Code.duplicatePrimaryKey ~= $0)
        }
        XCTAssertFalse(realm.isInWriteTransaction)
        XCTAssertEqual(realm.objects(Pet.self).count, 0)
    }

    func testWrite_thatThrows_rethrowsAndRollsBack() throws {
        struct Own: Error, Equatable { let number: Int }
        let realm = try makeRealm()
        XCTAssertThrowsError(
            try realm.write {
                realm.add(Note())
                throw Own(number: 4)
            }
        ) { XCTAssertEqual($0 as? Own, Own(number: 4)) }
        XCTAssertTrue(realm.isEmpty)
    }

    func testWrite_thatIsDoomedAndThenThrows_throwsWhatDoomedIt() throws {
        let realm = try makeRealm()
        XCTAssertThrowsError(
            try realm.write {
                realm.create(Pet.self, value: ["id": 1])
                realm.create(Pet.self, value: ["id": 1])
                throw CancellationError()
            }
        ) { XCTAssertTrue(Realm.Error.Code.duplicatePrimaryKey ~= $0) }
    }

    func testNested_thatIsDoomed_dooomsOnlyItself() throws {
        let realm = try makeRealm()
        try realm.write {
            realm.create(Pet.self, value: ["id": 1])
            XCTAssertThrowsError(
                try realm.nested {
                    realm.create(Pet.self, value: ["id": 2])
                    realm.create(Pet.self, value: ["id": 1])
                }
            ) { XCTAssertTrue(Realm.Error.Code.duplicatePrimaryKey ~= $0) }
            realm.create(Pet.self, value: ["id": 3])
            XCTAssertEqual(try realm.nested { realm.objects(Pet.self).count }, 2)
            try realm.nested { try realm.nested { _ = realm.create(Pet.self, value: ["id": 4]) } }
        }
        XCTAssertEqual(realm.objects(Pet.self).map(\.id).sorted(), [1, 3, 4])
    }

    func testNested_thatCancelsTheWrite_endsEverything() throws {
        let realm = try makeRealm()
        try realm.write {
            realm.add(Note())
            try realm.nested { realm.cancelWrite() }
            XCTAssertFalse(realm.isInWriteTransaction)
        }
        XCTAssertTrue(realm.isEmpty)
    }

    func testNested_inADoomedWrite_throwsAtOnce() throws {
        let realm = try makeRealm()
        XCTAssertThrowsError(
            try realm.write {
                realm.create(Pet.self, value: ["id": 1])
                realm.create(Pet.self, value: ["id": 1])
                try realm.nested { XCTFail("must not run") }
            })
    }

    func testRead_insideADoomedReadScope_isThrownAtItsEnd() throws {
        let realm = try makeRealm()
        let error = Realm.Error(.damaged, "made up", file: "f", page: 3)
        XCTAssertThrowsError(
            try realm.read {
                realm.context.found(error)
                XCTAssertEqual(realm.objects(Note.self).count, 0)
            }
        ) {
            XCTAssertEqual(($0 as? Realm.Error)?.page, 3)
            XCTAssertTrue(Realm.Error.Code.corrupted ~= $0)
        }
        XCTAssertEqual(try realm.read { 7 }, 7)
    }

    func testRead_insideAWrite_doomsOnlyItselfWhenReadingFails() throws {
        let realm = try makeRealm()
        let error = Realm.Error(.damaged, "made up")
        try realm.write {
            realm.add(Note())
            XCTAssertThrowsError(try realm.read { realm.context.found(error) })
            realm.add(Note())
        }
        XCTAssertEqual(realm.objects(Note.self).count, 2)
        XCTAssertThrowsError(
            try realm.write {
                realm.add(Note())
                try? realm.read { realm.context.doom(error) }
            })
        XCTAssertEqual(realm.objects(Note.self).count, 2)
    }

    func testRead_inWhichAWriteIsBegunByHand_leavesItOpen() throws {
        let realm = try makeRealm()
        try realm.read {
            realm.beginWrite()
            realm.add(Note())
        }
        XCTAssertTrue(realm.isInWriteTransaction)
        try realm.commitWrite()
        try realm.write { realm.add(Note()) }
        XCTAssertEqual(realm.objects(Note.self).count, 2)
    }

    func testRefresh_showsWhatAnotherViewWrote() throws {
        let realm = try makeRealm()
        let view = try Realm(configuration: realm.configuration)
        XCTAssertEqual(view.objects(Note.self).count, 0)
        let note = Note(value: ["text": "1"])
        try realm.write { realm.add(note) }
        XCTAssertEqual(view.objects(Note.self).count, 0)
        XCTAssertTrue(view.refresh())
        XCTAssertFalse(view.refresh())
        let seen = try XCTUnwrap(view.objects(Note.self).first)
        try realm.write { note.text = "2" }
        XCTAssertEqual(seen.text, "1")
        view.refresh()
        XCTAssertEqual(seen.text, "2")
        try view.write {
            XCTAssertFalse(view.refresh())
            seen.text = "3"
        }
        realm.refresh()
        XCTAssertEqual(note.text, "3")
    }

    func testAsyncWrite_fromManyTasks_losesNothing() async throws {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "async \(UUID())", objectTypes: commonTypes)
        let keeper = try Realm(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let realm = try Realm(configuration: configuration)
                    try await realm.asyncWrite { _ = realm.create(Pet.self, value: ["id": number]) }
                }
            }
            try await group.waitForAll()
        }
        keeper.refresh()
        XCTAssertEqual(keeper.objects(Pet.self).count, 20)
    }

    func testAsyncWrite_whileAnotherViewWrites_waitsForItsEnd() async throws {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "async wait \(UUID())", objectTypes: commonTypes)
        let realm = try Realm(configuration: configuration)
        realm.beginWrite()
        realm.create(Pet.self, value: ["id": 1])
        let waiting = Task {
            let other = try Realm(configuration: configuration)
            return try await other.asyncWrite { other.objects(Pet.self).count }
        }
        try await Task.sleep(for: .milliseconds(20))
        try realm.commitWrite()
        let seen = try await waiting.value
        XCTAssertEqual(seen, 1)
        realm.beginWrite()
        realm.cancelWrite()
        try await realm.asyncWrite { _ = realm.create(Pet.self, value: ["id": 2]) }
        XCTAssertEqual(realm.objects(Pet.self).count, 2)
    }

    func testDetached_copiesTheGraphOnce() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A", "pets": [["id": 1]], "address": ["street": "S"], "nicknames": ["n"]])
        owner.friend = owner
        try realm.write { realm.add(owner) }
        let copy = realm.detached(owner)
        XCTAssertNil(copy.realm)
        XCTAssertTrue(copy.friend === copy)
        XCTAssertEqual(copy.pets.map(\.id), [1])
        XCTAssertNil(copy.pets[0].realm)
        XCTAssertEqual(copy.address?.street, "S")
        XCTAssertEqual(Array(copy.nicknames), ["n"])
        copy.age = 1
        XCTAssertEqual(owner.age, 30)
        XCTAssertEqual(realm.detached(realm.objects(Pet.self)).count, 1)
    }
}
