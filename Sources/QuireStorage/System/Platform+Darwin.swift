// What the systems of Apple do in their own way.

#if canImport(Darwin)
    import Darwin

    enum Platform {
        static var openFlags: Int32 { O_CLOEXEC | O_NONBLOCK | O_NOCTTY }
        static var anonymousMapFlags: Int32 { MAP_PRIVATE | MAP_ANON | MAP_NORESERVE }
        static var mapFailed: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: -1) }

        /// 0, or the error number. Only F_FULLFSYNC reaches the medium; file systems that do not know it get `fsync`.
        static func sync(_ descriptor: Int32, _ kind: SyncKind) -> Int32 {
            let command = kind == .barrier ? F_BARRIERFSYNC : F_FULLFSYNC
            if fcntl(descriptor, command) == 0 { return 0 }
            guard errno == ENOTTY || errno == EINVAL || errno == ENOTSUP else { return errno }
            if kind == .barrier, fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
            return fsync(descriptor) == 0 ? 0 : errno
        }

        /// Only a sync starts writing here.
        static func startWriting(_ descriptor: Int32, at offset: Int, byteCount: Int) {}

        /// Lends the descriptor: one that can only read would gain nothing here.
        static func withDescriptorToMap<Result>(_ descriptor: Int32, _ body: (Int32) -> Result) -> Result {
            body(descriptor)
        }

        /// How many names a file has, and its length; nil if that cannot be told.
        static func status(_ descriptor: Int32) -> (linkCount: Int, byteCount: Int)? {
            var info = stat()
            return unsafe fstat(descriptor, &info) == 0 ? (Int(info.st_nlink), Int(info.st_size)) : nil
        }

        /// Locks of an opening, not of a process: closing another descriptor of the file keeps them. By number, because
        /// the headers keep the names to the system.
        static var setLock: Int32 { 90 }
        static var setLockAndWait: Int32 { 91 }
        static var findLock: Int32 { 92 }

        static func bootID() -> BootID {
            var text = [UInt8](repeating: 0, count: 64)
            var count = text.count
            let result = unsafe text.withUnsafeMutableBytes {
                unsafe sysctlbyname("kern.bootsessionuuid", $0.baseAddress, &count, nil, 0)
            }
            return result == 0 && count >= 36 ? BootID(text: text[..<36]) : .unknown
        }

        /// False on APFS, which never writes a block in place.
        static func wantsSlack(_ descriptor: Int32) -> Bool {
            var info = statfs()
            guard unsafe fstatfs(descriptor, &info) == 0 else { return true }
            return unsafe withUnsafeBytes(of: &info.f_fstypename) { unsafe !$0.starts(with: "apfs".utf8) }
        }
    }
#endif

#if !canImport(Darwin) && !os(Linux) && !os(Android)
    #error("Quire runs on Linux and on the systems of Apple; another system needs a file of its own in System.")
#endif

#if _endian(big)
    #error("Quire reads little-endian numbers in place, so it needs a little-endian machine.")
#endif
