// What the disk itself takes: one write of a page and one flush, the least that a durable commit can do.

package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file whose blocks are all written already, and which gets written over page by page, each write flushed.
package final class DiskFloor {
    private let descriptor: Int32
    private let page = [UInt8](repeating: 0, count: 4096)
    private var next = 0
    private static let pageCount = 1500

    /// Prepares the file.
    package init(directory: URL) throws {
        descriptor = unsafe open(directory.appending(path: "floor.dat").path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        if descriptor < 0 { throw WrongAnswer(description: "the file of the disk floor cannot be created") }
        for _ in 0..<Self.pageCount { try write() }
        fsync(descriptor)
    }

    deinit { Self.shut(descriptor) }

    /// `pwrite` of 4 KiB, then `fdatasync`.
    package func writeAndFlush() throws {
        try write()
        try Self.flush(descriptor)
    }

    /// Brings a file to the disk, so that what follows does not pay for it.
    package static func flush(_ file: URL) throws {
        let descriptor = unsafe open(file.path, O_RDWR)
        defer { shut(descriptor) }
        try flush(descriptor)
    }

    /// Bytes that the file takes on the disk.
    package static func allocatedBytes(_ file: URL) throws -> Int {
        var status = stat()
        if unsafe stat(file.path, &status) != 0 { throw WrongAnswer(description: "\(file.path) is not there") }
        return Int(status.st_blocks) * 512
    }

    private func write() throws {
        let offset = off_t(next % Self.pageCount * page.count)
        next += 1
        let written = unsafe page.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset) }
        if written != page.count { throw WrongAnswer(description: "the disk floor could not write") }
    }

    private static func flush(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            let result = fcntl(descriptor, F_FULLFSYNC)
        #else
            let result = fdatasync(descriptor)
        #endif
        if result != 0 { throw WrongAnswer(description: "the disk floor could not flush") }
    }

    private static func shut(_ descriptor: Int32) {
        _ = close(descriptor)
    }
}
