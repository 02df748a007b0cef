// Whole documents: roots, damage, transactions, files, batches, and the laws that need no oracle.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire

final class JSONDocumentTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    /// Everything that the classes of these tests hold, to compare.
    private func contents(_ realm: Realm) -> [String] {
        var lines: [String] = []
        lines += realm.objects(JUser.self).map { "user \($0.id) \($0.name) \($0.email ?? "-") \($0.role)" }
        lines += realm.objects(JComment.self).map { "comment \($0.id) \($0.text)" }
        lines += realm.objects(JPost.self).map {
            "post \($0.id) \($0.title) \($0.score) \(Array($0.tags)) \($0.author?.id ?? -1) \($0.comments.map(\.id))"
        }
        lines += realm.objects(JProduct.self).map { "product \($0.id) \($0.name) \($0.items.map(\.id).sorted())" }
        lines += realm.objects(JItem.self).map { "item \($0.id) \($0.balance) \($0.product?.id ?? "-")" }
        lines += realm.unresolved(JProduct.self).map { "awaited product \($0.key) \($0.count)" }
        lines += realm.unresolved(JUser.self).map { "awaited user \($0.key) \($0.count)" }
        return lines.sorted()
    }

    private let payload = """
        {"data": {"posts": [
          {"id": 1, "title": "A \\u00e9\\n", "score": 2.5e0, "tags": ["x", "y"], "author": {"id": 6, "name": "F"},
           "comments": [{"id": 1, "text": "c"}, 2, {"id": 2, "text": "d"}]},
          {"title": "B", "id": 2, "author": 6, "comments": [1], "views": null}
        ], "total": 2}, "ok": true}
        """

    // MARK: - Root

    func testRoot_envelopeAndPointers() throws {
        let realm = try makeJSONRealm()
        let report = try realm.importText(JPost.self, payload, root: "data.posts")
        XCTAssertEqual(report.envelope, ["total": .int(2), "ok": .bool(true)])
        XCTAssertEqual(
            report.issues.map { "\($0.kind.name) \($0.pointer) \($0.line):\($0.column)" },
            ["unknownKey /data/posts/1/views 4:66"])
        XCTAssertEqual(report.roots(in: realm).map(\.id), [1, 2])
        XCTAssertEqual(realm.objects(JPost.self).first?.comments.map(\.id), [1, 2, 2])
        for (root, pointer) in [("data.articles", "/data/articles"), ("posts", "/posts"), ("ok.posts", "/ok/posts")] {
            let error = importError(realm, JPost.self, payload, root: JSONPath(stringLiteral: root))
            XCTAssertEqual(error?.summary, ["rootNotFound \(pointer)"])
        }
        let mismatch = importError(realm, JPost.self, payload, root: "ok")
        XCTAssertEqual(mismatch?.summary, ["typeMismatch /ok"])
        XCTAssertEqual(mismatch?.issues.first?.found, "bool true")
        XCTAssertEqual(try realm.importText(JPost.self, payload, root: "data.posts.1").unchanged, 1)
        XCTAssertEqual(
            importError(realm, JPost.self, payload, root: "data.posts.7")?.summary, ["rootNotFound /data/posts/7"])
        XCTAssertEqual(importError(realm, JPost.self, "[1,null]")?.summary, ["typeMismatch /0", "typeMismatch /1"])
    }

    func testEmptyDocuments() throws {
        let realm = try makeJSONRealm()
        XCTAssertEqual(try realm.importText(JPost.self, "[]").inserted, 0)
        XCTAssertEqual(try realm.importText(JPost.self, "\u{FEFF} [ ] \n").inserted, 0)
        XCTAssertEqual(importError(realm, JPost.self, "")?.issues.map(\.kind), [.syntax])
        XCTAssertEqual(importError(realm, JPost.self, "{}")?.summary, ["missingPrimaryKey /id"])
    }

    // MARK: - Damage

    func testSyntaxError_hasItsPlaceAndStoresNothing() throws {
        let realm = try makeJSONRealm()
        let error = try XCTUnwrap(
            importError(realm, JPost.self, "[{\"id\":1,\"title\":\"A\"},\n {\"id\":2,\"title\":tru}]"))
        XCTAssertEqual(error.summary, ["syntax /1/title"])
        XCTAssertEqual([error.issues[0].line, error.issues[0].column], [2, 18])
        XCTAssertEqual(realm.objects(JPost.self).count, 0)
        XCTAssertEqual(
            importError(realm, JPost.self, "[{\"id\":1,\"title\":\"A\"}] x")?.issues.map(\.kind), [.syntax])
        let broken = Data([0x7B, 0x22, 0x69, 0x64, 0x22, 0x3A, 0x22, 0xFF, 0x22, 0x7D])
        XCTAssertThrowsError(try realm.importJSON(JPost.self, from: broken)) {
            XCTAssertEqual(($0 as? JSONImportError)?.issues.map(\.kind), [.invalidUTF8])
        }
        let deep = String(repeating: "[", count: 1_000_000)
        XCTAssertEqual(importError(realm, JPost.self, deep)?.issues.first?.kind, .typeMismatch)
        XCTAssertEqual(
            importError(realm, JPost.self, "{\"x\":" + deep)?.summary,
            ["limitExceeded /x" + String(repeating: "/0", count: 511)])
    }

    func testTruncation_atEveryByte_throwsAndStoresNothing() throws {
        let realm = try makeJSONRealm()
        try realm.importText(JUser.self, #"{"id":6,"name":"before"}"#)
        let before = contents(realm)
        let bytes = Array(payload.utf8)
        for length in 0..<bytes.count {
            XCTAssertThrowsError(
                try realm.importJSON(JPost.self, from: Data(bytes[..<length]), root: "data.posts"), "\(length)"
            ) { XCTAssertTrue($0 is JSONImportError, "\(length): \($0)") }
        }
        XCTAssertEqual(contents(realm), before)
        try realm.importText(JPost.self, payload, root: "data.posts")
        XCTAssertEqual(realm.objects(JUser.self).first?.name, "F")
    }

    func testMutation_ofEveryByte_neverTrapsAndIsAllOrNothing() throws {
        let realm = try makeJSONRealm()
        let text =
            #"[{"id":1,"title":"A","tags":["x"],"author":{"id":6,"name":"F"},"comments":[{"id":1,"text":"c"},2]}]"#
        let bytes = Array(text.utf8)
        let replacements = Array("\u{0}\" {}[],:019e-.xn\\".utf8) + [0x80, 0xFF]
        var failures = 0
        for position in bytes.indices {
            for replacement in replacements where replacement != bytes[position] {
                var mutated = bytes
                mutated[position] = replacement
                let before = contents(realm)
                do {
                    try realm.importJSON(JPost.self, from: Data(mutated))
                } catch let error as JSONImportError {
                    failures += 1
                    XCTAssertFalse(error.issues.isEmpty)
                    XCTAssertEqual(contents(realm), before, "byte \(position) as \(replacement)")
                }
            }
        }
        XCTAssertGreaterThan(failures, 1_000)
    }

    // MARK: - Transactions

    func testInsideAWrite_isOneSavepoint() throws {
        let realm = try makeJSONRealm()
        try realm.write {
            try realm.importText(JUser.self, #"{"id":1,"name":"kept"}"#)
            XCTAssertThrowsError(try realm.importText(JUser.self, #"[{"id":2,"name":"x"},{"id":1,"name":7}]"#))
            XCTAssertEqual(realm.objects(JUser.self).map(\.name), ["kept"])
            try realm.importText(JUser.self, #"{"id":3,"name":"also"}"#)
        }
        XCTAssertEqual(realm.objects(JUser.self).map(\.name), ["kept", "also"])
    }

    func testBatches_keepWhatWasStoredBeforeTheError() throws {
        let realm = try makeJSONRealm()
        let good = (1...1_000).map { "{\"id\":\($0),\"name\":\"n\"}" }.joined(separator: ",\n")
        let text = "[\(good),\n{\"id\":1001,]"
        var options = JSONImportOptions()
        options.transaction = .batches(of: 1_000)
        let error = try XCTUnwrap(importError(realm, JUser.self, text, options: options))
        XCTAssertEqual(error.keptObjects, 1_000)
        XCTAssertEqual([error.issues[0].line, error.issues[0].column], [1_001, 12])
        XCTAssertEqual(realm.objects(JUser.self).count, 1_000)
        let other = try makeJSONRealm()
        XCTAssertEqual(importError(other, JUser.self, text)?.keptObjects, 0)
        XCTAssertEqual(other.objects(JUser.self).count, 0)
        options.transaction = .batches(of: 300)
        XCTAssertEqual(try other.importText(JUser.self, "[\(good)]", options: options).inserted, 1_000)
    }

    func testIssueLimit_countsAllAndKeepsTheFirst() throws {
        let realm = try makeJSONRealm()
        let text = "[" + (0..<50).map { "{\"extra\":1,\"name\":\"n\",\"id\":\"\($0)\"}" }.joined(separator: ",") + "]"
        var options = JSONImportOptions()
        options.issueLimit = 60
        let error = try XCTUnwrap(importError(realm, JUser.self, text, options: options))
        XCTAssertEqual(error.issueCount, 100)
        XCTAssertEqual(error.issues.count, 60)
        XCTAssertEqual(error.summary.count, 50)
        XCTAssertEqual(error.summary.first, "typeMismatch /0/id")
        XCTAssertEqual(error.issues.map(\.byteOffset), error.issues.map(\.byteOffset).sorted())
    }

    // MARK: - Files

    func testFile_issuesCarryItsPath() throws {
        let realm = try makeJSONRealm()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("quire-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"[{"id":1,"name":"a"},{"id":2,"name":3}]"#.utf8).write(to: file)
        XCTAssertThrowsError(try realm.importJSON(JUser.self, contentsOf: file)) { error in
            let issue = (error as? JSONImportError)?.issues.first
            XCTAssertEqual(issue?.file, file.path)
            XCTAssertEqual(
                issue?.description, "\(file.path):1:37: /1/name: typeMismatch, expected String, found number 3")
        }
        try Data(#"[{"id":1,"name":"a"}]"#.utf8).write(to: file)
        XCTAssertEqual(try realm.importJSON(JUser.self, contentsOf: file).inserted, 1)
        try Data().write(to: file)
        XCTAssertThrowsError(try realm.importJSON(JUser.self, contentsOf: file)) {
            XCTAssertEqual(($0 as? JSONImportError)?.issues.map(\.kind), [.syntax])
        }
        XCTAssertThrowsError(try realm.importJSON(JUser.self, contentsOf: file.deletingLastPathComponent())) {
            XCTAssertEqual(($0 as? Realm.Error)?.code, .fileAccess)
        }
        let missing = file.appendingPathExtension("not")
        XCTAssertThrowsError(try realm.importJSON(JUser.self, contentsOf: missing)) {
            XCTAssertEqual(($0 as? Realm.Error)?.code, .fileNotFound)
            XCTAssertEqual(($0 as? Realm.Error)?.file, missing.path)
        }
    }

    /// What was read is given back to the system while the import goes on; what is asked about it later is still right.
    func testFile_largerThanWhatStaysInMemory_isReadLikeData() throws {
        let long = String(repeating: "long ", count: 2_000)
        let objects = (0..<1_200).map { number in
            let name = number % 1_199 == 0 ? "1" : "\"\(long)\""
            return "{\"id\":\(number),\"name\":\(name)}"
        }
        let text = Data("[\(objects.joined(separator: ",\n"))]".utf8)
        XCTAssertGreaterThan(text.count, 10 << 20)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("quire-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try text.write(to: file)
        var options = JSONImportOptions()
        options.onIssue = .skipObject
        let (fromFile, fromData) = (try makeJSONRealm(), try makeJSONRealm())
        let report = try fromFile.importJSON(JUser.self, contentsOf: file, options: options)
        let expected = try fromData.importJSON(JUser.self, from: text, options: options)
        XCTAssertEqual(report.inserted, 1_198)
        XCTAssertEqual(report.issues.map(\.line), [1, 1_200])
        XCTAssertEqual(report.issues.map { $0.byteOffset }, expected.issues.map { $0.byteOffset })
        XCTAssertEqual(report.issues.map { $0.pointer }, expected.issues.map { $0.pointer })
        XCTAssertEqual(contents(fromFile), contents(fromData))
    }

    // MARK: - Laws

    func testTwice_changesNothing() throws {
        let realm = try makeJSONRealm()
        for text in [payload, #"{"data":{"posts":[{"id":3,"title":"C","author":77,"comments":[5,1,6]}]}}"#] {
            try realm.importText(JPost.self, text, root: "data.posts")
            let snapshot = realm.context.session.snapshot
            let before = contents(realm)
            let report = try realm.importText(JPost.self, text, root: "data.posts")
            XCTAssertEqual([report.inserted, report.updated, report.deleted], [0, 0, 0])
            XCTAssertEqual(contents(realm), before)
            XCTAssertEqual(realm.context.session.snapshot, snapshot, "nothing was written")
        }
    }

    func testPages_inAnyOrder_giveTheSameStore() throws {
        let seed: UInt64 = 7_301
        var generator = SplitMix(seed: seed)
        var objects: [(isItem: Bool, text: String)] = []
        for id in 0..<12 { objects.append((false, "{\"id\":\"p\(id)\",\"name\":\"Product \(id)\"}")) }
        for id in 0..<40 {
            let product = Int.random(in: 0..<15, using: &generator)
            objects.append((true, "{\"balance\":\(id).5,\"productId\":\"p\(product)\",\"id\":\"i\(id)\"}"))
        }
        var expected: [String]?
        for _ in 0..<8 {
            let realm = try makeJSONRealm()
            var rest = objects.shuffled(using: &generator)[...]
            while !rest.isEmpty {
                let page = rest.prefix(Int.random(in: 1...9, using: &generator))
                rest = rest.dropFirst(page.count)
                let items = page.filter(\.isItem).map(\.text).joined(separator: ",")
                let products = page.filter { !$0.isItem }.map(\.text).joined(separator: ",")
                try realm.importText(JItem.self, "[\(items)]")
                try realm.importText(JProduct.self, "[\(products)]")
            }
            let found = contents(realm)
            if let expected { XCTAssertEqual(found, expected, "seed \(seed)") }
            expected = found
            let report = try realm.importText(
                JItem.self, "[" + objects.filter(\.isItem).map(\.text).joined(separator: ",") + "]")
            XCTAssertEqual(report.unchanged, 40)
        }
    }

    // MARK: - The three situations, with the file opened again

    func testSituations_throughAFile() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("quire-\(UUID().uuidString).quire")
        let configuration = Realm.Configuration(fileURL: file, objectTypes: Self.jsonClasses)
        defer { _ = try? Realm.deleteFiles(for: configuration) }
        func reopened(_ body: (Realm) throws -> Void) throws {
            let realm = try Realm(configuration: configuration)
            try body(realm)
        }
        // 1: items name their product by its id; one product comes later.
        try reopened { realm in
            try realm.importText(JProduct.self, #"[{"id":"p1","name":"One"}]"#)
            let report = try realm.importText(
                JItem.self,
                #"[{"id":"a","balance":10.5,"productId":"p1"},{"id":"b","balance":2,"productId":"p2"},"#
                    + #"{"id":"c","balance":1,"productId":"p2"}]"#
            )
            XCTAssertEqual(report.unresolvedCount, 2)
        }
        try reopened { realm in
            XCTAssertEqual(realm.objects(JProduct.self).first?.items.map(\.balance), [10.5])
            XCTAssertNil(realm.object(ofType: JItem.self, forPrimaryKey: "b")?.product)
            try realm.importText(JProduct.self, #"{"id":"p2","name":"Two"}"#)
        }
        // 2: the same relation as ids and as nested objects.
        try reopened { realm in
            XCTAssertEqual(realm.object(ofType: JProduct.self, forPrimaryKey: "p2")?.items.map(\.id), ["b", "c"])
            try realm.importText(JArticle.self, #"{"id":1,"title":"ids","comment_ids":[3,1,2]}"#)
            try realm.importText(
                JArticle.self,
                #"{"id":2,"title":"nested","comments":[{"id":1,"text":"x"},{"id":2,"text":"y"}],"comment_ids":[9]}"#)
        }
        // 3: key paths, no keys, embedded objects.
        try reopened { realm in
            XCTAssertEqual(realm.object(ofType: JArticle.self, forPrimaryKey: 1)?.comments.map(\.id), [1, 2])
            XCTAssertEqual(realm.object(ofType: JArticle.self, forPrimaryKey: 2)?.comments.map(\.text), ["x", "y"])
            let report = try realm.importText(
                JEntry.self,
                #"[{"author":{"id":6,"name":"F"},"text":"t","remarks":[{"text":"r","author":6}],"#
                    + #""meta":{"tags":["k","l"]}}]"#
            )
            XCTAssertEqual([report.inserted, report.insertedWithoutKey], [2, 1])
        }
        try reopened { realm in
            let entry = try XCTUnwrap(realm.objects(JEntry.self).first)
            XCTAssertEqual(entry.authorName, "F")
            XCTAssertEqual(entry.author?.id, 6)
            XCTAssertEqual(entry.remarks.map { "\($0.text)\($0.author?.id ?? 0)" }, ["r6"])
            XCTAssertEqual(entry.firstTag, "k")
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }
}
