// The names of files, by the calls that all POSIX systems share.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file system of the machine.
package struct PosixFileSystem: FileSystem {
    private static let currentBootID = Platform.bootID()

    package init() {}

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
        try PosixFile(path, mode)
    }

    package func identity(_ path: String) throws(StorageError) -> FileIdentity? {
        var info = stat()
        if unsafe stat(path, &info) == 0 { return FileIdentity(info) }
        let number = errno
        if number == ENOENT || number == ENOTDIR { return nil }
        throw .system("look at", path, number)
    }

    package func link(_ path: String, to newPath: String) throws(StorageError) {
        if linkPath(path, newPath) == 0 {
            try remove(path)
            return
        }
        let number = errno
        if number == EEXIST { throw .system("create", newPath, number) }
        // No hard links here (exFAT, some network shares): the name was free a moment ago, so take it by moving.
        guard try identity(newPath) == nil else { throw .system("create", newPath, EEXIST) }
        try rename(path, to: newPath)
    }

    private func linkPath(_ path: String, _ newPath: String) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.link(path, newPath)
        #elseif canImport(Musl)
            unsafe Musl.link(path, newPath)
        #else
            unsafe Darwin.link(path, newPath)
        #endif
    }

    package func rename(_ path: String, to newPath: String) throws(StorageError) {
        #if canImport(Glibc)
            let result = unsafe Glibc.rename(path, newPath)
        #elseif canImport(Musl)
            let result = unsafe Musl.rename(path, newPath)
        #else
            let result = unsafe Darwin.rename(path, newPath)
        #endif
        if result != 0 { throw .system("rename \(path) to", newPath, errno) }
    }

    package func remove(_ path: String) throws(StorageError) {
        if unsafe unlink(path) != 0 { throw .system("remove", path, errno) }
    }

    package func syncDirectory(of path: String) throws(StorageError) {
        let directory = Self.directory(of: path)
        let descriptor = try PosixFile.retrying("open the directory", directory) {
            #if canImport(Glibc)
                unsafe Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #elseif canImport(Musl)
                unsafe Musl.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #else
                unsafe Darwin.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #endif
        }
        defer { _ = close(descriptor) }
        let number = Platform.sync(descriptor, .full)
        // Some file systems cannot sync a directory and say so; there is nothing more to do there.
        if number != 0, number != EINVAL, number != ENOTSUP { throw .system("sync the directory", directory, number) }
    }

    /// The path without symbolic links; as it is where there is no such file.
    static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Gives a file the owner and the permissions of another one, as far as the system lets it.
    static func copyPermissions(from path: String, to newPath: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return }
        _ = unsafe chown(newPath, info.st_uid, info.st_gid)
        _ = unsafe chmod(newPath, info.st_mode & 0o7777)
    }

    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package func random() -> UInt64 {
        UInt64.random(in: .min ... .max)
    }

    package var bootID: BootID { Self.currentBootID }
}
