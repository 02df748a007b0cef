// What the importer must answer where a case goes on after the file was closed, or through `add` and Decodable.

import Foundation
import XCTest

@testable import Quire

/// Synthesized decoding of a class whose inverse has a name that the payload uses too.
final class CaseAuthor: Object, Codable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(originProperty: "author") var articles: LinkingObjects<CaseArticle>
}

final class CaseArticle: Object, Codable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var author: CaseAuthor?
}

/// Rules that cannot work, kept out of the schemas of others.
private enum Impossible {
    class Base: Object {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
    final class Keyless: Base {
        @Persisted var text: String
    }
    final class LinkToKeyless: Base {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(json: .id("keyless_id")) var target: Keyless?
    }
    final class ListToKeyless: Base {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(json: .ids("keyless_ids")) var targets: List<Keyless>
    }
    final class ConnectedToKeyless: Base {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var targetId: Int
        @Persisted var target: Keyless?
        override class func jsonMapping(_ map: JSONMap) {
            map.connect(\ConnectedToKeyless.target, by: \ConnectedToKeyless.targetId)
        }
    }
    final class TwoSpellings: Base {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var imageURL: String?
        @Persisted var imageUrl: String?
    }
    final class TwoSpellingsWithARule: Base {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var imageURL: String?
        @Persisted(json: "imageUrl") var imageUrl: String?
    }
}

final class JSONCaseTests: XCTestCase {
    /// Runs each step on the same file, opened anew.
    private func steps(_ types: [Object.Type], _ steps: ((Realm) throws -> Void)...) throws {
        try withTemporaryDirectory { directory in
            for step in steps {
                let realm = try Realm(
                    configuration: Realm.Configuration(
                        fileURL: directory.appending(path: "cases.quire"), objectTypes: types))
                try step(realm)
                XCTAssertEqual(try realm.check().problems.map(\.message), [])
            }
        }
    }

    func testUnknownAuthor_afterReopening_isLinkedByImportAndByAdd() throws {
        for byImport in [true, false] {
            try steps(
                Self.jsonClasses,
                { realm in
                    let report = try realm.importText(
                        JPost.self, #"[{"id":1,"title":"A","author":99},{"id":2,"title":"B","author":99}]"#)
                    XCTAssertEqual(report.unresolvedCount, 2)
                },
                { realm in
                    XCTAssertEqual(realm.objects(JPost.self).map { $0.author?.id }, [nil, nil])
                    let waiting = realm.unresolved(JUser.self)
                    XCTAssertEqual(waiting.map { $0.key as? Int }, [99])
                    XCTAssertEqual(waiting.map(\.count), [2])
                    if byImport {
                        try realm.importText(JUser.self, #"{"id":99,"name":"Z"}"#)
                    } else {
                        try realm.write { realm.add(JUser(value: ["id": 99, "name": "Z"])) }
                    }
                    XCTAssertEqual(realm.objects(JPost.self).map { $0.author?.name }, ["Z", "Z"])
                },
                { realm in
                    let user = try XCTUnwrap(realm.object(ofType: JUser.self, forPrimaryKey: 99))
                    XCTAssertEqual(user.posts.map(\.id), [1, 2])
                    XCTAssertEqual(realm.unresolved(JUser.self).count, 0)
                })
        }
    }

    func testUnknownComments_byPolicy_afterReopening() throws {
        try steps(
            Self.jsonClasses,
            { realm in
                try realm.importText(JNote.self, #"[{"id":1},{"id":3}]"#)
                try realm.importText(
                    JThread.self, #"[{"id":1,"skipped":[1,2,3],"deferred":[1,2,3]},{"id":2,"filled":[1,4,3]}]"#)
            },
            { realm in
                let threads = realm.objects(JThread.self)
                XCTAssertEqual(threads[0].skipped.map(\.id), [1, 3])
                XCTAssertEqual(threads[0].deferred.map(\.id), [1, 3])
                XCTAssertEqual(threads[1].filled.map(\.id), [1, 4, 3])
                XCTAssertEqual(realm.objects(JNote.self).count, 3)
                try realm.importText(JNote.self, #"{"id":2}"#)
            },
            { realm in
                let threads = realm.objects(JThread.self)
                XCTAssertEqual(threads[0].deferred.map(\.id), [1, 2, 3])
                XCTAssertEqual(threads[0].skipped.map(\.id), [1, 3])
            })
    }

    func testRepeatedIds_stayRepeated_andCountTwiceInTheInverse() throws {
        try steps(
            Self.jsonClasses,
            { realm in
                try realm.importText(JComment.self, #"[{"id":1,"text":"a"},{"id":2,"text":"b"}]"#)
                try realm.importText(JPost.self, #"{"id":1,"title":"t","comments":[1,1,2]}"#)
            },
            { realm in
                XCTAssertEqual(realm.objects(JPost.self).first?.comments.map(\.id), [1, 1, 2])
                let comment = try XCTUnwrap(realm.object(ofType: JComment.self, forPrimaryKey: 1))
                XCTAssertEqual(comment.posts.map(\.id), [1, 1])
                XCTAssertEqual(comment.posts.count, 2)
            })
    }

    func testRepeatedAuthor_isOneUser_afterReopening() throws {
        try steps(
            Self.jsonClasses,
            { realm in
                try realm.importText(
                    JPost.self,
                    #"[{"id":1,"title":"A","author":{"id":6,"name":"F","email":"f@x"}},"#
                        + #"{"id":2,"title":"B","author":{"id":6,"name":"G"}}]"#)
            },
            { realm in
                XCTAssertEqual(realm.objects(JUser.self).map { "\($0.name) \($0.email ?? "-")" }, ["G f@x"])
                XCTAssertEqual(realm.objects(JUser.self).first?.posts.count, 2)
            })
    }

    func testInversesKey_isIgnoredByBothDoors() throws {
        let text = #"{"id":6,"name":"F","articles":[{"id":1},{"id":2}]}"#
        try steps(
            [CaseAuthor.self, CaseArticle.self],
            { realm in
                let report = try realm.importText(CaseAuthor.self, text)
                XCTAssertEqual(report.issues.map { "\($0.kind.name) \($0.pointer)" }, ["ignoredInverse /articles"])
                let author = try JSONDecoder().decode(CaseAuthor.self, from: Data(text.utf8))
                try realm.write { realm.add(author, update: .modified) }
                XCTAssertEqual(author.articles.count, 0)
                let article: [String: Any] = ["id": 5, "author": ["id": 6, "name": "F"]]
                try realm.write { _ = realm.create(CaseArticle.self, value: article, update: .modified) }
                XCTAssertEqual(author.articles.map(\.id), [5])
                // A managed author is encoded without it.
                let encoded = String(decoding: try JSONEncoder().encode(author), as: UTF8.self)
                XCTAssertFalse(encoded.contains("articles"), encoded)
            },
            { realm in
                XCTAssertEqual(realm.objects(CaseArticle.self).map(\.id), [5])
                XCTAssertEqual(realm.objects(CaseAuthor.self).first?.articles.count, 1)
            })
    }

    // MARK: Rules that cannot work

    private func problem(_ types: [Object.Type], line: UInt = #line) -> Realm.Error? {
        do {
            _ = try makeRealm(types)
            XCTFail("the rules cannot work and must be refused", line: line)
        } catch let error as Realm.Error {
            XCTAssertEqual(error.code, .invalidSchema, line: line)
            return error
        } catch {
            XCTFail("\(error)", line: line)
        }
        return nil
    }

    func testRules_thatLeadToAClassWithoutKey_areRefusedAtOpening() {
        for (type, property) in [
            (Impossible.LinkToKeyless.self, "target"), (Impossible.ListToKeyless.self, "targets"),
            (Impossible.ConnectedToKeyless.self, "target"),
        ] as [(Object.Type, String)] {
            let error = problem([type, Impossible.Keyless.self])
            XCTAssertEqual(error?.className, "\(type)")
            XCTAssertEqual(error?.property, property)
            XCTAssertEqual(error?.message.contains("Keyless"), true, error?.message ?? "")
            XCTAssertEqual(error?.message.contains("no primary key"), true, error?.message ?? "")
        }
    }

    func testNames_thatJSONKeysCannotTellApart_areRefusedUnlessARuleDoes() throws {
        let error = problem([Impossible.TwoSpellings.self])
        XCTAssertEqual(error?.message.contains("imageURL and imageUrl"), true, error?.message ?? "")
        let realm = try makeRealm([Impossible.TwoSpellingsWithARule.self])
        try realm.importText(Impossible.TwoSpellingsWithARule.self, #"{"id":1,"imageUrl":"b","imageURL":"a"}"#)
        let object = try XCTUnwrap(realm.objects(Impossible.TwoSpellingsWithARule.self).first)
        XCTAssertEqual(object.imageURL, "a")
        XCTAssertEqual(object.imageUrl, "b")
    }
}
