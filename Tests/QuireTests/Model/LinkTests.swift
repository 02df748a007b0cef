import Foundation
import XCTest

@testable import Quire

/// Following links: accessors are given again where nobody can tell.
final class LinkTests: XCTestCase {
    func testLink_followedTwice_showsTheSameRow() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A", "friend": ["name": "B"]])
        try realm.write { realm.add(owner) }
        XCTAssertTrue(owner.friend === owner.friend)
        XCTAssertEqual(owner.friend?.name, "B")
    }

    func testLink_changed_doesNotMoveAnAccessorThatSomebodyHolds() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A", "friend": ["name": "B"]])
        let other = Owner(value: ["name": "C"])
        try realm.write {
            realm.add(owner)
            realm.add(other)
        }
        let held = try XCTUnwrap(owner.friend)
        try realm.write { owner.friend = other }
        XCTAssertEqual(owner.friend?.name, "C")
        XCTAssertEqual(held.name, "B")
        try realm.write { owner.friend = held }
        XCTAssertEqual(owner.friend?.name, "B")
        XCTAssertEqual(held.name, "B")
    }

    func testLink_withAListThatSomebodyHolds_leavesTheListAlone() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A", "friend": ["name": "B", "pets": [["id": 1]]]])
        let other = Owner(value: ["name": "C", "pets": [["id": 2], ["id": 3]]])
        try realm.write {
            realm.add(owner)
            realm.add(other)
        }
        let fetched = try XCTUnwrap(realm.object(ofType: Owner.self, forPrimaryKey: "A"))
        let pets = try XCTUnwrap(fetched.friend?.pets)
        try realm.write { fetched.friend = other }
        XCTAssertEqual(fetched.friend?.pets.count, 2)
        XCTAssertEqual(pets.map(\.id), [1])
    }

    func testLink_toADeletedAndRecreatedKey_isNil() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A", "friend": ["name": "B"]])
        try realm.write { realm.add(owner) }
        let friend = try XCTUnwrap(owner.friend)
        try realm.write { realm.delete(friend) }
        XCTAssertNil(owner.friend)
        try realm.write { realm.create(Owner.self, value: ["name": "B"]) }
        XCTAssertNil(owner.friend)
        XCTAssertTrue(friend.isInvalidated)
    }

    func testLink_madeInAWriteThatIsRolledBack_isAsBefore() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A"])
        try realm.write { realm.add(owner) }
        try? realm.write {
            owner.friend = Owner(value: ["name": "B"])
            XCTAssertEqual(owner.friend?.name, "B")
            throw CancellationError()
        }
        XCTAssertNil(owner.friend)
        try realm.write { owner.friend = Owner(value: ["name": "C"]) }
        XCTAssertEqual(owner.friend?.name, "C")
    }

    func testWalk_alongALongChain_needsNoStack() throws {
        let realm = try makeRealm()
        let first = noteChain(50_000).first
        try realm.write { realm.add(first) }
        var last = first
        var count = 0
        while let next = last.next {
            last = next
            count += 1
        }
        XCTAssertEqual(count, 50_000)
        XCTAssertEqual(last.text, "50000")
    }

    func testLink_toAClassWithStateOfItsOwn_isNeverPointedAtAnotherRow() throws {
        let realm = try makeRealm([Stateful.self, StatefulOwner.self])
        let owner = try realm.write {
            realm.create(StatefulOwner.self, value: ["target": ["id": 1]])
        }
        owner.target?.visits = 5
        XCTAssertEqual(owner.target?.visits, 5)
        try realm.write { owner.target = Stateful(value: ["id": 2]) }
        XCTAssertEqual(owner.target?.id, 2)
        XCTAssertEqual(owner.target?.visits, 0)
    }
}

final class Stateful: Object {
    @Persisted(primaryKey: true) var id: Int
    /// Not stored.
    var visits = 0
}

final class StatefulOwner: Object {
    @Persisted var target: Stateful?
}
