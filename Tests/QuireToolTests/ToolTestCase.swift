// Files for the tool, and the tool itself as a process.

import Foundation
import Quire
import XCTest

final class Shelf: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var label: String
    @Persisted var books: List<Volume>
}

final class Volume: Object {
    @Persisted(primaryKey: true) var isbn: String
    @Persisted(indexed: true) var year: Int
    @Persisted var text: String
    @Persisted(json: .id("shelf_id")) var shelf: Shelf?
}

class ToolTestCase: XCTestCase {
    private(set) var directory = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "quire-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: directory)
    }

    var file: URL { directory.appending(path: "library.quire") }

    var configuration: Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: file, objectTypes: [Shelf.self, Volume.self])
        configuration.pageSize = 1024
        return configuration
    }

    /// Two shelves, `count` volumes that all stand in the first shelf's list, every tenth with a long text.
    func makeFile(volumes count: Int) throws {
        let realm = try Realm(configuration: configuration)
        try realm.write {
            let shelves = [1, 2].map { realm.create(Shelf.self, value: ["id": $0, "label": "shelf \($0)"]) }
            for number in 0..<count {
                let text = String(repeating: "x", count: number % 10 == 0 ? 5000 : 10)
                let volume = realm.create(
                    Volume.self, value: ["isbn": "isbn-\(1000 + number)", "year": 1900 + number % 100, "text": text])
                volume.shelf = shelves[number % 2]
                shelves[0].books.append(volume)
            }
        }
    }

    struct Answer {
        var output: String
        var errors: String
        var status: Int32

        var lines: [Substring] { output.split(separator: "\n") }

        /// The cells of the line that begins with a tree's name.
        func row(_ name: String, inClass className: String) -> [Substring] {
            let start = lines.firstIndex { $0.hasPrefix("class \(className)") } ?? lines.endIndex
            let rows = lines[start...].dropFirst().prefix { $0.hasPrefix("  ") }
            let row = rows.first { $0.hasPrefix("  \(name)  ") }
            return row?.dropFirst(2 + name.count).split(separator: " ") ?? []
        }
    }

    /// Runs the executable that was built beside the tests.
    func quire(_ arguments: String...) throws -> Answer {
        #if os(Linux)
            let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #else
            let products = Bundle(for: Self.self).bundleURL.deletingLastPathComponent()
        #endif
        let process = Process()
        process.executableURL = products.appending(path: "quire")
        process.arguments = arguments
        // Files, because a full pipe would stop a process whose other pipe is being read.
        let urls = ["output", "errors"].map { directory.appending(path: $0) }
        for url in urls { try Data().write(to: url) }
        let handles = try urls.map { try FileHandle(forWritingTo: $0) }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try process.run()
        process.waitUntilExit()
        let texts = try urls.map { try String(contentsOf: $0, encoding: .utf8) }
        return Answer(output: texts[0], errors: texts[1], status: process.terminationStatus)
    }
}
