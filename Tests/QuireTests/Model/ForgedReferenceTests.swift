// Files in which something leads to a row that does not exist, with checksums that are right: damage, and no misuse of an
// object that was deleted.

import Foundation
import XCTest

@testable import Quire
@testable import QuireStorage

final class ForgedReferenceTests: XCTestCase {
    private static let nowhere: UInt64 = 999

    private func expectDamage(_ realm: Realm, _ line: UInt = #line, _ read: () -> Void) {
        XCTAssertThrowsError(try realm.read(read), line: line) { error in
            guard let error = error as? Realm.Error else { return XCTFail("\(error)", line: line) }
            XCTAssertEqual(error.code, .damaged, line: line)
            XCTAssertTrue(error.message.contains("row \(Self.nowhere)"), error.message, line: line)
        }
    }

    /// An owner with a pet, and what is forged about them.
    private func forgedRealm(
        _ forge: (_ table: Table, _ column: (String) throws -> Int, _ owner: RowID, _ pet: RowID) throws -> Void
    ) throws -> (realm: Realm, owner: Owner, pet: Pet) {
        let realm = try makeRealm()
        let pet = Pet(value: ["id": 1])
        let owner = Owner(value: ["name": "A", "pets": [pet]])
        try realm.write { realm.add(owner) }
        try realm.write {
            let binding = owner.managedBinding
            let column = { (name: String) in try XCTUnwrap(binding.property(named: name)).column }
            try binding.table.load()
            try forge(binding.table, column, owner.row, pet.row)
        }
        return (realm, owner, pet)
    }

    func testLink() throws {
        let (realm, owner, _) = try forgedRealm { table, column, owner, _ in
            try table.setRaw(owner.rawValue, try column("friend"), .link(RowID(Self.nowhere)))
        }
        expectDamage(realm) { _ = owner.friend?.age }
        expectDamage(realm) { _ = realm.objects(Owner.self).values(\.friend).first??.age }
        // Not once only: an order that was made of placeholders must not be remembered.
        let sorted = realm.objects(Owner.self).sorted(by: \.friendsAge)
        for _ in 0..<2 { expectDamage(realm) { _ = sorted.first?.age } }
        XCTAssertEqual(try realm.read { owner.name }, "A")
    }

    func testListElement() throws {
        let (realm, owner, _) = try forgedRealm { table, column, owner, _ in
            let link = Value.link(RowID(Self.nowhere))
            try table.insertRaw(owner.rawValue, try column("pets"), at: 0, [link], ghosts: 0)
        }
        expectDamage(realm) { _ = owner.pets[0].name }
        XCTAssertEqual(try realm.read { owner.pets[1].name }, "Rex")
        XCTAssertEqual(try realm.read { owner.pets.count }, 2)
    }

    func testInverse() throws {
        let (realm, _, pet) = try forgedRealm { table, column, _, pet in
            let column = try column("pets")
            _ = try table.backlinkTrees[column]?.remove(IntegerKey(pet.rawValue, 1))
            try table.backlinkTrees[column]?.insert(IntegerKey(pet.rawValue, Self.nowhere))
        }
        expectDamage(realm) { _ = pet.owners.first?.name }
        expectDamage(realm) { _ = pet.owners[0].name }
        expectDamage(realm) { _ = pet.owner?.name }
        XCTAssertEqual(try realm.read { pet.owners.count }, 1)
    }

    func testPrimaryKey() throws {
        let (realm, _, _) = try forgedRealm { table, _, _, _ in try table.keys?.insert(.text("B"), Self.nowhere) }
        expectDamage(realm) { _ = realm.object(ofType: Owner.self, forPrimaryKey: "B")?.age }
        XCTAssertEqual(try realm.read { realm.object(ofType: Owner.self, forPrimaryKey: "A")?.name }, "A")
    }
}

extension Owner {
    /// Not stored: sorting by it asks every object.
    fileprivate var friendsAge: Int { friend?.age ?? 0 }
}
