// Documents that are made to hurt: faults where marks are open, parts without end, keys that are too long.

import Foundation
import XCTest

@testable import Quire

final class JCoded: JHidden {
    @Persisted(primaryKey: true, json: .coerce) var code: String
}

final class JMaybe: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .transform { (text: String?) in text.map(\.utf8.count) ?? -1 }) var length: Int
    @Persisted(json: .transform { (value: JSONValue?) in value == nil ? "nothing" : "something" }) var any: String
}

final class JShelf: JHidden {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .path("deep", "set\"ting")) var setting: JSetting?
}

final class JSONHostileTests: XCTestCase {
    private func makeRealm() throws -> Realm {
        try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: "hostile-\(UUID())",
                objectTypes: [JCoded.self, JMaybe.self, JShelf.self, JSetting.self]))
    }

    // MARK: - Faults inside of objects

    func testFault_inAnObjectThatMayBeTakenBack_endsASavepointOnly() throws {
        let texts = [
            #"[{"id":1,"title":"A"},{"id":2,"title":tru}]"#,
            #"[{"id":1,"title":"A","author":{"id":6,"name":"F"},"comments":[{"id":1,"text":"c"},"#,
        ]
        for onIssue in [JSONImportOptions.OnIssue.rollback, .skipObject, .skipValue] {
            let realm = try makeJSONRealm()
            var options = JSONImportOptions()
            options.onIssue = onIssue
            try realm.write {
                try realm.importText(JUser.self, #"{"id":6,"name":"before"}"#)
                for text in texts {
                    XCTAssertEqual(importError(realm, JPost.self, text, options: options)?.summary.count, 1)
                }
                try realm.importText(JStrict.self, #"{"id":1,"parts":[{"label":"a"}]}"#, options: options)
                let strict = #"[{"id":2,"name":"x","parts":[{"label":"#
                XCTAssertEqual(importError(realm, JStrict.self, strict, options: options)?.summary.count, 1)
                XCTAssertEqual(realm.objects(JPost.self).count, 0)
            }
            XCTAssertEqual(realm.objects(JUser.self).map(\.name), ["before"])
            XCTAssertEqual(realm.objects(JStrict.self).map(\.id), [1])
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }

    // MARK: - Parts that are kept as they are

    func testEnvelope_withManyMembers_isReadInOnePass() throws {
        let realm = try makeJSONRealm()
        let count = 100_000
        let numbers = (0..<count).map { "\($0)" }.joined(separator: ",")
        let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let report = try realm.importText(
            JUser.self, "{\"list\":[\(numbers)],\"map\":{\(members)},\"data\":[]}", root: "data")
        XCTAssertEqual(report.envelope["list"], .array((0..<count).map { .int(Int64($0)) }))
        guard case .object(let map) = report.envelope["map"] else { return XCTFail("no object") }
        XCTAssertEqual(map.count, count)
        XCTAssertEqual(map["k77777"], .int(77_777))
    }

    func testEnvelope_deeperThanAPartMayBe_saysSo() throws {
        let realm = try makeJSONRealm()
        var options = JSONImportOptions()
        options.depthLimit = 2_000
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let text = "{\"deep\":\(deep),\"data\":[]}"
        let error = try XCTUnwrap(importError(realm, JUser.self, text, root: "data", options: options))
        XCTAssertEqual(error.issues.map(\.kind), [.limitExceeded])
        XCTAssertEqual(error.issues[0].expected?.contains("512"), true, error.issues[0].description)
        XCTAssertEqual(error.issues[0].expected?.contains("2000"), false, error.issues[0].description)
    }

    // MARK: - Keys

    func testKeys_thatAreTooLong_areIssuesWhereverTheyComeFrom() throws {
        let realm = try makeRealm()
        let long = String(repeating: "7", count: 70_000)
        for text in ["{\"code\":\(long)}", "{\"code\":\"\(long)\"}"] {
            let error = try XCTUnwrap(importError(realm, JCoded.self, text))
            XCTAssertEqual(error.summary, ["outOfRange /code"])
            XCTAssertEqual(error.issues[0].byteOffset, 8)
        }
        let dictionary = try XCTUnwrap(importError(realm, JSetting.self, "{\"\(long)\":{\"value\":\"1\"}}"))
        XCTAssertEqual(dictionary.summary, ["outOfRange /\(long)"])
        XCTAssertEqual(dictionary.issues[0].byteOffset, 1)
        let other = try makeJSONRealm()
        let connected = try XCTUnwrap(importError(other, JHolding.self, "[{\"id\":\"h\",\"productId\":\"\(long)\"}]"))
        XCTAssertEqual(connected.issues.map { "\($0.kind.name) \($0.property ?? "")" }, ["outOfRange product"])
    }

    func testUnknownKeys_inTwoSpellingsOfOneCharacter_areTwoKeys() throws {
        let realm = try makeJSONRealm()
        var options = JSONImportOptions()
        options.duplicateKeys = .error
        let text = "{\"id\":1,\"name\":\"n\",\"\u{E9}\":1,\"e\u{301}\":2}"
        let report = try realm.importText(JUser.self, text, options: options)
        XCTAssertEqual(report.issues.map(\.kind), [.unknownKey, .unknownKey])
        XCTAssertEqual(
            importError(realm, JUser.self, #"{"id":1,"name":"n","x":1,"\u0078":2}"#, options: options)?.summary,
            ["duplicateKey /\u{78}"])
    }

    func testDictionaryKey_ofANestedObject_isTheKeyBeforeIt() throws {
        let realm = try makeRealm()
        try realm.importText(JShelf.self, #"{"id":1,"deep":{"x":1,"set\"ting" : {"value":"7"}}}"#)
        let setting = try XCTUnwrap(realm.objects(JShelf.self).first?.setting)
        XCTAssertEqual("\(setting.name) \(setting.value)", "set\"ting 7")
    }

    func testKeyBefore_findsTheWholeKey() {
        let keys = ["", "a", #"\""#, #"\\"#, #"\\\""#, #"\"\""#, #"x\\\\"#, "\u{E9}", #"\u0022"#]
        for key in keys {
            for space in ["", " ", "\n\t "] {
                for opening in ["{\"\(key)\"\(space):\(space)", "{\"k\":\"\\\\\",\(space)\"\(key)\"\(space):\(space)"] {
                    let bytes = Array((opening + "1}").utf8)
                    let found = withReader(bytes) { reader in
                        reader.key(before: opening.utf8.count).map { ($0, reader.bytes.text($0.offset, $0.byteCount)) }
                    }
                    XCTAssertEqual(found?.1, key, opening)
                    XCTAssertEqual(found?.0.hasEscapes, key.contains("\\"), opening)
                }
            }
        }
        for opening in ["[", "[1,", "", " ", ":", "\":", "[\"a\","] {
            let bytes = Array((opening + "1").utf8)
            withReader(bytes) { reader in XCTAssertNil(reader.key(before: opening.utf8.count), opening) }
        }
    }

    // MARK: - Transforms

    func testTransform_ofAnOptional_takesNullForNilAndNothingElse() throws {
        let realm = try makeRealm()
        try realm.importText(JMaybe.self, #"[{"id":1,"length":null,"any":null},{"id":2,"length":"abc","any":[1]}]"#)
        XCTAssertEqual(realm.objects(JMaybe.self).map { "\($0.length) \($0.any)" }, ["-1 nothing", "3 something"])
        for value in ["5", "1.5", "true", "[]", "{}"] {
            XCTAssertEqual(
                importError(realm, JMaybe.self, "{\"id\":3,\"length\":\(value),\"any\":1}")?.summary,
                ["typeMismatch /length"], value)
        }
    }
}
