// Random payloads, right and wrong ones mixed, under every policy: the store stays whole and an import is all or nothing.

import Foundation
import XCTest

@testable import Quire

final class JSONRandomTests: XCTestCase {
    /// Writes payloads for the post model; now and then a value is of a wrong type, missing, null or repeated.
    private struct PayloadMaker {
        var generator: SplitMix
        /// One in so many values is wrong.
        let errorRate: Int

        mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
        mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

        mutating func value(_ right: String) -> String {
            guard oneIn(errorRate) else { return right }
            return ["null", "7.5", "\"x\"", "true", "[]", "{}", "[1,{\"id\":2}]", "-0", "1e400"][below(9)]
        }

        mutating func text() -> String {
            "\"" + ["a", "b\\n", "é", "\\ud83d\\ude00", "a text that is longer than fifteen bytes"][below(5)] + "\""
        }

        mutating func object(_ members: [(String, String)]) -> String {
            var kept: [String] = []
            for (key, right) in members where !oneIn(errorRate) || key == "id" && oneIn(2) {
                kept.append("\"\(key)\":\(value(right))")
                if oneIn(errorRate * 4) { kept.append("\"\(key)\":\(right)") }
            }
            if oneIn(10) { kept.append("\"extra\":[1,2,{\"a\":null}]") }
            for index in kept.indices.reversed() where index > 0 { kept.swapAt(index, below(index + 1)) }
            return "{" + kept.joined(separator: oneIn(3) ? " ,\n" : ",") + "}"
        }

        mutating func user() -> String {
            oneIn(3)
                ? "\(below(8))"
                : object([
                    ("id", "\(below(8))"), ("name", text()), ("email", oneIn(3) ? "null" : text()),
                    ("role", "\"admin\""),
                ])
        }

        mutating func comment() -> String {
            oneIn(3) ? "\(below(12))" : object([("id", "\(below(12))"), ("text", text())])
        }

        mutating func post() -> String {
            var comments: [String] = []
            for _ in 0..<below(4) { comments.append(comment()) }
            let author = user()
            return object([
                ("id", "\(below(20))"), ("title", text()), ("score", "\(below(100)).5"),
                ("tags", "[\(text()),\(text())]"),
                ("author", author), ("comments", "[" + comments.joined(separator: ",") + "]"),
            ])
        }

        mutating func payload() -> String {
            var posts: [String] = []
            for _ in 0..<(1 + below(5)) { posts.append(post()) }
            return "[" + posts.joined(separator: ",") + "]"
        }
    }

    private func contents(_ realm: Realm) -> [String] {
        var lines: [String] = []
        lines += realm.objects(JUser.self).map { "user \($0.id) \($0.name) \($0.email ?? "-") \($0.role)" }
        lines += realm.objects(JComment.self).map { "comment \($0.id) \($0.text)" }
        lines += realm.objects(JPost.self).map {
            "post \($0.id) \($0.title) \($0.score) \(Array($0.tags)) \($0.author?.id ?? -1) \($0.comments.map(\.id))"
        }
        lines += realm.unresolved(JComment.self).map { "awaited comment \($0.key) \($0.count)" }
        lines += realm.unresolved(JUser.self).map { "awaited user \($0.key) \($0.count)" }
        return lines
    }

    private func run(_ onIssue: JSONImportOptions.OnIssue, seed: UInt64, errorRate: Int, rounds: Int) throws {
        let realm = try makeJSONRealm()
        var maker = PayloadMaker(generator: SplitMix(seed: seed), errorRate: errorRate)
        var options = JSONImportOptions()
        options.onIssue = onIssue
        var stored = 0
        for round in 0..<rounds {
            let payload = maker.payload()
            let before = contents(realm)
            let countBefore =
                realm.objects(JUser.self).count + realm.objects(JComment.self).count
                + realm.objects(JPost.self).count
            do {
                let report = try realm.importText(JPost.self, payload, options: options)
                stored += 1
                let count =
                    realm.objects(JUser.self).count + realm.objects(JComment.self).count
                    + realm.objects(JPost.self).count
                XCTAssertEqual(count - countBefore, report.inserted, "seed \(seed), round \(round): \(payload)")
                XCTAssertEqual(report.issueCount, report.issues.count)
                if onIssue == .rollback {
                    XCTAssertFalse(report.issues.contains { $0.severity == .error })
                    let after = contents(realm)
                    _ = try realm.importText(JPost.self, payload, options: options)
                    XCTAssertEqual(contents(realm), after, "seed \(seed), round \(round): \(payload)")
                }
            } catch let error as JSONImportError {
                XCTAssertEqual(onIssue, .rollback, "seed \(seed), round \(round): \(payload): \(error)")
                XCTAssertEqual(contents(realm), before, "seed \(seed), round \(round): \(payload)")
                XCTAssertTrue(error.issues.contains { $0.severity == .error })
            }
        }
        XCTAssertGreaterThan(stored, rounds / 10)
        XCTAssertEqual(try realm.check().problems.map(\.message), [], "seed \(seed)")
    }

    func testRollback_isAllOrNothing() throws {
        for seed: UInt64 in 1...3 { try run(.rollback, seed: seed, errorRate: 60, rounds: 150) }
    }

    func testSkipObject_countsWhatItStores() throws {
        for seed: UInt64 in 11...13 { try run(.skipObject, seed: seed, errorRate: 12, rounds: 150) }
    }

    func testSkipValue_countsWhatItStores() throws {
        for seed: UInt64 in 21...23 { try run(.skipValue, seed: seed, errorRate: 12, rounds: 150) }
    }
}
