// A limit on the memory of one child, pages of files included, as only a control group of Linux gives it.

import Foundation

/// A control group for the length of one child.
///
/// Nothing else will do: `ulimit -v` counts addresses, of which a mapped file takes its whole size, and no limit of a
/// process counts the pages that the system keeps of its files. Who runs this names the group below which one may be
/// made, since groups belong to whoever manages the machine's services.
struct MemoryGroup {
    private let folder: URL
    private static let parentVariable = "QUIRE_BENCH_MEMORY_PARENT"
    private static let groupVariable = "QUIRE_BENCH_MEMORY_GROUP"

    /// A new group.
    init(limit: Int) throws {
        guard let path = ProcessInfo.processInfo.environment[Self.parentVariable] else {
            throw NotPossible(
                "Memory is limited by a control group: name one below which another may be made in \(Self.parentVariable)."
            )
        }
        let parent = URL(fileURLWithPath: path)
        folder = parent.appending(path: "quire-bench-\(UUID().uuidString)")
        let isUnified = FileManager.default.fileExists(atPath: parent.appending(path: "cgroup.controllers").path)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let file = folder.appending(path: isUnified ? "memory.max" : "memory.limit_in_bytes")
            try Data("\(limit)".utf8).write(to: file)
        } catch {
            remove()
            throw NotPossible("No group that limits memory can be made in \(path): \(error).")
        }
    }

    /// What tells the child its group.
    var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([Self.groupVariable: folder.path]) { $1 }
    }

    /// Removes the group once the child has ended.
    func remove() {
        _ = unsafe rmdir(folder.path)
    }

    /// In the child, before it does anything: joins the group that it was told.
    static func join() throws {
        guard let path = ProcessInfo.processInfo.environment[groupVariable] else { return }
        let processes = URL(fileURLWithPath: path).appending(path: "cgroup.procs")
        try Data("\(ProcessInfo.processInfo.processIdentifier)".utf8).write(to: processes)
    }
}
