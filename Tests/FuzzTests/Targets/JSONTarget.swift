// Any bytes as a JSON document, into classes that use every rule, under every policy.

import Foundation
import Quire
import Synchronization

enum JSONTarget {
    private static let classes: [Object.Type] = [
        FuzzNote.self, FuzzPart.self, FuzzRemark.self, FuzzEntry.self, FuzzScalars.self, FuzzRoot.self,
    ]
    private static let lastName = Atomic(0)
    private static let limits = [512, 3]

    static func run(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        let choice = source.byte()
        let document = Array(bytes.dropFirst())
        var options = JSONImportOptions()
        options.onIssue = [.rollback, .skipObject, .skipValue][Int(choice & 3) % 3]
        options.keys = choice & 4 == 0 ? .snakeCase : .exact
        options.duplicateKeys = choice & 8 == 0 ? .firstWins : .error
        options.transaction = choice & 16 == 0 ? .single : .batches(of: 2)
        options.depthLimit = limits[Int(choice >> 5 & 1)]
        options.issueLimit = 20
        let root: JSONPath? = choice & 64 == 0 ? nil : "data.items"
        let name = "fuzz-\(lastName.wrappingAdd(1, ordering: .relaxed).newValue)"
        let realm = try Realm(configuration: .init(inMemoryIdentifier: name, objectTypes: classes))
        if choice & 128 == 0 {
            try importTwice(FuzzRoot.self, realm, document, root, options)
        } else {
            try importTwice(FuzzEntry.self, realm, document, root, options)
        }
        let problems = try realm.check().problems
        guard problems.isEmpty else { throw FuzzFinding("\(problems)") }
    }

    /// Once into an empty store, and once into what came of it.
    private static func importTwice<T: Object>(
        _ type: T.Type, _ realm: Realm, _ document: [UInt8], _ root: JSONPath?, _ options: JSONImportOptions
    ) throws {
        let grammar = JSONGrammar.judge(document, depthLimit: options.depthLimit)
        for _ in 0..<2 {
            let before = try realm.check().objects
            do {
                let report = try realm.importJSON(type, from: Data(document), root: root, options: options)
                guard grammar != .wrong else { throw FuzzFinding("what is no JSON was imported") }
                try judge(report.issues, report.issueCount, document, options)
                if options.onIssue == .rollback, report.issues.contains(where: { $0.severity == .error }) {
                    throw FuzzFinding("an import with errors was stored")
                }
                for object in report.roots(in: realm) { _ = object.description }
            } catch let error as JSONImportError {
                try judge(error.issues, error.issueCount, document, options)
                let kinds = error.issues.map(\.kind)
                if grammar == .right, kinds.contains(.syntax) || kinds.contains(.invalidUTF8) {
                    throw FuzzFinding("JSON was taken for something else: \(error)")
                }
                if error.keptObjects == 0, case .single = options.transaction {
                    let after = try realm.check().objects
                    guard after == before else {
                        throw FuzzFinding("\(after - before) objects of a failed import stayed")
                    }
                }
            }
        }
    }

    private static func judge(
        _ issues: [JSONIssue], _ count: Int, _ document: [UInt8], _ options: JSONImportOptions
    ) throws {
        guard issues.count <= options.issueLimit, issues.count <= count else {
            throw FuzzFinding("\(issues.count) issues")
        }
        for issue in issues {
            guard 0...document.count ~= issue.byteOffset, issue.line >= 1, issue.column >= 1, !issue.description.isEmpty
            else { throw FuzzFinding("an issue without a place: \(issue)") }
        }
    }

    static func seeds() -> [[UInt8]] {
        let scalars = """
            {"id":2,"color":"green","small":-128,"real":1.5e3,"single":0.1,"flag":false,"data":"AAEC","uuid":
            "00000000-0000-0000-0000-000000000001","number":"7","text":7,"yes":null,"at":"2024-02-29T23:59:60.5+01:30",
            "then":1e9,"deep":{"list":[0,"x"]},"second":-0.0,"ignored":1,"written":2,"read":3,"transformed":"12",
            "counted":[1,2]}
            """
        let object = """
            {"id":1,"scalars":\(scalars),"notes":[{"id":1,"text":"\\ud83d\\ude00"},2],"part":{"label":"a"},"parts":
            [{"label":"b","width":300,"note":{"id":3}},{}],"remarks":[{"label":"r","next":{"label":"s"}}],"entries":
            {"k":{"value":1},"l":{"value":2,"other":null}},"skipped_id":9,"needed_id":1,"filled_id":8,"deferred_ids":
            [4,5],"loose":["1",2],"appended":[{"label":"t"}],"owned":[],"shared":[1,3],"numbers":[1,"x",3],"texts":
            ["a",null],"noteID":5,"version":3,"label":"n"}
            """
        let entries = "{\"a\":{\"value\":1},\"b\":{\"value\":\"x\"},\"a\":{\"value\":2,\"other\":\"o\"}}"
        let documents: [(UInt8, String)] = [
            (0, object), (1, "[\(object),\(object)]"), (2, object), (4 | 8, object), (16, "[\(object),{\"id\":2}]"),
            (64, "{\"meta\":{\"unit\":\"m\"},\"data\":{\"items\":[\(object)]}}"), (128, entries),
            (128 | 1, "[\(entries)]"),
            (32, object), (0, "\u{FEFF}{}"), (0, "[]"), (0, "[[[]]]"), (0, "{\"id\":9223372036854775808}"),
        ]
        return documents.map { [$0] + Array($1.utf8) }
    }
}
