// The example of the README: compiled and run here, and held against the README line by line.

import Foundation
import Quire
import XCTest

/// A namespace, because other tests have classes of these names too.
private enum Readme {
    // begin
    final class PortfolioItem: Object {
        @Persisted(primaryKey: true) var id: String
        @Persisted(json: .id("productId")) var product: Product?
    }
    final class Product: Object {
        @Persisted(primaryKey: true) var id: String
        @Persisted(originProperty: "product") var items: LinkingObjects<PortfolioItem>
    }
    // end
}

final class ReadmeTests: XCTestCase {
    private typealias PortfolioItem = Readme.PortfolioItem
    private typealias Product = Readme.Product

    func testExample_linksTheItemWhenItsProductComes() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString).quire")
        var configuration = Realm.Configuration(fileURL: file)
        configuration.objectTypes = [PortfolioItem.self, Product.self]
        defer { _ = try? Realm.deleteFiles(for: configuration) }
        var printed: [String] = []
        func print(_ ids: [String]) { printed = ids }
        try {
            let realm = try Realm(configuration: configuration)
            // begin
            try realm.importJSON(PortfolioItem.self, from: Data(#"[{"id":"I1","productId":"P1"}]"#.utf8))
            try realm.importJSON(Product.self, from: Data(#"[{"id":"P1"}]"#.utf8))
            print(realm.object(ofType: Product.self, forPrimaryKey: "P1")?.items.map(\.id) ?? [])
            // end
        }()
        XCTAssertEqual(printed, ["I1"])
    }

    func testExample_isTheOneOfTheReadme() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        var isInside = false
        var count = 0
        for line in try String(contentsOf: here, encoding: .utf8).split(separator: "\n") {
            let code = line.trimmingCharacters(in: .whitespaces)
            if code == "// begin" || code == "// end" {
                isInside = code == "// begin"
            } else if isInside {
                count += 1
                XCTAssertTrue(readme.contains(code), "README.md lacks: \(code)")
            }
        }
        XCTAssertEqual(count, 11)
    }

    /// The first lines say what it is, how to run it, and show the example.
    func testReadme_showsTheCommandsFirst() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
        let head = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).prefix(30).joined(separator: "\n")
        for part in ["swift run portfolio", "swift test", "importJSON(PortfolioItem.self", "[\"I1\"]"] {
            XCTAssertTrue(head.contains(part), part)
        }
    }
}
