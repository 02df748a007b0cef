// Values, keys and links that the importer takes as they stand in the document, against what the rules say of them.

import Foundation
import XCTest

@testable import Quire

final class JMeter: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var label: String
    @Persisted var note: String?
    @Persisted var flag: Bool = true
    @Persisted var tiny: Int8 = -3
    @Persisted var small: Int16 = -300
    @Persisted var middle: Int32 = -70_000
    @Persisted var count: Int = 9
    @Persisted var single: Float = -0.0
    @Persisted var real: Double = 2.5
    @Persisted var at = Date(timeIntervalSinceReferenceDate: 12.5)
    @Persisted(indexed: true) var rank: Int = 4
    @Persisted var serial = UUID()
    @Persisted var next: JMeter?
}

final class JSONDirectTests: XCTestCase {
    private func makeRealm() throws -> Realm {
        try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [JMeter.self]))
    }

    private func line(_ meter: JMeter) -> String {
        """
        \(meter.id) \(meter.label) \(meter.note ?? "-") \(meter.flag) \(meter.tiny) \(meter.small) \(meter.middle) \
        \(meter.count) \(meter.single) \(meter.real) \(meter.at.timeIntervalSinceReferenceDate) \(meter.rank) \
        \(meter.next?.id ?? "-")
        """
    }

    func testDefaults_ofEveryNumber_areThoseOfTheDeclaration() throws {
        let realm = try makeRealm()
        // The first new object of a transaction is made in the general way, the others are not.
        let report = try realm.importText(
            JMeter.self, #"[{"id":"a","label":"x"},{"id":"b","label":"x"},{"id":"c","label":"x"}]"#)
        XCTAssertEqual(report.inserted, 3)
        for meter in realm.objects(JMeter.self) {
            XCTAssertEqual(line(meter), "\(meter.id) x - true -3 -300 -70000 9 -0.0 2.5 12.5 4 -")
        }
        XCTAssertEqual(Set(realm.objects(JMeter.self).map(\.serial)).count, 3)
        XCTAssertEqual(realm.objects(JMeter.self).filter { $0.rank == 4 }.count, 3)
    }

    func testValues_everyKind_newChangedAndEqual() throws {
        let realm = try makeRealm()
        let texts = [
            #""label":"short","note":null,"flag":false,"tiny":-128,"small":32767,"middle":-1,"count":-5,"single":0.1,"#
                + #""real":0.30000000000000004,"at":"2001-01-01T00:00:01Z","rank":7"#,
            #""label":"a text that is longer than fifteen bytes","note":"é\n\ud83d\ude00","flag":true,"tiny":127,"#
                + #""small":-1,"middle":2147483647,"count":9223372036854775807,"single":1e3,"real":-1.5e-7,"#
                + #""at":"2001-01-02T00:00:00+00:00","rank":0"#,
            #""label":"","note":"","flag":false,"tiny":0,"small":0,"middle":0,"count":0,"single":0,"real":-0.0,"#
                + #""at":"2001-01-01T00:00:00Z","rank":-1"#,
        ]
        let lines = [
            "short - false -128 32767 -1 -5 0.1 0.30000000000000004 1.0 7 -",
            "a text that is longer than fifteen bytes é\n😀 true 127 -1 2147483647 9223372036854775807 1000.0 -1.5e-07 "
                + "86400.0 0 -",
            "  false 0 0 0 0 0.0 -0.0 0.0 -1 -",
        ]
        for (text, expected) in zip(texts, lines) {
            let page = "[" + (0..<40).map { "{\"id\":\"k\($0)\",\(text)}" }.joined(separator: ",") + "]"
            try realm.importText(JMeter.self, page)
            XCTAssertEqual(realm.objects(JMeter.self).count, 40)
            for meter in realm.objects(JMeter.self) { XCTAssertEqual(line(meter), "\(meter.id) \(expected)") }
            let again = try realm.importText(JMeter.self, page)
            XCTAssertEqual([again.inserted, again.updated, again.unchanged], [0, 0, 40])
        }
    }

    func testIssues_ofWrongValues_areThoseOfTheRules() throws {
        let realm = try makeRealm()
        try realm.importText(JMeter.self, #"[{"id":"a","label":"x"}]"#)
        let text =
            #"[{"id":"b","label":"x"},{"id":"c","label":1,"flag":0,"tiny":128,"small":1.5,"middle":"1","count":1e99,"#
            + #""real":1e999,"at":"then","rank":null,"note":[]},{"id":2,"label":"y"},{"id":"a","label":null}]"#
        let error = try XCTUnwrap(importError(realm, JMeter.self, text))
        XCTAssertEqual(
            error.summary,
            [
                "typeMismatch /1/label", "typeMismatch /1/flag", "outOfRange /1/tiny", "typeMismatch /1/small",
                "typeMismatch /1/middle", "outOfRange /1/count", "outOfRange /1/real", "badDate /1/at",
                "nullForRequired /1/rank", "typeMismatch /1/note", "typeMismatch /2/id", "nullForRequired /3/label",
            ])
        XCTAssertEqual(realm.objects(JMeter.self).count, 1)
    }

    func testLinks_toThemselvesToLaterOnesAndNested_areMade() throws {
        let realm = try makeRealm()
        let text = #"""
            [{"id":"a","label":"x","next":"d"},
             {"id":"b","label":"x","next":{"id":"b","label":"y","next":"a"}},
             {"id":"c","label":"x","next":{"id":"e","label":"x","next":"c"}},
             {"id":"d","label":"x","next":"d"},
             {"id":"f","label":"x","next":"nobody"}]
            """#
        let report = try realm.importText(JMeter.self, text)
        XCTAssertEqual(report.inserted, 6)
        XCTAssertEqual(report.unresolvedCount, 1)
        let links = realm.objects(JMeter.self).map { "\($0.id)>\($0.next?.id ?? "-")" }.sorted()
        XCTAssertEqual(links, ["a>d", "b>b", "c>e", "d>d", "e>c", "f>-"])
        let again = try realm.importText(JMeter.self, #"[{"id":"g","label":"x"},{"id":"nobody","label":"x"}]"#)
        XCTAssertEqual(again.inserted, 2)
        XCTAssertEqual(realm.object(ofType: JMeter.self, forPrimaryKey: "f")?.next?.id, "nobody")
        XCTAssertNoThrow(try realm.verify(JMeter.self))
    }
}
