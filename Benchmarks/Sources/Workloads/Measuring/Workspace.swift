// Where the files of a run are.

package import Foundation

/// A directory that goes away with all that is in it.
package final class Workspace: Sendable {
    /// The directory.
    package let directory: URL

    /// A fresh directory inside `parent`.
    package init(parent: URL = FileManager.default.temporaryDirectory) throws {
        directory = parent.appending(path: "quire-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    /// A file name that nothing has yet.
    package func freshFile(_ stem: String) -> URL {
        directory.appending(path: "\(stem)-\(UUID().uuidString.prefix(8))")
    }

    /// A copy of a file, flushed to the disk so that what follows does not pay for it.
    package func copy(of file: URL) throws -> URL {
        let copy = freshFile(file.lastPathComponent)
        try FileManager.default.copyItem(at: file, to: copy)
        try Disk.flush(copy)
        return copy
    }

    /// Removes a file and those beside it whose names begin with its own.
    package func remove(_ file: URL) {
        for suffix in ["", "-lock", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
    }

    /// A file that goes away, with those beside it, when nobody holds it any longer.
    package func temporary(_ file: URL) -> TemporaryFile { TemporaryFile(file, self) }

    /// Removes the directory.
    package func remove() {
        try? FileManager.default.removeItem(at: directory)
    }
}

/// A file for as long as somebody holds this.
package final class TemporaryFile: Sendable {
    /// The file.
    package let url: URL
    private let workspace: Workspace

    fileprivate init(_ url: URL, _ workspace: Workspace) {
        self.url = url
        self.workspace = workspace
    }

    deinit { workspace.remove(url) }
}
