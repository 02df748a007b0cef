// Links, lists, inverses, embedded objects, and keys that nothing has yet.

import Foundation
import XCTest

@testable import Quire

final class JSONRelationTests: XCTestCase {
    private func ids(_ list: List<JNote>) -> [Int] { list.map(\.id) }

    // MARK: - One object named several times

    func testRepeatedObject_isMergedInDocumentOrder() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(
            JPost.self,
            """
            [{"id":1,"title":"A","author":{"id":6,"name":"F","email":"f@x"}},
             {"id":2,"title":"B","author":{"id":6,"name":"G"}}]
            """)
        XCTAssertEqual([report.inserted, report.updated, report.unchanged], [3, 0, 0])
        let user = try XCTUnwrap(realm.objects(JUser.self).first)
        XCTAssertEqual(realm.objects(JUser.self).count, 1)
        XCTAssertEqual(user.name, "G")
        XCTAssertEqual(user.email, "f@x")
        XCTAssertEqual(user.posts.map(\.id).sorted(), [1, 2])
    }

    func testRepeatedObject_laterOccurrenceBringsWhatIsRequired() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(
            JPost.self,
            #"[{"id":1,"title":"A","author":{"id":6}},{"id":2,"title":"B","author":{"id":6,"name":"G"}}]"#)
        XCTAssertEqual(report.inserted, 3)
        XCTAssertEqual(realm.objects(JUser.self).first?.name, "G")
        let error = importError(realm, JPost.self, #"[{"id":3,"title":"A","author":{"id":7}}]"#)
        XCTAssertEqual(error?.summary, ["missingRequired /0/author/name"])
        XCTAssertEqual(error?.issues.first?.className, "JUser")
        XCTAssertNil(realm.object(ofType: JPost.self, forPrimaryKey: 3))
    }

    // MARK: - Unknown keys

    func testUnknownAuthor_isLinkedWhenItArrives() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(JPost.self, #"{"id":1,"title":"A","author":99}"#)
        XCTAssertEqual(report.unresolvedCount, 1)
        let post = try XCTUnwrap(realm.objects(JPost.self).first)
        XCTAssertNil(post.author)
        XCTAssertEqual(realm.unresolved(JUser.self).map(\.count), [1])
        try realm.importText(JUser.self, #"{"id":99,"name":"Z"}"#)
        XCTAssertEqual(post.author?.name, "Z")
        XCTAssertEqual(realm.unresolved(JUser.self).count, 0)
    }

    func testUnknownKeysInLists_byPolicy() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JNote.self, #"[{"id":1},{"id":3}]"#)
        let report = try realm.importText(
            JThread.self, #"{"id":1,"skipped":[1,2,3],"deferred":[1,2,3],"filled":[1,4,3],"first_id":8}"#)
        let thread = try XCTUnwrap(realm.objects(JThread.self).first)
        XCTAssertEqual(ids(thread.skipped), [1, 3])
        XCTAssertEqual(ids(thread.deferred), [1, 3])
        XCTAssertEqual(ids(thread.filled), [1, 4, 3])
        XCTAssertNil(thread.first)
        XCTAssertEqual(thread.filled[1].text, "?")
        XCTAssertEqual(report.unresolvedCount, 1)
        XCTAssertEqual([report.inserted, report.unchanged], [1, 0])
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer) \($0.severity)" },
            ["unresolvedReference /skipped/1 warning", "unresolvedReference /first_id warning"])
        XCTAssertEqual(realm.objects(JNote.self).count, 3)
        try realm.importText(JNote.self, #"{"id":2,"text":"two"}"#)
        XCTAssertEqual(ids(thread.deferred), [1, 2, 3])
        XCTAssertEqual(ids(thread.skipped), [1, 3])
    }

    func testPlaceholder_countsAsInsertedOnceAPayloadFillsIt() throws {
        let realm = try makeJSONRealm()
        XCTAssertEqual(try realm.importText(JThread.self, #"{"id":1,"filled":[4]}"#).inserted, 1)
        let note = try XCTUnwrap(realm.object(ofType: JNote.self, forPrimaryKey: 4))
        XCTAssertTrue(
            try Placeholders.isPlaceholder(note.row, realm.context.binding(JNote.self).table, realm.context.session))
        let report = try realm.importText(JNote.self, #"{"id":4,"text":"four"}"#)
        XCTAssertEqual([report.inserted, report.updated], [1, 0])
        XCTAssertEqual(note.text, "four")
        XCTAssertFalse(
            try Placeholders.isPlaceholder(note.row, realm.context.binding(JNote.self).table, realm.context.session))
    }

    func testErrorPolicy_rollsBackUnlessTheObjectComesInThePayload() throws {
        let realm = try makeJSONRealm()
        let error = importError(realm, JThread.self, #"[{"id":1,"needed":[5,6]}]"#)
        XCTAssertEqual(error?.summary, ["unresolvedReference /0/needed/0", "unresolvedReference /0/needed/1"])
        XCTAssertEqual(realm.unresolved(JNote.self).count, 0)
        try realm.importText(JNote.self, #"[{"id":5},{"id":6}]"#)
        try realm.importText(JThread.self, #"[{"id":1,"needed":[5,6]}]"#)
        XCTAssertEqual(realm.objects(JThread.self).first.map { ids($0.needed) }, [5, 6])
    }

    func testBadKeys_neverBecomeKeyZero() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JNote.self, #"[{"id":1}]"#)
        XCTAssertEqual(
            importError(realm, JThread.self, #"{"id":1,"deferred":["1","x"]}"#)?.summary,
            ["typeMismatch /deferred/0", "typeMismatch /deferred/1"])
        let text = #"{"id":1,"loose":["1","x"]}"#
        XCTAssertEqual(importError(realm, JThread.self, text)?.summary, ["typeMismatch /loose/1"])
        XCTAssertEqual(realm.objects(JThread.self).count, 0)
        var options = JSONImportOptions()
        options.onIssue = .skipValue
        try realm.importText(JThread.self, text, options: options)
        XCTAssertEqual(realm.objects(JThread.self).first.map { ids($0.loose) }, [1])
        XCTAssertEqual(realm.unresolved(JNote.self).count, 0)
        XCTAssertNil(realm.object(ofType: JNote.self, forPrimaryKey: 0))
        options.onIssue = .skipObject
        let report = try realm.importText(JThread.self, #"[{"id":7,"loose":["x"]},{"id":8}]"#, options: options)
        XCTAssertEqual(realm.objects(JThread.self).map(\.id), [1, 8])
        XCTAssertEqual(report.inserted, 1)
    }

    func testUnion_repeatedWithWaitingKeys_addsNothingTwice() throws {
        let realm = try makeJSONRealm()
        for _ in 0..<2 { try realm.importText(JThread.self, #"{"id":1,"joined":[5,6]}"#) }
        try realm.importText(JThread.self, #"{"id":1,"joined":[7,5]}"#)
        try realm.importText(JNote.self, #"[{"id":5},{"id":6},{"id":7}]"#)
        XCTAssertEqual(realm.objects(JThread.self).first.map { ids($0.joined) }, [5, 6, 7])
    }

    func testRepeatedIds_inAList_stayRepeated() throws {
        let realm = try makeJSONRealm()
        try realm.importText(
            JPost.self,
            #"{"id":1,"title":"t","comments":[{"id":1,"text":"a"},1,{"id":2,"text":"b"}]}"#)
        XCTAssertEqual(realm.objects(JPost.self).first?.comments.map(\.id), [1, 1, 2])
        XCTAssertEqual(realm.object(ofType: JComment.self, forPrimaryKey: 1)?.posts.map(\.id), [1, 1])
    }

    func testCycles_byIdAndBySelf() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(
            JPerson.self, #"[{"id":1,"friend":2},{"id":2,"friend":1},{"id":3,"friend":3}]"#)
        XCTAssertEqual(report.unresolvedCount, 0)
        XCTAssertEqual(realm.objects(JPerson.self).map { $0.friend?.id }, [2, 1, 3])
    }

    func testDeepNesting_ofLinks() throws {
        let realm = try makeJSONRealm()
        let depth = 400
        let text =
            (0..<depth).map { "{\"id\":\($0),\"friend\":" }.joined() + "null" + String(repeating: "}", count: depth)
        XCTAssertEqual(try realm.importText(JPerson.self, text).inserted, depth)
        XCTAssertEqual(realm.object(ofType: JPerson.self, forPrimaryKey: 0)?.friend?.friend?.id, 2)
        let tooDeep = (0..<600).map { "{\"id\":\($0),\"friend\":" }.joined()
        XCTAssertEqual(importError(realm, JPerson.self, tooDeep)?.issues.map(\.kind), [.limitExceeded])
    }

    // MARK: - Embedded objects

    func testEmbedded_replacedListLeavesNoOldRows() throws {
        let realm = try makeJSONRealm()
        let first =
            #"{"id":1,"shots":[{"caption":"a","width":1},{"caption":"b"},{"caption":"c"}],"cover":{"caption":"x"}}"#
        var report = try realm.importText(JAlbum.self, first)
        XCTAssertEqual([report.inserted, report.insertedWithoutKey], [1, 0])
        let album = try XCTUnwrap(realm.objects(JAlbum.self).first)
        let table = realm.context.binding(JShot.self).table
        XCTAssertEqual(try table.count, 4)
        report = try realm.importText(JAlbum.self, first)
        XCTAssertEqual([report.updated, report.unchanged], [0, 1])
        report = try realm.importText(JAlbum.self, #"{"id":1,"shots":[{"caption":"d"}],"cover":null}"#)
        XCTAssertEqual([report.updated, report.unchanged], [1, 0])
        XCTAssertEqual(album.shots.map { "\($0.caption)\($0.width)" }, ["d640"])
        XCTAssertNil(album.cover)
        XCTAssertEqual(try table.count, 1)
        let error = importError(realm, JAlbum.self, #"{"id":1,"shots":[{"width":2}],"cover":5}"#)
        XCTAssertEqual(error?.summary, ["missingRequired /shots/0/caption", "typeMismatch /cover"])
        XCTAssertEqual(album.shots.map(\.caption), ["d"])
    }

    // MARK: - Inverses

    func testInverseWithoutRule_isNotedWithItsCount() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(JUser.self, #"{"id":1,"name":"a","posts":[{"id":1,"title":"x"},{"id":2}]}"#)
        XCTAssertEqual(report.issues.map { "\($0.kind.name) \($0.pointer)" }, ["ignoredInverse /posts"])
        XCTAssertEqual(report.issues[0].found, "array of 2 objects")
        XCTAssertEqual(report.issues[0].severity, .note)
        XCTAssertEqual(realm.objects(JPost.self).count, 0)
    }

    func testChildrenUnderAnInverse_areLinkedToIt() throws {
        let realm = try makeJSONRealm()
        let text =
            #"{"id":"p","name":"P","items":[{"id":"a","balance":1},{"id":"b","balance":2,"productId":"q"},"#
            + #"{"id":"c","balance":3,"productId":null}]}"#
        let report = try realm.importText(JProduct.self, text)
        XCTAssertEqual(report.inserted, 4)
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer) \($0.severity)" },
            ["parentConflict /items/1/productId warning"])
        let product = try XCTUnwrap(realm.objects(JProduct.self).first)
        XCTAssertEqual(product.items.map(\.id).sorted(), ["a", "c"])
        XCTAssertEqual(report.unresolvedCount, 1)
        let again = try realm.importText(JProduct.self, text)
        XCTAssertEqual([again.inserted, again.updated, again.unchanged], [0, 0, 4])
    }

    // MARK: - Objects without a key

    func testKeyless_replacedTargetsGoAlong() throws {
        let realm = try makeJSONRealm()
        var report = try realm.importText(JStrict.self, #"{"id":1,"parts":[{"label":"a"},{"label":"b"}]}"#)
        XCTAssertEqual([report.inserted, report.insertedWithoutKey], [3, 2])
        report = try realm.importText(JStrict.self, #"{"id":1,"parts":[{"label":"c"}]}"#)
        XCTAssertEqual([report.inserted, report.updated, report.deleted, report.insertedWithoutKey], [1, 1, 2, 1])
        XCTAssertEqual(realm.objects(JPart.self).map(\.label), ["c"])
    }

    // MARK: - Connections, outside values

    func testConnect_makesLinksFromKeys() throws {
        let realm = try makeJSONRealm()
        var report = try realm.importText(JHolding.self, #"[{"id":"h","productId":"p"},{"id":"i","productId":""}]"#)
        XCTAssertEqual(report.unresolvedCount, 1)
        try realm.importText(JProduct.self, #"{"id":"p","name":"P"}"#)
        let holding = try XCTUnwrap(realm.object(ofType: JHolding.self, forPrimaryKey: "h"))
        XCTAssertEqual(holding.product?.name, "P")
        report = try realm.importText(JHolding.self, #"{"id":"h","productId":"p","product":{"id":"q","name":"Q"}}"#)
        XCTAssertEqual(report.issues.map { "\($0.kind.name) \($0.severity)" }, ["connectConflict warning"])
        XCTAssertEqual(holding.product?.id, "q")
        report = try realm.importText(JHolding.self, #"{"id":"h","currency":"EUR"}"#)
        XCTAssertEqual(holding.product?.id, "q")
        report = try realm.importText(JHolding.self, #"{"id":"h","productId":null}"#)
        XCTAssertNil(holding.product)
    }

    func testOutsideValues_ofParentDocumentAndPlace() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(
            JAccount.self,
            """
            {"meta":{"currency":"EUR","page":1},"accounts":[
              {"holdings":[{"id":"h1"},{"id":"h2","accountId":"other"}],"id":"a1"},
              {"id":"a2","holdings":[{"id":"h3"}]}],
             "next":null}
            """, root: "accounts")
        XCTAssertEqual(report.inserted, 5)
        XCTAssertEqual(report.envelope["meta"], .object(["currency": .string("EUR"), "page": .int(1)]))
        XCTAssertEqual(report.envelope["next"], .null)
        XCTAssertEqual(report.envelope.count, 2)
        let holdings = realm.objects(JHolding.self).sorted { $0.id < $1.id }
        XCTAssertEqual(holdings.map(\.accountId), ["a1", "other", "a2"])
        XCTAssertEqual(holdings.map(\.currency), ["EUR", "EUR", "EUR"])
        XCTAssertEqual(holdings.map(\.place), [0, 1, 0])
    }
}
