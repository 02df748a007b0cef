// Files as the disk sees them.

package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the adapters need to know of files.
package enum Disk {
    /// Brings a file to the disk.
    package static func flush(_ file: URL) throws {
        let descriptor = unsafe open(file.path, O_RDWR)
        defer { _ = close(descriptor) }
        try flush(descriptor)
    }

    /// Brings what was written through a descriptor to the disk.
    static func flush(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            let result = fcntl(descriptor, F_FULLFSYNC)
        #else
            let result = fdatasync(descriptor)
        #endif
        if result != 0 { throw WrongAnswer("A file could not be flushed: error \(errno).") }
    }

    /// Has the system forget the pages of a file, so that it reads them anew.
    package static func forget(_ file: URL) throws {
        #if os(Linux)
            let descriptor = unsafe open(file.path, O_RDWR)
            defer { _ = close(descriptor) }
            try flush(descriptor)
            _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    /// Bytes that the file takes on the disk.
    package static func allocatedBytes(_ file: URL) throws -> Int {
        var status = stat()
        if unsafe stat(file.path, &status) != 0 { throw WrongAnswer("\(file.path) is not there.") }
        return Int(status.st_blocks) * 512
    }
}

/// The least that a durable commit can do: one write of a page and one flush. It writes over the blocks of a file that
/// have all been written before.
package final class DiskFloor: Engine, Contender {
    package static let name = "disk"
    package let variant: String? = nil
    package let settings = [
        "`pwrite` of 4 KiB and `fdatasync`, over blocks written before, one by one in turn with the commits of W2"
    ]
    private let workspace: Workspace
    private var descriptor: Int32 = -1
    private let page = [UInt8](repeating: 0, count: 4096)
    private var next = 0
    private static let pageCount = 1500

    /// Nothing is written yet.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
    }

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        guard workload is Commit else { return nil }
        if descriptor < 0 {
            descriptor = unsafe open(workspace.freshFile("floor").path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
            if descriptor < 0 { throw WrongAnswer("The file of the disk floor cannot be made: error \(errno).") }
            for _ in 0..<Self.pageCount { try write() }
            try Disk.flush(descriptor)
        }
        return self
    }

    package func turn() throws -> [Double?] {
        [
            nil,
            try nanoseconds {
                try write()
                try Disk.flush(descriptor)
            },
        ]
    }

    package func answers() throws -> [Answer.Value]? { nil }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] { [] }

    private func write() throws {
        let offset = off_t(next % Self.pageCount * page.count)
        next += 1
        let written = unsafe page.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset) }
        if written != page.count { throw WrongAnswer("The disk floor could not write: error \(errno).") }
    }
}
