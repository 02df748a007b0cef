// What policies amount to where nothing is stored yet, where an object stands inside of itself, and at the end of a
// payload.

import Foundation
import XCTest

@testable import Quire

final class JKeeping: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .null(.keep)) var kept: String
    @Persisted(json: .null(.keep)) var counted: Int = 3
    @Persisted(json: .missing(.error)) var needed: String
    @Persisted(json: .missing(.error)) var numbered: Int = 5
    @Persisted(json: .null(.useDefault)) var reset: String
}

final class JFrame: EmbeddedObject {
    @Persisted(json: .null(.keep)) var label: String?
    @Persisted(json: .null(.keep)) var by: JTwin?
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

final class JTwin: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var first: JTwin?
    @Persisted var second: JTwin?
    @Persisted var frame: JFrame?
}

final class JBox: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var labels: List<JLabel>
}

final class JLabel: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(originProperty: "labels", json: "boxes") var boxes: LinkingObjects<JBox>
    @Persisted(originProperty: "label", json: "papers") var papers: LinkingObjects<JPaper>
}

final class JPaper: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .id("labelId").missing(.error)) var label: JLabel?
}

final class JPile: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .ids("notes", missing: .placeholder).list(.replace, orphans: .delete)) var notes: List<JNote>
    @Persisted(json: .ids("joined").list(.union)) var joined: List<JNote>
}

final class JSONPolicyTests: XCTestCase {
    private func makeRealm() throws -> Realm {
        try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: "policies-\(UUID())",
                objectTypes: [
                    JKeeping.self, JTwin.self, JFrame.self, JBox.self, JLabel.self, JPaper.self, JPile.self, JNote.self,
                ]))
    }

    private func keeping(_ id: Int, _ changes: [String: String] = [:], without absent: String? = nil) -> String {
        var members = ["kept": "\"k\"", "counted": "1", "needed": "\"n\"", "numbered": "2", "reset": "\"r\""]
        members.merge(changes) { $1 }
        if let absent { members[absent] = nil }
        return "{\"id\":\(id)" + members.sorted { $0.key < $1.key }.map { ",\"\($0)\":\($1)" }.joined() + "}"
    }

    private var skippingValues: JSONImportOptions {
        var options = JSONImportOptions()
        options.onIssue = .skipValue
        return options
    }

    // MARK: - Objects that were not there

    func testNullThatKeeps_onANewObject_isAnAbsentKey() throws {
        let realm = try makeRealm()
        XCTAssertEqual(
            importError(realm, JKeeping.self, keeping(1, ["kept": "null"]))?.summary, ["missingRequired /kept"])
        try realm.importText(JKeeping.self, keeping(1, ["counted": "null"]))
        let object = try XCTUnwrap(realm.objects(JKeeping.self).first)
        XCTAssertEqual(object.counted, 3)
        try realm.importText(JKeeping.self, keeping(1, ["counted": "8"]))
        try realm.importText(JKeeping.self, keeping(1, ["kept": "null", "counted": "null"]))
        XCTAssertEqual("\(object.kept) \(object.counted)", "k 8")
    }

    func testNullThatKeeps_onARewrittenEmbeddedObject_keepsNothing() throws {
        let realm = try makeRealm()
        try realm.importText(JTwin.self, #"{"id":1,"frame":{"label":"a","by":{"id":2}}}"#)
        try realm.importText(JTwin.self, #"{"id":1,"frame":{"label":null,"by":null}}"#)
        let frame = try XCTUnwrap(realm.object(ofType: JTwin.self, forPrimaryKey: 1)?.frame)
        XCTAssertNil(frame.label)
        XCTAssertNil(frame.by)
    }

    func testMissingThatIsAnError_leavesOutANewObject_orTakesTheDefault() throws {
        let realm = try makeRealm()
        let text = "[" + keeping(1, without: "needed") + "," + keeping(2, without: "numbered") + "]"
        let report = try realm.importText(JKeeping.self, text, options: skippingValues)
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer)" },
            ["missingRequired /0/needed", "missingRequired /1/numbered"])
        XCTAssertEqual(realm.objects(JKeeping.self).map { "\($0.id) \($0.numbered)" }, ["2 5"])
        XCTAssertEqual([report.inserted, report.updated], [1, 0])
        let again = try realm.importText(JKeeping.self, keeping(2, without: "needed"), options: skippingValues)
        XCTAssertEqual(again.issueCount, 1)
        XCTAssertEqual(realm.objects(JKeeping.self).map(\.needed), ["n"])
    }

    func testNullForADefaultThatIsNotThere_leavesOutANewObject() throws {
        let realm = try makeRealm()
        let report = try realm.importText(JKeeping.self, keeping(1, ["reset": "null"]), options: skippingValues)
        XCTAssertEqual(report.issues.map { "\($0.kind.name) \($0.pointer)" }, ["missingRequired /reset"])
        XCTAssertEqual(realm.objects(JKeeping.self).count, 0)
        try realm.importText(JKeeping.self, keeping(1))
        try realm.importText(JKeeping.self, keeping(1, ["reset": "null"]), options: skippingValues)
        XCTAssertEqual(realm.objects(JKeeping.self).map(\.reset), ["r"])
    }

    func testLaterOccurrence_withABadValue_bringsNothing() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(
            JPost.self,
            #"[{"id":1,"title":"A","author":{"id":6}},{"id":2,"title":"B","author":{"id":6,"name":5}}]"#,
            options: skippingValues)
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer)" },
            ["missingRequired /0/author/name", "typeMismatch /1/author/name"])
        XCTAssertEqual(realm.objects(JUser.self).count, 0)
        XCTAssertEqual(realm.objects(JPost.self).map { $0.author?.id }, [nil, nil])
    }

    // MARK: - The end of a payload

    func testErrorPolicy_underSkipObject_leavesNoWaitingLink() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JNote.self, #"{"id":5}"#)
        try realm.importText(JThread.self, #"{"id":1,"needed":[5]}"#)
        var options = JSONImportOptions()
        options.onIssue = .skipObject
        let report = try realm.importText(
            JThread.self, #"[{"id":1,"needed":[5,9]},{"id":2,"needed":[9]}]"#, options: options)
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer)" },
            ["unresolvedReference /0/needed/1", "unresolvedReference /1/needed/0"])
        XCTAssertEqual(realm.objects(JThread.self).map { "\($0.id) \($0.needed.map(\.id))" }, ["1 [5]"])
        XCTAssertEqual(realm.unresolved(JNote.self).count, 0)
    }

    func testUnresolvedCount_inBatches_isThatOfTheWholePayload() throws {
        let realm = try makeJSONRealm()
        var options = JSONImportOptions()
        options.transaction = .batches(of: 1)
        let report = try realm.importText(
            JPerson.self, #"[{"id":1,"friend":2},{"id":2,"friend":1},{"id":3,"friend":9}]"#, options: options)
        XCTAssertEqual(report.inserted, 3)
        XCTAssertEqual(report.unresolvedCount, 1)
    }

    func testDeletedPlaceholder_isForgotten() throws {
        let realm = try makeRealm()
        try realm.importText(JPile.self, #"{"id":1,"notes":[4]}"#)
        XCTAssertTrue(try Placeholders.exist(in: realm.context.session))
        let report = try realm.importText(JPile.self, #"{"id":1,"notes":[]}"#)
        XCTAssertEqual(report.deleted, 1)
        XCTAssertFalse(try Placeholders.exist(in: realm.context.session))
    }

    // MARK: - Objects inside of themselves, children under their parents

    func testObjectInsideItself_theOuterLinksWin() throws {
        let realm = try makeRealm()
        let text = #"{"id":1,"first":{"id":1,"second":{"id":2},"first":{"id":3}},"second":null}"#
        try realm.importText(JTwin.self, text)
        let twin = try XCTUnwrap(realm.object(ofType: JTwin.self, forPrimaryKey: 1))
        XCTAssertEqual(twin.first?.id, 1)
        XCTAssertNil(twin.second)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    func testParentInsideItsChild_isLinkedOnce() throws {
        let realm = try makeRealm()
        let text = #"{"id":1,"labels":[{"id":7,"boxes":[1]},{"id":8,"boxes":[{"id":1,"labels":[7,8]}]},{"id":9}]}"#
        for round in 0..<2 {
            let report = try realm.importText(JBox.self, text)
            XCTAssertEqual([report.inserted, report.updated], round == 0 ? [4, 0] : [0, 1], "round \(round)")
            let box = try XCTUnwrap(realm.objects(JBox.self).first)
            XCTAssertEqual(box.labels.map(\.id), [7, 8, 9])
            XCTAssertEqual(realm.objects(JLabel.self).map { $0.boxes.map(\.id) }, [[1], [1], [1]])
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }

    func testChild_underItsParent_needNotNameIt() throws {
        let realm = try makeRealm()
        let text = #"{"id":1,"papers":[{"id":1},{"id":2}]}"#
        XCTAssertEqual(try realm.importText(JLabel.self, text).issueCount, 0)
        let again = try realm.importText(JLabel.self, text)
        XCTAssertEqual([again.inserted, again.updated, again.unchanged], [0, 0, 3])
        XCTAssertEqual(realm.objects(JLabel.self).first?.papers.map(\.id).sorted(), [1, 2])
        XCTAssertEqual(importError(realm, JPaper.self, #"{"id":3}"#)?.summary, ["missingRequired /labelId"])
    }

    func testChildrenOfAList_namedByManyParents_areEnteredOnce() throws {
        let realm = try makeRealm()
        let count = 3_000
        try realm.importText(JBox.self, #"{"id":1}"#)
        let text = "[" + (0..<count).map { "{\"id\":\($0),\"boxes\":[1,1]}" }.joined(separator: ",") + "]"
        try realm.importText(JLabel.self, text)
        let box = try XCTUnwrap(realm.objects(JBox.self).first)
        XCTAssertEqual(box.labels.map(\.id), Array(0..<count))
        let again = try realm.importText(JLabel.self, text)
        XCTAssertEqual([again.inserted, again.updated, again.unchanged], [0, 0, count + 1])
        XCTAssertEqual(box.labels.count, count)
    }

    func testUnion_ofLinks_addsOnceWhatTheListLacks() throws {
        let realm = try makeRealm()
        try realm.importText(
            JPile.self, #"[{"id":1,"joined":[3,1,3]},{"id":1,"joined":[1,2,2]},{"id":2,"joined":[1]}]"#)
        try realm.importText(JNote.self, #"[{"id":1},{"id":2},{"id":3}]"#)
        XCTAssertEqual(realm.objects(JPile.self).map { $0.joined.map(\.id) }, [[3, 1, 2], [1]])
    }
}
