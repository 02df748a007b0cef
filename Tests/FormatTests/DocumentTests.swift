// The documents name codes and functions; each must exist, and none may be missing.

import QuireStorage
import QuireTestSupport
import XCTest

final class DocumentTests: XCTestCase {
    func matches(_ pattern: String, in text: String) throws -> [String] {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        let range = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: range).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }

    func testErrors_listsEveryCodeAndNoOther() throws {
        let source = try Repository.text("Sources/Quire/Errors/Error+Code.swift")
        let codes = try matches(#"= Code\(name: "(\w+)"\)"#, in: source)
        XCTAssertGreaterThan(codes.count, 20)
        let engineCodes = StorageError.Code.allCases.map(\.rawValue)
        let documented = try matches("^### (\\w+)$", in: Repository.text("Spec/Errors.md"))
        XCTAssertEqual(Set(documented), Set(codes).union(engineCodes))
        XCTAssertEqual(documented.count, Set(documented).count, "a code stands there twice")
    }

    func testErrors_ofEachCode_haveCauseRemedyAndExample() throws {
        let text = try Repository.text("Spec/Errors.md")
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            let name = section.prefix { $0 != "\n" }
            for part in ["*Cause.* ", "*Remedy.* ", "\n> "] {
                XCTAssertTrue(section.contains(part), "\(name) lacks \(part)")
            }
        }
    }

    func testErrors_listsEveryKindOfIssue() throws {
        let source = try Repository.text("Sources/Quire/JSON/Rules/JSONIssue.swift")
        let kinds = try matches(#"= Kind\(name: "(\w+)"\)"#, in: source)
        XCTAssertGreaterThan(kinds.count, 15)
        let documented = try matches("^\\| `(\\w+)` \\|", in: Repository.text("Spec/Errors.md"))
        XCTAssertEqual(Set(documented), Set(kinds))
    }

    /// `Type.member` in backticks: some source file must declare the type's member.
    func testDocuments_nameOnlyWhatTheSourcesDeclare() throws {
        var types: Set<String> = []
        var members: Set<String> = ["init"]
        for file in try Repository.files(below: "Sources", endingIn: ".swift") {
            let text = try Repository.text(file)
            types.formUnion(try matches("\\b(?:class|struct|enum|protocol|extension) (?:\\w+\\.)*(\\w+)", in: text))
            members.formUnion(try matches("\\b(?:func|var|let|case) (\\w+)", in: text))
        }
        var count = 0
        let documents = ["Architecture", "Invariants", "Decisions/07-equal-separators", "Durability"]
        for document in documents.map({ "Spec/\($0).md" }) {
            let names = try matches("`([A-Z]\\w+\\.[a-z]\\w+)`", in: Repository.text(document))
            for name in names where !name.contains("Tests.test") {
                count += 1
                let parts = name.split(separator: ".").map(String.init)
                XCTAssertTrue(types.contains(parts[0]) && members.contains(parts[1]), "\(document) names \(name)")
            }
        }
        XCTAssertGreaterThan(count, 80)
    }

    /// Each row of the failure table names checks that exist, and a flaw or the reason why there is none; the suite
    /// `defences` runs them.
    func testDurability_eachRow_namesTestsAndFlawsThatExist() throws {
        var known: Set<String> = []
        for file in try Repository.files(below: "Tests", endingIn: "Tests.swift") {
            let content = try Repository.text(file)
            for type in try matches("class (\\w+Tests)\\b", in: content) {
                known.formUnion(try matches("func (test\\w+)", in: content).map { "\(type).\($0)" })
            }
        }
        for file in try Repository.files(below: "Tests/QuireTorture", endingIn: "Suite.swift") {
            known.formUnion(try matches("static let name = \"([a-z-]+)\"", in: Repository.text(file)))
        }
        for (suite, folder) in [("crash", "Crash"), ("faults", "Faults")] {
            for file in try Repository.files(below: "Tests/QuireTorture/\(folder)", endingIn: ".swift") {
                let names = try matches("Script\\(\\s*name: \"([a-z-]+)\"", in: Repository.text(file))
                known.formUnion(names.map { "\(suite)/\($0)" })
            }
        }
        let rows = FailureTable.rows(try Repository.text(FailureTable.path))
        XCTAssertGreaterThan(rows.count, 45)
        for row in rows {
            XCTAssertFalse(row.checks.isEmpty, "\(row.failure): no test")
            for check in row.checks { XCTAssertTrue(known.contains(check), "\(row.failure): \(check)") }
            for flaw in row.flaws { XCTAssertNotNil(Flaws.named(flaw), "\(row.failure): \(flaw)") }
            XCTAssertTrue(!row.flaws.isEmpty || row.reason.count > 20, "\(row.failure): no flaw and no reason")
        }
        XCTAssertEqual(Set(rows.flatMap(\.flaws)), Set(Flaws.all.map(\.name)))
        for name in try matches("`(\\w+Tests\\.test\\w+)`", in: Repository.text(FailureTable.path)) {
            XCTAssertTrue(known.contains(name), name)
        }
    }

    /// A test that is named beside a flaw asks which one it is to do without.
    func testDurability_testsBesideAFlaw_askForIt() throws {
        let rows = FailureTable.rows(try Repository.text(FailureTable.path)).filter { !$0.flaws.isEmpty }
        let classes = Set(rows.flatMap(\.checks).filter { $0.contains(".test") }.map { $0.prefix { $0 != "." } })
        XCTAssertGreaterThan(classes.count, 10)
        for file in try Repository.files(below: "Tests", endingIn: "Tests.swift") {
            guard classes.contains(where: { file.hasSuffix("/\($0).swift") }) else { continue }
            let text = try Repository.text(file)
            let isAsking = text.contains("LeftOutDefence.fromEnvironment()")
            let inherits = text.contains(": PageTestCase") || text.contains(": CopyTestCase")
            XCTAssertTrue(isAsking || inherits, "\(file) does not ask for the flaw")
        }
    }

    /// What the README calls the tests is what runs for every change.
    func testReadme_namesTheTestsThatRunForEveryChange() throws {
        let commands = try matches("^    (swift test[^#\\n]*?) +#", in: Repository.text("README.md"))
        XCTAssertEqual(commands.count, 1)
        XCTAssertEqual(commands, try matches("^(swift test.*)$", in: Repository.text(".ci/run")))
    }

    /// Paths of sources in backticks.
    func testDocuments_namePathsThatExist() throws {
        for document in try Repository.files(below: "Spec", endingIn: ".md") {
            for path in try matches("`((?:Sources|Tests|Spec)/[^`]+)`", in: Repository.text(document)) {
                let url = Repository.root.appendingPathComponent(path)
                XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), "\(document) names \(path)")
            }
        }
    }

    /// Comments of the sources that point to a section of the specification.
    func testSources_pointToSectionsThatExist() throws {
        var headings: Set<String> = []
        for line in try Repository.lines(SpecificationTables.path) where line.hasPrefix("#") {
            headings.insert(line.drop { $0 == "#" || $0 == " " }.description)
        }
        var count = 0
        for file in try Repository.files(below: "Sources/QuireStorage", endingIn: ".swift") {
            let text = try Repository.text(file)
            for sections in try matches("Spec/FileFormat\\.md, ([^)]*)\\)", in: text) {
                for section in try matches("\"([^\"]+)\"", in: sections) {
                    count += 1
                    XCTAssertTrue(headings.contains(section), "\(file) points to \(section)")
                }
            }
        }
        XCTAssertGreaterThan(count, 10)
    }
}

extension DocumentTests {
    /// ``Symbol`` in the documentation catalogue: the first part must be a public type.
    func testCatalogue_namesOnlyPublicTypes() throws {
        var sources = ""
        for file in try Repository.files(below: "Sources/Quire", endingIn: ".swift") {
            sources += try Repository.text(file)
        }
        var count = 0
        for article in try Repository.files(below: "Sources/Quire/Quire.docc", endingIn: ".md") {
            let text = try Repository.text(article)
            for symbol in try matches("(?<!`)``(?!`)(\\w+)[^`\\n]*``(?!`)", in: text) where symbol != "Quire" {
                count += 1
                let pattern = "(public|open) (final )?(class|struct|enum|protocol) \(symbol)\\b"
                XCTAssertNotNil(sources.range(of: pattern, options: .regularExpression), "\(article) names \(symbol)")
            }
            for link in try matches("<doc:(\\w+)>", in: text) {
                let url = Repository.root.appendingPathComponent("Sources/Quire/Quire.docc/\(link).md")
                XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), "\(article) links to \(link)")
            }
        }
        XCTAssertGreaterThan(count, 20)
    }
}
