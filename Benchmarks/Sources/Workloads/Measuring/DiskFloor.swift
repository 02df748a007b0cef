// The least that a durable commit can do: one write of a page and one flush.

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes over the blocks of a file that have all been written before. Takes part where a row is measured against it.
package final class DiskFloor: Engine {
    package static let name = "disk"
    package let variant: String? = nil
    package let settings = [
        "`pwrite` of 4 KiB and `fdatasync`, over blocks written before, one by one in turn with the commits of W2"
    ]
    private let workspace: Workspace

    /// Nothing is written yet.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        guard workload is Commit else { return nil }
        let file = try BlockFile(workspace.freshFile("floor"))
        return Turns {
            [nil, try nanoseconds { try file.writeAndFlush() }]
        } answers: {
            nil
        }
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] { [] }
}

/// A file that is written block after block, around and around.
private final class BlockFile {
    private let descriptor: Int32
    private let block = [UInt8](repeating: 0, count: 4096)
    private var next = 0
    private static let blockCount = 1500

    init(_ file: URL) throws {
        descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        if descriptor < 0 { throw WrongAnswer("The file of the disk floor cannot be made: error \(errno).") }
        for _ in 0..<Self.blockCount { try write() }
        try Disk.flush(descriptor)
    }

    deinit { _ = close(descriptor) }

    func writeAndFlush() throws {
        try write()
        try Disk.flush(descriptor)
    }

    private func write() throws {
        let offset = off_t(next % Self.blockCount * block.count)
        next += 1
        let written = unsafe block.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset) }
        if written != block.count { throw WrongAnswer("The disk floor could not write: error \(errno).") }
    }
}
