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
