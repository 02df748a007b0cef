// The importer on single objects: values, keys, defaults, issues.

import Foundation
import XCTest

@testable import Quire

final class JSONImportTests: XCTestCase {
    // MARK: - Keys, defaults, null

    func testImport_smallObject_takesDefaults() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(JPost.self, #"{"id":1,"title":"A"}"#)
        XCTAssertEqual(report.inserted, 1)
        XCTAssertEqual(report.updated, 0)
        XCTAssertEqual(report.issueCount, 0)
        let post = try XCTUnwrap(realm.object(ofType: JPost.self, forPrimaryKey: 1))
        XCTAssertEqual(post.title, "A")
        XCTAssertEqual(post.score, 1)
        XCTAssertEqual(post.tags.count, 0)
        XCTAssertNil(post.author)
        XCTAssertEqual(report.roots(in: realm).map(\.id), [1])
    }

    func testImport_nullForRequired_storesNothing() throws {
        let realm = try makeJSONRealm()
        let error = try XCTUnwrap(importError(realm, JPost.self, #"{"id":1,"title":null}"#))
        XCTAssertEqual(error.summary, ["nullForRequired /title"])
        XCTAssertEqual(error.issues[0].found, "null")
        XCTAssertEqual(error.issues[0].expected, "String")
        XCTAssertEqual(error.issues[0].className, "JPost")
        XCTAssertEqual(error.issues[0].property, "title")
        XCTAssertEqual(error.issues[0].byteOffset, 16)
        XCTAssertEqual(realm.objects(JPost.self).count, 0)
    }

    func testImport_missingKeyAndMissingValue_areToldApart() throws {
        let realm = try makeJSONRealm()
        XCTAssertEqual(importError(realm, JPost.self, #"{"id":2}"#)?.summary, ["missingRequired /title"])
        XCTAssertEqual(importError(realm, JPost.self, #"{"title":"x"}"#)?.summary, ["missingPrimaryKey /id"])
        let text = #"[{"id":1,"title":"a"},{"title":"b"},{"id":3,"title":"c"},{"id":4}]"#
        let error = importError(realm, JPost.self, text)
        XCTAssertEqual(error?.summary, ["missingPrimaryKey /1/id", "missingRequired /3/title"])
        XCTAssertEqual(error?.issues.map(\.column), [23, 58])
        var options = JSONImportOptions()
        options.onIssue = .skipObject
        let report = try realm.importText(JPost.self, text, options: options)
        XCTAssertEqual(realm.objects(JPost.self).map { "\($0.id)\($0.title)" }, ["1a", "3c"])
        XCTAssertEqual(report.inserted, 2)
        XCTAssertEqual(report.issueCount, 2)
        XCTAssertEqual(report.roots(in: realm).map(\.id), [1, 3])
    }

    func testImport_absentKeyAndNull_ofAStoredObject() throws {
        let realm = try makeJSONRealm()
        try realm.importText(
            JPost.self,
            #"{"id":1,"title":"A","score":5,"tags":["x","y"],"author":{"id":6,"name":"F","email":"f@x"}}"#)
        var report = try realm.importText(JPost.self, #"{"id":1,"title":"B"}"#)
        let post = try XCTUnwrap(realm.object(ofType: JPost.self, forPrimaryKey: 1))
        XCTAssertEqual([report.inserted, report.updated, report.unchanged], [0, 1, 0])
        XCTAssertEqual(post.title, "B")
        XCTAssertEqual(post.score, 5)
        XCTAssertEqual(Array(post.tags), ["x", "y"])
        XCTAssertEqual(post.author?.id, 6)
        report = try realm.importText(JPost.self, #"{"id":1,"tags":null,"author":null}"#)
        XCTAssertEqual([report.inserted, report.updated, report.unchanged], [0, 1, 0])
        XCTAssertEqual(Array(post.tags), [])
        XCTAssertNil(post.author)
        XCTAssertEqual(realm.objects(JUser.self).count, 1)
    }

    func testImport_threeBadValues_threeIssuesInOrderAndOneThrow() throws {
        let realm = try makeJSONRealm()
        let error = try XCTUnwrap(importError(realm, JPost.self, #"{"id":"x","title":5,"score":"high"}"#))
        XCTAssertEqual(error.summary, ["typeMismatch /id", "typeMismatch /title", "typeMismatch /score"])
        XCTAssertEqual(error.issues.map(\.found), ["string \"x\"", "number 5", "string \"high\""])
        XCTAssertEqual(error.issueCount, 3)
        XCTAssertEqual(realm.objects(JPost.self).count, 0)
        XCTAssertTrue(error.description.contains("1:7: /id: typeMismatch, expected Int, found string \"x\""))
    }

    // MARK: - Numbers

    func testNumbers_keysInEverySpelling() throws {
        let realm = try makeJSONRealm()
        try realm.importText(
            JNumbers.self, #"[{"id":1.0},{"id":1e3},{"id":9007199254740993,"big":-9223372036854775808}]"#)
        XCTAssertEqual(realm.objects(JNumbers.self).map(\.id), [1, 1000, 9_007_199_254_740_993])
        XCTAssertEqual(realm.object(ofType: JNumbers.self, forPrimaryKey: 9_007_199_254_740_993)?.big, Int.min)
        XCTAssertEqual(importError(realm, JNumbers.self, #"{"id":1.5}"#)?.summary, ["typeMismatch /id"])
        XCTAssertEqual(importError(realm, JNumbers.self, #"{"id":9223372036854775808}"#)?.summary, ["outOfRange /id"])
    }

    func testNumbers_rangesOfTypes() throws {
        let realm = try makeJSONRealm()
        let error = importError(
            realm, JNumbers.self,
            #"{"id":1,"small":128,"real":1e999,"single":1e39,"flag":1,"number":"1x","yes":2,"big":"1"}"#)
        XCTAssertEqual(
            error?.summary,
            [
                "outOfRange /small", "outOfRange /real", "outOfRange /single", "typeMismatch /flag",
                "typeMismatch /number",
                "typeMismatch /yes", "typeMismatch /big",
            ])
        try realm.importText(
            JNumbers.self,
            #"{"id":1,"small":-128,"real":0.1,"single":0.1,"flag":true,"number":"-12","text":12.50,"yes":0}"#)
        let numbers = try XCTUnwrap(realm.objects(JNumbers.self).first)
        XCTAssertEqual(numbers.small, -128)
        XCTAssertEqual(numbers.real, 0.1)
        XCTAssertEqual(numbers.single, 0.1)
        XCTAssertEqual(numbers.flag, true)
        XCTAssertEqual(numbers.number, -12)
        XCTAssertEqual(numbers.text, "12.50")
        XCTAssertEqual(numbers.yes, false)
    }

    func testListsOfValues_strictAndLossy() throws {
        let realm = try makeJSONRealm()
        let error = importError(realm, JNumbers.self, #"{"id":1,"list":[1,"2",null,4.5]}"#)
        XCTAssertEqual(error?.summary, ["typeMismatch /list/1", "nullForRequired /list/2", "typeMismatch /list/3"])
        let report = try realm.importText(JNumbers.self, #"{"id":1,"list":[3,2],"lossyList":[1,"2",{"a":1},4]}"#)
        let numbers = try XCTUnwrap(realm.objects(JNumbers.self).first)
        XCTAssertEqual(Array(numbers.list), [3, 2])
        XCTAssertEqual(Array(numbers.lossyList), [1, 4])
        XCTAssertEqual(report.issues.map(\.severity), [.warning, .warning])
        XCTAssertEqual(importError(realm, JNumbers.self, #"{"id":1,"list":3}"#)?.summary, ["typeMismatch /list"])
    }

    // MARK: - Dates, binary, enums

    func testDates_everyForm() throws {
        let realm = try makeJSONRealm()
        try realm.importText(
            JEvent.self,
            """
            [{"id":1,"at":"2024-01-02T03:04:05Z"},{"id":2,"at":"2024-01-02T03:04:05.123Z"},
             {"id":3,"at":"2024-01-02T05:04:05+0200"},{"id":4,"at":"2024-01-02T05:04:05+02:00"},
             {"id":5,"at":"2024-01-02"},{"id":6,"at":1704164645123}]
            """)
        let second = Date(timeIntervalSince1970: 1_704_164_645)
        let dates = realm.objects(JEvent.self).map { $0.at?.timeIntervalSince(second) }
        XCTAssertEqual(dates[0], 0)
        XCTAssertEqual(try XCTUnwrap(dates[1]), 0.123, accuracy: 1e-6)
        XCTAssertEqual(dates[2], 0)
        XCTAssertEqual(dates[3], 0)
        XCTAssertEqual(dates[4], -11_045)
        XCTAssertEqual(try XCTUnwrap(dates[5]), 0.123, accuracy: 1e-6)
        let error = importError(
            realm, JEvent.self, #"[{"id":1,"plain":"2024-01-02"},{"id":2,"plain":12},{"id":3,"at":"soon"}]"#)
        XCTAssertEqual(error?.summary, ["badDate /0/plain", "typeMismatch /1/plain", "badDate /2/at"])
    }

    func testBinary_base64AndUUID() throws {
        let realm = try makeJSONRealm()
        let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        try realm.importText(JNumbers.self, "{\"id\":1,\"data\":\"AQID\",\"uuid\":\"\(uuid)\"}")
        let numbers = try XCTUnwrap(realm.objects(JNumbers.self).first)
        XCTAssertEqual(numbers.data, Data([1, 2, 3]))
        XCTAssertEqual(numbers.uuid, UUID(uuidString: uuid))
        let error = importError(realm, JNumbers.self, #"{"id":1,"data":"A*","uuid":"no"}"#)
        XCTAssertEqual(error?.summary, ["typeMismatch /data", "typeMismatch /uuid"])
    }

    func testEnums_knownAndUnknownCases() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JUser.self, #"[{"id":1,"name":"a","role":"admin"},{"id":2,"name":"b"}]"#)
        XCTAssertEqual(realm.objects(JUser.self).map(\.role), [.admin, .user])
        let error = importError(realm, JUser.self, #"{"id":1,"name":"a","role":"root"}"#)
        XCTAssertEqual(error?.summary, ["unknownEnumCase /role"])
    }

    // MARK: - Keys of JSON

    func testKeyNames_exactThenLoose() throws {
        let realm = try makeJSONRealm()
        try realm.importText(
            JPhoto.self, #"[{"id":1,"image_url":"a"},{"id":2,"imageUrl":"b"},{"id":3,"image_url":"x","imageURL":"c"}]"#)
        XCTAssertEqual(realm.objects(JPhoto.self).map(\.imageURL), ["a", "b", "c"])
        var options = JSONImportOptions()
        options.keys = .exact
        let report = try realm.importText(JPhoto.self, #"{"id":4,"image_url":"a"}"#, options: options)
        XCTAssertNil(realm.object(ofType: JPhoto.self, forPrimaryKey: 4)?.imageURL)
        XCTAssertEqual(report.issues.map(\.kind), [.unknownKey])
    }

    func testUnknownKeys_notesOrErrors() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(JPhoto.self, #"{"id":1,"size":{"w":[1,2]},"image_url":"a"}"#)
        XCTAssertEqual(report.issues.map { "\($0.kind.name) \($0.pointer) \($0.severity)" }, ["unknownKey /size note"])
        XCTAssertEqual(importError(realm, JStrict.self, #"{"id":1,"size":2}"#)?.summary, ["unknownKey /size"])
    }

    func testDuplicateKeys_firstWinsOrError() throws {
        let realm = try makeJSONRealm()
        let text = #"{"id":1,"imageURL":"a","imageURL":"b"}"#
        let report = try realm.importText(JPhoto.self, text)
        XCTAssertEqual(realm.objects(JPhoto.self).first?.imageURL, "a")
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.severity) \($0.byteOffset)" }, ["duplicateKey warning 34"])
        var options = JSONImportOptions()
        options.duplicateKeys = .error
        XCTAssertEqual(importError(realm, JPhoto.self, text, options: options)?.summary, ["duplicateKey /imageURL"])
        XCTAssertEqual(
            importError(realm, JPhoto.self, #"{"id":1,"x":1,"x":2}"#, options: options)?.summary, ["duplicateKey /x"])
    }

    func testTransform_throwIsAnIssueWithItsMessage() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JSetting.self, #" {"a":{"value":"12"},"b":{"value":"7"}}"#)
        XCTAssertEqual(realm.objects(JSetting.self).map { "\($0.name)=\($0.value)" }, ["a=12", "b=7"])
        let error = try XCTUnwrap(importError(realm, JSetting.self, #"{"a":{"value":"x"},"b":{"value":7}}"#))
        XCTAssertEqual(error.summary, ["transformFailed /a/value", "typeMismatch /b/value"])
        XCTAssertTrue(try XCTUnwrap(error.issues[0].found).contains("notANumber"))
        XCTAssertEqual(error.issues[1].expected, "String")
    }

    // MARK: - Validation, age

    func testValidate_throwRollsBack() throws {
        let realm = try makeJSONRealm()
        let text = #"[{"id":1,"label":"good"},{"id":2,"name":"bad"}]"#
        XCTAssertEqual(importError(realm, JStrict.self, text)?.summary, ["validationFailed /1"])
        XCTAssertEqual(realm.objects(JStrict.self).count, 0)
        var options = JSONImportOptions()
        options.onIssue = .skipObject
        let report = try realm.importText(JStrict.self, text, options: options)
        XCTAssertEqual(realm.objects(JStrict.self).map(\.name), ["good"])
        XCTAssertEqual(report.inserted, 1)
        options.onIssue = .skipValue
        try realm.importText(JStrict.self, #"{"id":1,"name":"bad"}"#, options: options)
        XCTAssertEqual(realm.objects(JStrict.self).map(\.name), ["good"])
    }

    func testModifiedBy_olderPayloadsChangeNothing() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JStrict.self, #"{"id":1,"name":"new","version":5}"#)
        var report = try realm.importText(JStrict.self, #"{"id":1,"name":"old","version":4,"parts":[{"label":"x"}]}"#)
        XCTAssertEqual([report.inserted, report.updated, report.unchanged], [0, 0, 1])
        XCTAssertEqual(realm.objects(JStrict.self).first?.name, "new")
        XCTAssertEqual(realm.objects(JPart.self).count, 0)
        report = try realm.importText(JStrict.self, #"{"id":1,"name":"newer","version":6}"#)
        XCTAssertEqual(realm.objects(JStrict.self).first?.name, "newer")
    }
}
