import Foundation
import XCTest

@testable import Quire

/// What keeps a Realm open, and what lets it go.
final class LifetimeTests: XCTestCase {
    private func makeAndDrop(_ configuration: Realm.Configuration, _ body: (Realm) throws -> Void) throws -> () -> Bool
    {
        let realm = try Realm(configuration: configuration)
        try body(realm)
        weak let context = realm.context
        return { context == nil }
    }

    func testRealm_thatNobodyHolds_isClosed() throws {
        try withTemporaryDirectory { directory in
            let configuration = Realm.Configuration(
                fileURL: directory.appending(path: "a.quire"), objectTypes: commonTypes)
            let isGone = try makeAndDrop(configuration) { realm in
                try realm.write { realm.add(Owner(value: ["name": "A", "pets": [["id": 1], ["id": 2]]])) }
                XCTAssertEqual(realm.object(ofType: Pet.self, forPrimaryKey: 1)?.owners.count, 1)
            }
            XCTAssertTrue(isGone())
            let again = try Realm(configuration: configuration)
            let both = try Realm(configuration: configuration)
            XCTAssertEqual(again.object(ofType: Owner.self, forPrimaryKey: "A")?.pets.count, 2)
            XCTAssertEqual(both.objects(Pet.self).count, 2)
            XCTAssertNotEqual(again, both)
        }
    }

    func testObject_thatOutlivesItsRealm_keepsItOpen() throws {
        var object: Owner?
        _ = try makeAndDrop(
            Realm.Configuration(inMemoryIdentifier: "outlives \(UUID())", objectTypes: commonTypes)
        ) { realm in
            let made = Owner(value: ["name": "A"])
            try realm.write { realm.add(made) }
            object = made
        }
        let owner = try XCTUnwrap(object)
        XCTAssertEqual(owner.name, "A")
        let realm = try XCTUnwrap(owner.realm)
        XCTAssertEqual(realm, owner.realm)
        try realm.write { owner.age = 5 }
        XCTAssertEqual(owner.age, 5)
    }
}
