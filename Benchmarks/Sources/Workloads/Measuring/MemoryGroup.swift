// A limit on the memory of one child, pages of files included, as only a control group of Linux gives it.

import Foundation

/// A control group below the one that this process is in, for the length of one child.
///
/// Nothing else will do: `ulimit -v` counts addresses, of which a mapped file takes its whole size, and no limit of a
/// process counts the pages that the system keeps of its files.
package struct MemoryGroup {
    private let folder: URL
    private static let variable = "QUIRE_BENCH_MEMORY_GROUP"

    /// A new group, where this process may make one.
    package init(limit: Int) throws {
        let parent = try Self.ownGroup()
        folder = parent.folder.appending(path: "quire-bench-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try Data("\(limit)".utf8).write(to: folder.appending(path: parent.limitFile))
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw NotPossible("No memory can be limited here: \(folder.path) cannot be made (\(error)).")
        }
    }

    /// What tells the child its group.
    package var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([Self.variable: folder.path]) { $1 }
    }

    /// In the child, before it does anything: joins the group that it was told.
    package static func join() throws {
        guard let path = ProcessInfo.processInfo.environment[variable] else { return }
        let processes = URL(fileURLWithPath: path).appending(path: "cgroup.procs")
        try Data("\(ProcessInfo.processInfo.processIdentifier)".utf8).write(to: processes)
    }

    /// Removes the group once the child has ended.
    package func remove() {
        _ = unsafe rmdir(folder.path)
    }

    /// The group of this process in the hierarchy that counts memory: version 2 has one for everything.
    private static func ownGroup() throws -> (folder: URL, limitFile: String) {
        let lines = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        let root = URL(fileURLWithPath: "/sys/fs/cgroup")
        for line in lines.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[1] == "memory" {
                return (root.appending(path: "memory\(fields[2])"), "memory.limit_in_bytes")
            }
        }
        if FileManager.default.fileExists(atPath: root.appending(path: "cgroup.controllers").path),
            let line = lines.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
        {
            return (root.appending(path: String(line.dropFirst(3))), "memory.max")
        }
        throw NotPossible("No memory can be limited here: this process is in no control group that counts memory.")
    }
}
