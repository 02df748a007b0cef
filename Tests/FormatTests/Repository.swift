// The files of the repository, as the tests that read text see them.

import Foundation

enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Paths, relative to the root, of the files below a folder whose names end as asked, sorted; build products are left out.
    static func files(below folder: String = "", endingIn suffix: String) throws -> [String] {
        let start = folder.isEmpty ? root : root.appendingPathComponent(folder)
        guard let walker = FileManager.default.enumerator(atPath: start.path) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: start.path])
        }
        var found: [String] = []
        for case let path as String in walker {
            let parts = path.split(separator: "/")
            if parts.contains(".build") || parts.contains(".git") {
                walker.skipDescendants()
                continue
            }
            if path.hasSuffix(suffix) { found.append(folder.isEmpty ? path : folder + "/" + path) }
        }
        return found.sorted()
    }

    static func lines(_ path: String) throws -> [Substring] {
        try text(path).split(separator: "\n", omittingEmptySubsequences: false)
    }
}
