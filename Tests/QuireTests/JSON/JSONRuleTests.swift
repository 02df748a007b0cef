// Rules: policies for absent keys, null, lists and orphans; precedence; what is wrong with rules at open.

import Foundation
import XCTest

@testable import Quire

/// Stays out of the schemas of others.
class JHidden: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

final class JTag: JHidden {
    @Persisted(primaryKey: true) var name: String
}

final class JPolicies: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .missing(.error)) var needed: Int?
    @Persisted(json: .missing(.useDefault)) var reset: Int = 7
    @Persisted(json: .null(.useDefault)) var nullIsDefault: Int = 8
    @Persisted(json: .null(.keep)) var nullKeeps: Int?
    @Persisted(json: .null(.error)) var nullIsError: Int?
    @Persisted(json: .exportOnly) var notRead: String = "own"
    @Persisted(json: .ignore) var ignored: String = "own"
    @Persisted(json: .list(.append)) var appended: List<Int>
    @Persisted(json: .list(.union)) var joined: List<Int>
    @Persisted(json: .list(.replace, orphans: .deleteIfUnreferenced)) var tags: List<JTag>
    @Persisted(json: .list(.replace, orphans: .delete)) var owned: List<JTag>
    @Persisted(json: .lossy) var lossyTags: List<JTag>
    @Persisted(json: "wrapper") var moved: String?
    override class func jsonMapping(_ map: JSONMap) {
        map[\JPolicies.moved] = .path("over.ridden", "1")
    }
}

final class JGenerated: JHidden {
    @Persisted(primaryKey: true, json: .missing(.useDefault)) var id: UUID
    @Persisted var at: Date
    @Persisted var stamp: UUID = UUID()
}

final class JOptionalKey: JHidden {
    @Persisted(primaryKey: true) var code: String?
    @Persisted(json: .parent("owner")) var owner: String?
    @Persisted var others: List<JOptionalKey>
}

enum JWrong {
    final class LooseNames: JHidden {
        @Persisted var imageURL: String?
        @Persisted var image_url: String?
    }
    final class NoKey: JHidden {
        @Persisted var name: String
    }
    final class LinkWithoutKey: JHidden {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(json: .id("other")) var other: NoKey?
        @Persisted(json: .ids("numbers")) var numbers: List<Int>
        @Persisted(json: .date(.format("yyyy-QQ"))) var at: Date?
        @Persisted(json: .index) var place: String
        @Persisted(json: .path()) var empty: String?
    }
    final class ForeignPath: JHidden {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var key: String?
        @Persisted var link: JTag?
        @Persisted var wrong: JEvent?
        override class func jsonMapping(_ map: JSONMap) {
            map[\JTag.name] = .auto
            map.connect(\ForeignPath.link, by: \ForeignPath.key)
            map.connect(\ForeignPath.wrong, by: \ForeignPath.key)
        }
    }
}

final class JSONRuleTests: XCTestCase {
    private func makeRealm() throws -> Realm {
        try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: "rules-\(UUID())",
                objectTypes: [JPolicies.self, JTag.self, JGenerated.self, JOptionalKey.self]))
    }

    func testPolicies_forAbsentKeysAndNull() throws {
        let realm = try makeRealm()
        XCTAssertEqual(importError(realm, JPolicies.self, #"{"id":1}"#)?.summary, ["missingRequired /needed"])
        try realm.importText(
            JPolicies.self,
            #"{"id":1,"needed":1,"reset":2,"nullIsDefault":3,"nullKeeps":4,"nullIsError":5,"#
                + #""notRead":"x","ignored":"x"}"#
        )
        let object = try XCTUnwrap(realm.objects(JPolicies.self).first)
        XCTAssertEqual([object.reset, object.nullIsDefault], [2, 3])
        XCTAssertEqual([object.notRead, object.ignored], ["own", "own"])
        let report = try realm.importText(
            JPolicies.self, #"{"id":1,"needed":null,"nullIsDefault":null,"nullKeeps":null}"#)
        XCTAssertEqual(report.updated, 1)
        XCTAssertNil(object.needed)
        XCTAssertEqual([object.reset, object.nullIsDefault, object.nullKeeps, object.nullIsError], [7, 8, 4, 5])
        XCTAssertEqual(
            importError(realm, JPolicies.self, #"{"id":1,"needed":1,"nullIsError":null}"#)?.summary,
            ["nullForRequired /nullIsError"])
    }

    func testMapping_winsOverTheWrapper() throws {
        let realm = try makeRealm()
        try realm.importText(JPolicies.self, #"{"id":1,"needed":1,"wrapper":"w","over.ridden":["a","b"]}"#)
        XCTAssertEqual(realm.objects(JPolicies.self).first?.moved, "b")
    }

    func testLists_appendAndUnion() throws {
        let realm = try makeRealm()
        for text in ["[1,2,2]", "[2,3]"] {
            try realm.importText(JPolicies.self, "{\"id\":1,\"needed\":1,\"appended\":\(text),\"joined\":\(text)}")
        }
        let object = try XCTUnwrap(realm.objects(JPolicies.self).first)
        XCTAssertEqual(Array(object.appended), [1, 2, 2, 2, 3])
        XCTAssertEqual(Array(object.joined), [1, 2, 3])
    }

    func testOrphans_goByPolicy() throws {
        let realm = try makeRealm()
        try realm.importText(
            JPolicies.self,
            """
            [{"id":1,"needed":1,"tags":[{"name":"a"},{"name":"b"}],"owned":[{"name":"c"},{"name":"d"}]},
             {"id":2,"needed":1,"tags":["b","d"]}]
            """)
        let report = try realm.importText(JPolicies.self, #"{"id":1,"needed":1,"tags":[],"owned":["c"]}"#)
        XCTAssertEqual(report.deleted, 2)
        XCTAssertEqual(realm.objects(JTag.self).map(\.name).sorted(), ["b", "c"])
        XCTAssertEqual(realm.object(ofType: JPolicies.self, forPrimaryKey: 2)?.tags.map(\.name), ["b"])
    }

    func testLossyObjects_areLeftOutWithWarnings() throws {
        let realm = try makeRealm()
        let report = try realm.importText(
            JPolicies.self, #"{"id":1,"needed":1,"lossyTags":[{"name":"a"},{"name":5},7,null,{},{"name":"b"}]}"#)
        XCTAssertEqual(realm.objects(JPolicies.self).first?.lossyTags.map(\.name), ["a", "b"])
        XCTAssertEqual(report.inserted, 3)
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer) \($0.severity)" },
            [
                "typeMismatch /lossyTags/1/name warning", "typeMismatch /lossyTags/2 warning",
                "typeMismatch /lossyTags/3 warning", "missingPrimaryKey /lossyTags/4/name warning",
            ])
    }

    func testInventedDefaults_onlyWhereDeclared() throws {
        let realm = try makeRealm()
        XCTAssertEqual(importError(realm, JGenerated.self, "{}")?.summary, ["missingRequired /at"])
        try realm.importText(JGenerated.self, #"[{"at":"2024-01-02T03:04:05Z"},{"at":"2024-01-02T03:04:05Z"}]"#)
        let objects = Array(realm.objects(JGenerated.self))
        XCTAssertEqual(objects.count, 2)
        XCTAssertNotEqual(objects[0].id, objects[1].id)
        XCTAssertNotEqual(objects[0].stamp, objects[1].stamp)
        XCTAssertNotEqual(objects[0].stamp, UUID._zero)
    }

    func testOptionalKey_nullIsAKeyOfItsOwn() throws {
        let realm = try makeRealm()
        let text = #"{"owner":"o","list":[{"code":null},{"code":"a"},{"code":null,"owner":"p"}]}"#
        let report = try realm.importText(JOptionalKey.self, text, root: "list")
        XCTAssertEqual(report.inserted, 2)
        XCTAssertEqual(
            realm.objects(JOptionalKey.self).map { "\($0.code ?? "nil") \($0.owner ?? "nil")" }, ["nil p", "a o"])
    }

    func testObjectInsideItself_theOuterListWins() throws {
        let realm = try makeRealm()
        try realm.importText(JOptionalKey.self, #"{"code":"a","others":[{"code":"a","others":[{"code":"b"}]},"b"]}"#)
        let object = try XCTUnwrap(realm.object(ofType: JOptionalKey.self, forPrimaryKey: "a"))
        XCTAssertEqual(object.others.map(\.code), ["a", "b"])
    }

    func testSkipObject_takesBackWhatTheObjectDid() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JPost.self, #"{"id":1,"title":"A","author":{"id":6,"name":"F"},"comments":[8]}"#)
        var options = JSONImportOptions()
        options.onIssue = .skipObject
        let report = try realm.importText(
            JPost.self,
            """
            [{"id":1,"title":"changed","author":{"id":7,"name":"new"},"comments":["x"]},
             {"id":2,"title":"B","author":{"id":6,"name":9},"comments":[{"id":3,"text":"c"},{"id":4}]}]
            """, options: options)
        let post = try XCTUnwrap(realm.object(ofType: JPost.self, forPrimaryKey: 1))
        XCTAssertEqual(post.title, "A")
        XCTAssertEqual(post.author?.id, 6)
        XCTAssertNil(realm.object(ofType: JUser.self, forPrimaryKey: 7))
        let other = try XCTUnwrap(realm.object(ofType: JPost.self, forPrimaryKey: 2))
        XCTAssertNil(other.author)
        XCTAssertEqual(other.comments.map(\.id), [3])
        XCTAssertEqual([report.inserted, report.updated, report.unchanged], [2, 0, 0])
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer)" },
            ["typeMismatch /0/comments/0", "typeMismatch /1/author/name", "missingRequired /1/comments/1/text"])
        XCTAssertEqual(report.roots(in: realm).map(\.id), [2])
        XCTAssertEqual(realm.unresolved(JComment.self).map(\.count), [1])
    }

    func testSkipValue_leavesOutTheValueAlone() throws {
        let realm = try makeJSONRealm()
        var options = JSONImportOptions()
        options.onIssue = .skipValue
        let report = try realm.importText(
            JPost.self, #"[{"id":1,"title":"A","score":"x","tags":["a",1]},{"id":2,"title":5},{"id":"3"}]"#,
            options: options)
        XCTAssertEqual(
            realm.objects(JPost.self).map { "\($0.id) \($0.title) \($0.score) \(Array($0.tags))" }, ["1 A 1.0 [\"a\"]"])
        XCTAssertEqual(report.inserted, 1)
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer)" },
            [
                "typeMismatch /0/score", "typeMismatch /0/tags/1", "missingRequired /1/title", "typeMismatch /1/title",
                "typeMismatch /2/id",
            ])
    }

    func testProblems_ofRules_nameClassAndProperty() {
        func problems(_ types: Object.Type...) -> [SchemaProblem] {
            JSONPlan.problems(types.map { ClassDescription.of($0) })
        }
        XCTAssertEqual(problems(JPolicies.self, JTag.self).map(\.sentence), [])
        XCTAssertEqual(problems(JWrong.LooseNames.self).map(\.property), ["image_url"])
        let wrong = problems(JWrong.LinkWithoutKey.self, JWrong.NoKey.self)
        XCTAssertEqual(wrong.map(\.property), ["other", "numbers", "at", "place", "empty"])
        XCTAssertTrue(wrong.allSatisfy { $0.className == "LinkWithoutKey" })
        XCTAssertTrue(wrong[0].sentence.contains("NoKey"))
        let foreign = problems(JWrong.ForeignPath.self, JTag.self, JEvent.self)
        XCTAssertEqual(foreign.map(\.property), [nil, "wrong"])
        XCTAssertTrue(foreign[0].sentence.contains("JTag"))
    }

    func testProblems_areThrownAtOpen() {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "wrong-\(UUID())", objectTypes: [JWrong.LinkWithoutKey.self, JWrong.NoKey.self])
        XCTAssertThrowsError(try Realm(configuration: configuration)) { error in
            let error = error as? Realm.Error
            XCTAssertEqual(error?.code, .invalidSchema)
            XCTAssertEqual(error?.className, "LinkWithoutKey")
            XCTAssertEqual(error?.property, "other")
            for name in ["other", "numbers", "at", "place", "empty"] {
                XCTAssertTrue(error?.message.contains("LinkWithoutKey.\(name)") ?? false, name)
            }
        }
    }

    func testConnect_holdsForAddAndCreateToo() throws {
        let realm = try makeJSONRealm()
        let holding = JHolding()
        holding.id = "h"
        holding.productId = "p"
        try realm.write { realm.add(holding) }
        XCTAssertNil(holding.product)
        XCTAssertEqual(realm.unresolved(JProduct.self).map(\.count), [1])
        try realm.importText(JProduct.self, #"{"id":"p","name":"P"}"#)
        XCTAssertEqual(holding.product?.name, "P")
        try realm.write {
            let created = realm.create(JHolding.self, value: ["id": "i", "productId": "p"])
            XCTAssertEqual(created.product?.id, "p")
            XCTAssertNil(realm.create(JHolding.self, value: ["id": "j", "productId": ""]).product)
        }
        XCTAssertEqual(realm.objects(JProduct.self).count, 1)
    }

    func testPlaceholder_isKnownByTheRealmUntilAnAddFillsIt() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JThread.self, #"{"id":1,"filled":[4]}"#)
        let note = try XCTUnwrap(realm.object(ofType: JNote.self, forPrimaryKey: 4))
        XCTAssertTrue(realm.isPlaceholder(note))
        try realm.write { realm.create(JNote.self, value: ["id": 4, "text": "four"], update: .modified) }
        XCTAssertFalse(realm.isPlaceholder(note))
        XCTAssertEqual(realm.objects(JThread.self).first?.filled.map(\.text), ["four"])
    }

    func testConnectConflict_withAKeyThatNothingHas_reservesNothing() throws {
        let realm = try makeJSONRealm()
        var options = JSONImportOptions()
        options.onIssue = .skipObject
        // What the second object undoes must not make the file forget that nothing links to the first one's key.
        let report = try realm.importText(
            JHolding.self, #"[{"id":"h","productId":"p","product":"q"},{"id":"i","productId":5}]"#, options: options)
        XCTAssertEqual(report.issues.map(\.kind), [.connectConflict, .typeMismatch])
        XCTAssertEqual(realm.unresolved(JProduct.self).map { $0.key as? String }, ["q"])
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    func testPath_literalsAndComponents() {
        XCTAssertEqual(JSONPath(stringLiteral: "a.b.0").components, ["a", "b", "0"])
        XCTAssertEqual(JSONPath.path("a.b", "c").components, ["a.b", "c"])
        XCTAssertNotNil(JSONPath(stringLiteral: "a..b").problem)
        XCTAssertNotNil(JSONPath.path().problem)
        XCTAssertNil(JSONPath(stringLiteral: "a").problem)
    }
}
