// A directory for the files of a suite.

import Foundation

struct TortureDirectory {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "quire-torture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
    func remove() { try? FileManager.default.removeItem(at: url) }
}
