// A file of the operating system, by the calls that all POSIX systems share.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import Synchronization

/// An open file descriptor. Only regular files; never descriptor 0, 1 or 2; not inherited by programs that are started.
final class PosixFile: StorageFile {
    let path: String
    let identity: FileIdentity
    let wantsSlack: Bool
    let descriptor: Int32
    private let generation: UInt32
    /// The file system has no locks of ranges: the whole file is locked, for this opening alone.
    let locksWhole = Atomic(false)

    init(_ path: String, _ mode: OpenMode) throws(StorageError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw StorageError(.fileNotFound, "A path must not be empty or contain a zero byte: give another one.")
        }
        let access =
            switch mode {
            case .read: O_RDONLY
            case .readAndWrite: O_RDWR
            case .create, .createReplacement: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
            }
        var descriptor = try Self.retrying("open", path) { unsafe open(path, access | Platform.openFlags, 0o600) }
        if descriptor <= 2, !Flaws.everywhere.contains(.lowDescriptorKept) {
            // A program that closed its standard streams must not print into the database.
            let low = descriptor
            descriptor = fcntl(low, F_DUPFD_CLOEXEC, 3)
            let number = errno
            _ = Self.closeDescriptor(low)
            guard descriptor > 2 else { throw .system("open", path, number) }
        }
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else {
            let number = errno
            _ = Self.closeDescriptor(descriptor)
            throw .system("look at", path, number)
        }
        guard info.st_mode & S_IFMT == S_IFREG else {
            _ = Self.closeDescriptor(descriptor)
            throw StorageError(
                .notADatabase, "\(path) is not a file (a directory, pipe or device): give the path of a database file.")
        }
        self.path = if case .createReplacement(let place) = mode { place } else { path }
        self.descriptor = descriptor
        generation = ForkGuard.add(descriptor)
        identity = FileIdentity(info)
        wantsSlack = Platform.wantsSlack(descriptor)
    }

    private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
        // Never repeated: after EINTR the descriptor is gone on Linux and may belong to another thread's file already.
        #if canImport(Glibc)
            Glibc.close(descriptor)
        #elseif canImport(Musl)
            Musl.close(descriptor)
        #else
            Darwin.close(descriptor)
        #endif
    }

    func close() {
        guard isUsable else { return }
        ForkGuard.remove(descriptor)
        _ = Self.closeDescriptor(descriptor)
    }

    /// In a forked process the descriptor is closed, and its number may belong to another file by now.
    var isUsable: Bool { generation == ForkGuard.generation }

    func requireUsable() throws(StorageError) {
        guard isUsable else {
            throw StorageError(
                .usedAfterFork,
                "\(path) was opened before this process was forked: open it here anew, and use nothing from before.")
        }
    }

    /// Repeats a call that a signal interrupted.
    static func retrying<Result: SignedInteger>(
        _ action: @autoclosure () -> String, _ path: String, _ call: () -> Result
    ) throws(StorageError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR || Flaws.everywhere.contains(.interruptionFails) {
                throw .system(action(), path, number)
            }
        }
    }

    func byteCount() throws(StorageError) -> Int {
        try requireUsable()
        guard let status = Platform.status(descriptor) else { throw .system("look at", path, errno) }
        return status.byteCount
    }

    func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int {
        try requireUsable()
        var done = 0
        while done < byteCount {
            let count = try Self.retrying("read", path) {
                unsafe pread(descriptor, node.start + done, min(byteCount - done, 1 << 30), off_t(offset + done))
            }
            if count == 0 { break }
            done += Flaws.everywhere.contains(.shortTransferTaken) ? byteCount - done : count
        }
        return done
    }

    func write(_ bytes: ByteView, at offset: Int) throws(StorageError) {
        try requireUsable()
        var done = 0
        while done < bytes.count {
            let count = try Self.retrying("write", path) {
                unsafe pwrite(descriptor, bytes.start + done, min(bytes.count - done, 1 << 30), off_t(offset + done))
            }
            guard count > 0 else {
                throw StorageError(
                    .fileAccess,
                    "Could not write \(path): the system took no byte and named no error. Check the medium.")
            }
            done += Flaws.everywhere.contains(.shortTransferTaken) ? bytes.count - done : count
        }
    }

    func write(_ pieces: [ByteView], at offset: Int) throws(StorageError) {
        try requireUsable()
        let vectors = unsafe pieces.map { piece in
            unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: piece.start), iov_len: piece.count)
        }
        let written = try Self.retrying("write", path) {
            unsafe pwritev(descriptor, vectors, Int32(vectors.count), off_t(offset))
        }
        if Flaws.everywhere.contains(.shortTransferTaken) { return }
        // What the system left out goes piece by piece.
        var start = 0
        for piece in pieces {
            let done = min(max(written - start, 0), piece.count)
            if done < piece.count { try write(piece.slice(done, piece.count - done), at: offset + start + done) }
            start += piece.count
        }
    }

    func map(at offset: Int, byteCount: Int) throws(StorageError) -> MemoryRegion {
        try requireUsable()
        let start = unsafe Platform.withDescriptorToMap(descriptor) { descriptor in
            unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, off_t(offset))
        }
        guard let start = unsafe start, unsafe start != Platform.mapFailed else { throw .system("map", path, errno) }
        return unsafe MemoryRegion(mapped: start, byteCount: byteCount, isOfFile: true)
    }

    func truncate(to byteCount: Int) throws(StorageError) {
        try requireUsable()
        _ = try Self.retrying("set the length of", path) { ftruncate(descriptor, off_t(byteCount)) }
    }

    func sync(_ kind: SyncKind) throws(StorageError) {
        try requireUsable()
        // Never repeated, not even after EINTR: a second sync may report success for bytes that the first one lost.
        let number = Platform.sync(descriptor, kind)
        if number != 0 { throw .system("sync", path, number) }
    }

    func startWriting(at offset: Int, byteCount: Int) {
        if isUsable { Platform.startWriting(descriptor, at: offset, byteCount: byteCount) }
    }

    var isShared: Bool { !locksWhole.load(ordering: .relaxed) }

    func byteCountInPlace() throws(StorageError) -> Int? {
        try requireUsable()
        guard let (linkCount, byteCount) = Platform.status(descriptor) else { throw .system("look at", path, errno) }
        return linkCount > 0 ? byteCount : nil
    }
}

extension FileIdentity {
    init(_ info: stat) {
        self.init(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(truncatingIfNeeded: info.st_ino))
    }
}
