// What Linux does in its own way.

#if os(Linux) || os(Android)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        #error("Quire knows two C libraries on Linux, Glibc and Musl; this toolchain offers neither.")
    #endif

    /// The Glibc module leaves `fstatfs` out.
    @_silgen_name("fstatfs")
    private func fileSystemStatus(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer) -> Int32

    /// As does `sync_file_range`.
    @_silgen_name("sync_file_range")
    private func syncRange(_ descriptor: Int32, _ offset: Int64, _ count: Int64, _ flags: UInt32) -> Int32

    #if !os(Android)
        /// And `statx`, whose structure takes 256 bytes, with the link count at byte 16 and the size at byte 40.
        @_silgen_name("statx")
        private func extendedStatus(
            _ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mask: UInt32,
            _ buffer: UnsafeMutableRawPointer
        ) -> Int32
    #endif

    enum Platform {
        static var openFlags: Int32 { O_CLOEXEC | O_NONBLOCK | O_NOCTTY }
        static var anonymousMapFlags: Int32 { MAP_PRIVATE | Int32(MAP_ANONYMOUS) | Int32(MAP_NORESERVE) }
        static var mapFailed: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: -1) }

        /// 0, or the error number.
        static func sync(_ descriptor: Int32, _ kind: SyncKind) -> Int32 {
            let result =
                switch kind {
                case .data, .barrier: fdatasync(descriptor)
                case .full: fsync(descriptor)
                }
            return result == 0 ? 0 : errno
        }

        /// The sync that follows finds the device at work, or done: it saves about an eighth of a small commit.
        static func startWriting(_ descriptor: Int32, at offset: Int, byteCount: Int) {
            let writeOnly: UInt32 = 2
            _ = syncRange(descriptor, Int64(offset), Int64(byteCount), writeOnly)
        }

        /// Lends a descriptor of the same file that can only read, if there can be one.
        ///
        /// What is mapped through a descriptor that can write may be written through the map, as far as the system
        /// knows: it then looks each page up in the tables of every process that maps it before the page goes to the
        /// medium, which costs a small commit 6 µs.
        static func withDescriptorToMap<Result>(_ descriptor: Int32, _ body: (Int32) -> Result) -> Result {
            let reading = unsafe open("/proc/self/fd/\(descriptor)", O_RDONLY | openFlags)
            guard reading >= 0 else { return body(descriptor) }
            defer { _ = close(reading) }
            return body(reading)
        }

        /// How many names a file has, and its length; nil if that cannot be told.
        ///
        /// Not by `fstat`: whoever asks for a file's times makes the next write note a new one, and the sync then
        /// writes the inode too, which costs a small commit a third of its time.
        static func status(_ descriptor: Int32) -> (linkCount: Int, byteCount: Int)? {
            #if !os(Android)
                let (emptyPath, linkCountAndSize): (Int32, UInt32) = (0x1000, 0x204)
                var status = InlineArray<32, UInt64>(repeating: 0)
                var span = status.mutableSpan
                let result = unsafe span.withUnsafeMutableBytes { buffer in
                    guard let start = buffer.baseAddress else { return Int32(-1) }
                    return unsafe extendedStatus(descriptor, "", emptyPath, linkCountAndSize, start)
                }
                if result == 0 { return (Int(UInt32(truncatingIfNeeded: status[2])), Int(status[5])) }
            #endif
            var info = stat()
            return unsafe fstat(descriptor, &info) == 0 ? (Int(info.st_nlink), Int(info.st_size)) : nil
        }

        /// Locks of an opening, not of a process: closing another descriptor of the file keeps them. By number, because
        /// the module leaves the names out.
        static var setLock: Int32 { 37 }
        static var setLockAndWait: Int32 { 38 }
        static var findLock: Int32 { 36 }

        static func bootID() -> BootID {
            let descriptor = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return .unknown }
            defer { _ = close(descriptor) }
            var text = [UInt8](repeating: 0, count: 64)
            let count = unsafe text.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            return count >= 36 ? BootID(text: text[..<36]) : .unknown
        }

        /// False on btrfs and ZFS, which never write a block in place.
        static func wantsSlack(_ descriptor: Int32) -> Bool {
            // `struct statfs` takes 120 bytes on 64-bit Linux and begins with the type.
            var info = [Int](repeating: 0, count: 32)
            let result = unsafe info.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return Int32(-1) }
                return unsafe fileSystemStatus(descriptor, start)
            }
            guard result == 0 else { return true }
            let type = UInt32(truncatingIfNeeded: info[0])
            return type != 0x9123_683E && type != 0x2FC1_2FC1
        }
    }
#endif
