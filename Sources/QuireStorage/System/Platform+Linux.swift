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
