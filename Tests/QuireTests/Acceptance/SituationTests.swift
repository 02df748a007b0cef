// The three situations for which the store is made, through the importer and through Decodable, with the file closed and
// opened again after every step.

import Foundation
import Quire
import XCTest

final class SituationTests: XCTestCase {
    private static let types: [Object.Type] = [
        Position.self, Instrument.self, Story.self, Reply.self, Channel.self, Bulletin.self, Writer.self, BulletinNote.self,
        BulletinPlace.self,
    ]

    /// The two ways into the store.
    private enum Door: CaseIterable {
        case importer, decoder

        func take<T: Object & Decodable>(_ type: T.Type, _ text: String, into realm: Realm) throws {
            switch self {
            case .importer: try realm.importJSON(type, from: Data(text.utf8))
            case .decoder:
                let objects = try JSONDecoder().decode([T].self, from: Data(text.utf8))
                try realm.write { realm.add(objects, update: .modified) }
            }
        }
    }

    /// Runs steps on one file, each with an opening of its own and a check behind it.
    private func steps(_ door: Door, _ steps: [(Realm) throws -> Void]) throws {
        try withTemporaryDirectory { directory in
            let configuration = Realm.Configuration(
                fileURL: directory.appending(path: "app.quire"), objectTypes: Self.types)
            for (number, step) in steps.enumerated() {
                let realm = try Realm(configuration: configuration)
                try step(realm)
                XCTAssertEqual(try realm.check().problems.map(\.message), [], "step \(number), \(door)")
            }
            XCTAssertTrue(try Realm.deleteFiles(for: configuration), "every view was closed")
        }
    }

    // MARK: Links from ids, and their inverse

    func testItemsNameTheirProduct_beforeOrAfterIt_areLinkedBothWays() throws {
        for door in Door.allCases {
            try steps(door, [
                { realm in
                    // The positions come first: nothing has their instruments yet.
                    try door.take(
                        Position.self,
                        #"[{"id":"a","instrumentId":"gold","amount":2.5},{"id":"b","instrumentId":"tin","amount":1},"#
                            + #"{"id":"c","instrumentId":"gold","amount":4}]"#, into: realm)
                    XCTAssertEqual(realm.objects(Position.self).map { $0.instrument?.id }, [nil, nil, nil])
                    XCTAssertEqual(realm.unresolved(Instrument.self).map { "\($0.key) \($0.count)" }, ["gold 2", "tin 1"])
                },
                { realm in
                    XCTAssertEqual(realm.unresolved(Instrument.self).count, 2)
                    try door.take(Instrument.self, #"[{"id":"gold","name":"Gold"},{"id":"zinc","name":"Zinc"}]"#, into: realm)
                    let gold = try XCTUnwrap(realm.object(ofType: Instrument.self, forPrimaryKey: "gold"))
                    XCTAssertEqual(gold.positionIds, ["a", "c"])
                    XCTAssertEqual(gold.position?.amount, 2.5)
                },
                { realm in
                    let position = try XCTUnwrap(realm.object(ofType: Position.self, forPrimaryKey: "c"))
                    XCTAssertEqual(position.instrument?.name, "Gold")
                    XCTAssertEqual(position.instrument?.positionIds, ["a", "c"])
                    XCTAssertNil(realm.object(ofType: Instrument.self, forPrimaryKey: "zinc")?.position)
                    // One moves to another instrument; the one whose instrument is still unknown gets it.
                    try door.take(Position.self, #"[{"id":"a","instrumentId":"zinc","amount":3}]"#, into: realm)
                    try door.take(Instrument.self, #"[{"id":"tin","name":"Tin"}]"#, into: realm)
                },
                { realm in
                    let instruments = realm.objects(Instrument.self).sorted(by: \.id)
                    XCTAssertEqual(instruments.map(\.positionIds), [["c"], ["b"], ["a"]], "\(door)")
                    XCTAssertEqual(realm.object(ofType: Position.self, forPrimaryKey: "a")?.amount, 3)
                    XCTAssertEqual(realm.unresolved(Instrument.self).count, 0)
                    try realm.write { realm.delete(try XCTUnwrap(realm.object(ofType: Instrument.self, forPrimaryKey: "tin"))) }
                },
                { realm in
                    XCTAssertEqual(
                        realm.objects(Position.self).sorted(by: \.id).map { $0.instrument?.id }, ["zinc", nil, "gold"])
                },
            ])
        }
    }

    func testBothDoors_onTheSamePages_giveEqualStores() throws {
        var found: [[String]] = []
        for door in Door.allCases {
            try steps(door, [
                { realm in
                    try door.take(Position.self, #"[{"id":"a","instrumentId":"x","amount":1}]"#, into: realm)
                    try door.take(Instrument.self, #"[{"id":"x","name":"X"}]"#, into: realm)
                    try door.take(
                        Story.self,
                        #"[{"id":1,"headline":"h","replies":[{"id":2,"text":"b"},{"id":1,"text":"a"},{"id":2,"text":"b"}]}]"#,
                        into: realm)
                },
                { realm in
                    var lines = Array(realm.objects(Position.self).map(\.description))
                    lines += Array(realm.objects(Instrument.self).map(\.description))
                    lines += Array(realm.objects(Story.self).map { "\($0.id) \($0.headline) \($0.replies.map(\.id))" })
                    lines += realm.objects(Reply.self).map { "\($0.id) \($0.text) \($0.stories.map(\.id))" }.sorted()
                    found.append(lines)
                },
            ])
        }
        XCTAssertEqual(found[0], found[1])
        XCTAssertGreaterThan(found[0].count, 4)
    }

    // MARK: A relation as nested objects or as ids

    func testRelations_asNestedObjects_keepOrderAndRepetition() throws {
        for door in Door.allCases {
            try steps(door, [
                { realm in
                    try door.take(
                        Story.self,
                        #"[{"id":1,"headline":"one","replies":[{"id":3,"text":"c"},{"id":1,"text":"a"},{"id":3,"text":"c"}]},"#
                            + #"{"id":2,"headline":"two","replies":[{"id":1,"text":"a"}]}]"#, into: realm)
                },
                { realm in
                    XCTAssertEqual(realm.objects(Story.self).map { $0.replies.map(\.id) }, [[3, 1, 3], [1]], "\(door)")
                    XCTAssertEqual(realm.objects(Reply.self).count, 2)
                    let reply = try XCTUnwrap(realm.object(ofType: Reply.self, forPrimaryKey: 1))
                    XCTAssertEqual(reply.stories.map(\.headline), ["one", "two"])
                    let other = try XCTUnwrap(realm.object(ofType: Reply.self, forPrimaryKey: 3))
                    XCTAssertEqual(other.stories.map(\.id), [1, 1])
                    // The list is replaced as a whole; the replies stay.
                    try door.take(Story.self, #"[{"id":1,"headline":"one","replies":[{"id":4,"text":"d"}]}]"#, into: realm)
                },
                { realm in
                    XCTAssertEqual(realm.object(ofType: Story.self, forPrimaryKey: 1)?.replies.map(\.text), ["d"])
                    XCTAssertEqual(realm.objects(Reply.self).count, 3)
                    XCTAssertEqual(realm.object(ofType: Reply.self, forPrimaryKey: 3)?.stories.count, 0)
                },
            ])
        }
    }

    func testRelations_asIds_areCompletedAsTheirObjectsArrive() throws {
        for door in Door.allCases {
            try steps(door, [
                { realm in
                    try door.take(Reply.self, #"[{"id":2,"text":"b"}]"#, into: realm)
                    try door.take(Channel.self, #"[{"id":1,"replyIds":[3,2,5,2]}]"#, into: realm)
                },
                { realm in
                    XCTAssertEqual(realm.objects(Channel.self).first?.replies.map(\.id), [2, 2], "\(door)")
                    try door.take(Reply.self, #"[{"id":5,"text":"e"}]"#, into: realm)
                },
                { realm in
                    XCTAssertEqual(realm.objects(Channel.self).first?.replies.map(\.id), [2, 5, 2], "\(door)")
                    try door.take(Reply.self, #"[{"id":3,"text":"c"}]"#, into: realm)
                },
                { realm in
                    XCTAssertEqual(realm.objects(Channel.self).first?.replies.map(\.text), ["c", "b", "e", "b"], "\(door)")
                },
            ])
        }
    }

    func testRelations_asIdsUnderAnotherName_areReadByTheImporter() throws {
        try steps(.importer, [
            { realm in
                try realm.importJSON(Story.self, from: Data(#"{"id":1,"headline":"h","reply_ids":[2,1]}"#.utf8))
            },
            { realm in
                XCTAssertEqual(realm.objects(Story.self).first?.replies.count, 0)
                try realm.importJSON(Reply.self, from: Data(#"[{"id":1,"text":"a"},{"id":2,"text":"b"}]"#.utf8))
            },
            { realm in XCTAssertEqual(realm.objects(Story.self).first?.replies.map(\.text), ["b", "a"]) },
        ])
    }

    // MARK: Nested objects, deeper places, no keys

    func testNestedObjectsWithoutKeys_areStoredWithTheirOwners() throws {
        let text =
            #"[{"writer":{"id":7,"name":"Ida"},"body":"first","meta":{"labels":["x","y"],"rank":1},"#
            + #""notes":[{"text":"n1","by":{"id":7,"name":"Ida"}},{"text":"n2"}],"place":{"city":"Bern","lines":["l"]}},"#
            + #"{"writer":{"id":8,"name":"Ben"},"body":"second","meta":{"labels":[]},"notes":[]}]"#
        for door in Door.allCases {
            try steps(door, [
                { realm in try door.take(Bulletin.self, text, into: realm) },
                { realm in
                    let bulletins = realm.objects(Bulletin.self)
                    XCTAssertEqual(bulletins.map(\.writerName), ["Ida", "Ben"], "\(door)")
                    XCTAssertEqual(bulletins.map { $0.writer?.id }, [7, 8])
                    let first = try XCTUnwrap(bulletins.first)
                    XCTAssertEqual(Array(first.labels), ["x", "y"])
                    XCTAssertEqual(first.notes.map { "\($0.text) \($0.by?.name ?? "-")" }, ["n1 Ida", "n2 -"])
                    XCTAssertEqual(first.place?.city, "Bern")
                    XCTAssertEqual(first.place.map { Array($0.lines) }, ["l"])
                    XCTAssertNil(bulletins.last?.place)
                    XCTAssertEqual(realm.objects(Writer.self).count, 2)
                    // Without a key a payload is stored anew each time.
                    try door.take(Bulletin.self, text, into: realm)
                },
                { realm in
                    XCTAssertEqual(realm.objects(Bulletin.self).count, 4)
                    XCTAssertEqual(realm.objects(Writer.self).count, 2)
                    XCTAssertEqual(try realm.check().objects, 4 + 2 + 4 + 2)
                    try realm.write { realm.delete(realm.objects(Bulletin.self)) }
                    XCTAssertEqual(try realm.check().objects, 2)
                },
                { realm in XCTAssertEqual(realm.objects(Writer.self).map(\.name), ["Ida", "Ben"]) },
            ])
        }
    }
}
