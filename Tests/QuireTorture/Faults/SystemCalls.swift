// System calls that fail as planned: this program defines the functions of the C library that the engine calls, so that
// the linker binds the engine to these. Nothing of the engine is changed for it.

#if os(Linux)
    import Glibc
    import Synchronization

    /// The calls that can be made to fail.
    enum SystemCall: Int, CaseIterable, Sendable {
        case open, read, write, truncate, sync, map, lock, status, link, rename, remove
    }

    /// What a planned failure looks like.
    enum FaultKind: Int, CaseIterable, Sendable {
        case inputOutput, noSpace, interrupted, short, nothingWritten, noMemory, tooManyFiles, readOnly

        var errorNumber: Int32 {
            switch self {
            case .inputOutput: EIO
            case .noSpace: ENOSPC
            case .interrupted: EINTR
            case .short, .nothingWritten: 0
            case .noMemory: ENOMEM
            case .tooManyFiles: EMFILE
            case .readOnly: EROFS
            }
        }

        /// The calls that can fail so.
        func applies(to call: SystemCall) -> Bool {
            switch self {
            case .inputOutput: true
            case .noSpace: [.open, .write, .truncate, .sync, .link, .rename].contains(call)
            case .interrupted: [.open, .read, .write, .truncate, .sync, .lock].contains(call)
            case .short: [.read, .write].contains(call)
            case .nothingWritten: call == .write
            case .noMemory: call == .map
            case .tooManyFiles: call == .open
            case .readOnly: [.open, .write, .truncate, .link, .rename, .remove].contains(call)
            }
        }
    }

    /// The plan of the one thread whose calls fail, and what it has open.
    enum SystemCalls {
        /// 0 while nothing is planned.
        fileprivate static let thread = Atomic<UInt>(0)
        private static let kind = Atomic(0)
        private static let failingCall = Atomic(0)
        private static let isSticky = Atomic(false)
        private static let callCount = Atomic(0)
        private static let firedCount = Atomic(0)
        fileprivate static let openCount = Atomic(0)
        fileprivate static let mapCount = Atomic(0)

        /// A signal interrupts a call some times, not for ever.
        private static let mostInterruptions = 3

        /// Makes the n-th fitting call of this thread fail, or all from it on; a negative number fails none.
        static func arm(_ fault: FaultKind, at call: Int, isSticky sticky: Bool) {
            kind.store(fault.rawValue, ordering: .relaxed)
            failingCall.store(call, ordering: .relaxed)
            isSticky.store(sticky, ordering: .relaxed)
            callCount.store(0, ordering: .relaxed)
            firedCount.store(0, ordering: .relaxed)
            thread.store(UInt(pthread_self()), ordering: .releasing)
        }

        /// Plans no more failures; goes on counting what is open.
        static func calm() { failingCall.store(-1, ordering: .relaxed) }

        /// How many calls failed since `arm`.
        static var fired: Int { firedCount.load(ordering: .relaxed) }
        /// Descriptors and maps that this thread opened and did not close, since the first `arm`.
        static var open: (descriptors: Int, maps: Int) {
            (openCount.load(ordering: .relaxed), mapCount.load(ordering: .relaxed))
        }

        fileprivate static var isWatched: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

        /// The failure that is due now, if one is.
        fileprivate static func failure(_ call: SystemCall) -> FaultKind? {
            guard isWatched, let fault = FaultKind(rawValue: kind.load(ordering: .relaxed)), fault.applies(to: call)
            else {
                return nil
            }
            let planned = failingCall.load(ordering: .relaxed)
            guard planned >= 0 else { return nil }
            let number = callCount.wrappingAdd(1, ordering: .relaxed).oldValue
            let lastOfMany = fault == .interrupted ? planned + mostInterruptions : .max
            let last = isSticky.load(ordering: .relaxed) ? lastOfMany : planned
            guard number >= planned, number <= last else { return nil }
            _ = firedCount.wrappingAdd(1, ordering: .relaxed)
            errno = fault.errorNumber
            return fault
        }

        /// The function of the C library that a definition here hides.
        fileprivate static func real<Function>(_ name: StaticString, as type: Function.Type) -> Function {
            let next = unsafe UnsafeMutableRawPointer(bitPattern: -1)
            guard let address = unsafe dlsym(next, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
            else { fatalError("the C library has no \(name)") }
            return unsafe unsafeBitCast(address, to: type)
        }
    }

    // MARK: The calls

    private typealias Text = UnsafePointer<CChar>?
    private typealias Memory = UnsafeMutableRawPointer?

    private enum Real {
        @safe static let open = unsafe SystemCalls.real(
            "open", as: (@convention(c) (Text, Int32, UInt32) -> Int32).self)
        static let close = SystemCalls.real("close", as: (@convention(c) (Int32) -> Int32).self)
        @safe static let pread = unsafe SystemCalls.real(
            "pread", as: (@convention(c) (Int32, Memory, Int, Int) -> Int).self)
        @safe static let pwrite = unsafe SystemCalls.real(
            "pwrite", as: (@convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int).self)
        @safe static let pwritev = unsafe SystemCalls.real(
            "pwritev", as: (@convention(c) (Int32, UnsafeRawPointer?, Int32, Int) -> Int).self)
        static let ftruncate = SystemCalls.real("ftruncate", as: (@convention(c) (Int32, Int) -> Int32).self)
        static let fsync = SystemCalls.real("fsync", as: (@convention(c) (Int32) -> Int32).self)
        static let fdatasync = SystemCalls.real("fdatasync", as: (@convention(c) (Int32) -> Int32).self)
        @safe static let mmap = unsafe SystemCalls.real(
            "mmap", as: (@convention(c) (Memory, Int, Int32, Int32, Int32, Int) -> Memory).self)
        @safe static let munmap = unsafe SystemCalls.real("munmap", as: (@convention(c) (Memory, Int) -> Int32).self)
        @safe static let fcntl = unsafe SystemCalls.real(
            "fcntl", as: (@convention(c) (Int32, Int32, Memory) -> Int32).self)
        static let flock = SystemCalls.real("flock", as: (@convention(c) (Int32, Int32) -> Int32).self)
        @safe static let fstat = unsafe SystemCalls.real("fstat", as: (@convention(c) (Int32, Memory) -> Int32).self)
        @safe static let stat = unsafe SystemCalls.real("stat", as: (@convention(c) (Text, Memory) -> Int32).self)
        @safe static let statx = unsafe SystemCalls.real(
            "statx", as: (@convention(c) (Int32, Text, Int32, UInt32, Memory) -> Int32).self)
        @safe static let link = unsafe SystemCalls.real("link", as: (@convention(c) (Text, Text) -> Int32).self)
        @safe static let rename = unsafe SystemCalls.real("rename", as: (@convention(c) (Text, Text) -> Int32).self)
        @safe static let unlink = unsafe SystemCalls.real("unlink", as: (@convention(c) (Text) -> Int32).self)
    }

    /// `open`, which takes any number of arguments in C, so that Swift has functions of its own for it.
    @_silgen_name("$s5Glibc4openys5Int32VSPys4Int8VG_ADs6UInt32VtF")
    public func torturedOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
        let isWriting = flags & (O_WRONLY | O_RDWR | O_CREAT) != 0
        // A medium that cannot be written to can be read.
        if let fault = SystemCalls.failure(.open), isWriting || fault != .readOnly && fault != .noSpace { return -1 }
        let descriptor = unsafe Real.open(path, flags, mode)
        if descriptor >= 0, SystemCalls.isWatched { _ = SystemCalls.openCount.wrappingAdd(1, ordering: .relaxed) }
        return descriptor
    }

    /// `open` without a mode.
    @_silgen_name("$s5Glibc4openys5Int32VSPys4Int8VG_ADtF")
    public func torturedOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
        unsafe torturedOpen(path, flags, 0)
    }

    /// `close` for this program.
    @_cdecl("close")
    public func torturedClose(_ descriptor: Int32) -> Int32 {
        if SystemCalls.isWatched { _ = SystemCalls.openCount.wrappingSubtract(1, ordering: .relaxed) }
        return Real.close(descriptor)
    }

    /// `pread` for this program.
    @_cdecl("pread")
    public func torturedRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int)
        -> Int
    {
        switch SystemCalls.failure(.read) {
        case nil: unsafe Real.pread(descriptor, buffer, count, offset)
        case .short: unsafe Real.pread(descriptor, buffer, max(1, count / 2), offset)
        default: -1
        }
    }

    /// `pwrite` for this program.
    @_cdecl("pwrite")
    public func torturedWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ offset: Int) -> Int {
        switch SystemCalls.failure(.write) {
        case nil: unsafe Real.pwrite(descriptor, buffer, count, offset)
        case .short: unsafe Real.pwrite(descriptor, buffer, max(1, count / 2), offset)
        case .nothingWritten: 0
        default: -1
        }
    }

    /// `pwritev` for this program. A short one ends within a piece.
    @_cdecl("pwritev")
    public func torturedGatheringWrite(
        _ descriptor: Int32, _ pieces: UnsafeRawPointer?, _ count: Int32, _ offset: Int
    ) -> Int {
        switch SystemCalls.failure(.write) {
        case nil: return unsafe Real.pwritev(descriptor, pieces, count, offset)
        case .short:
            let whole = count / 2
            let written = unsafe whole > 0 ? Real.pwritev(descriptor, pieces, whole, offset) : 0
            let pieces = unsafe pieces?.assumingMemoryBound(to: iovec.self)
            guard written >= 0, let piece = unsafe pieces?[Int(whole)] else { return written }
            let half = max(1, unsafe piece.iov_len / 2)
            return written + max(0, unsafe Real.pwrite(descriptor, piece.iov_base, half, offset + written))
        case .nothingWritten: return 0
        default: return -1
        }
    }

    /// `ftruncate` for this program.
    @_cdecl("ftruncate")
    public func torturedTruncate(_ descriptor: Int32, _ length: Int) -> Int32 {
        SystemCalls.failure(.truncate) == nil ? Real.ftruncate(descriptor, length) : -1
    }

    /// `fsync` for this program.
    @_cdecl("fsync")
    public func torturedSync(_ descriptor: Int32) -> Int32 {
        SystemCalls.failure(.sync) == nil ? Real.fsync(descriptor) : -1
    }

    /// `fdatasync` for this program.
    @_cdecl("fdatasync")
    public func torturedDataSync(_ descriptor: Int32) -> Int32 {
        SystemCalls.failure(.sync) == nil ? Real.fdatasync(descriptor) : -1
    }

    /// `mmap` for this program.
    @_cdecl("mmap")
    public func torturedMap(
        _ address: UnsafeMutableRawPointer?, _ count: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32,
        _ offset: Int
    ) -> UnsafeMutableRawPointer? {
        if SystemCalls.failure(.map) != nil { return unsafe UnsafeMutableRawPointer(bitPattern: -1) }
        let start = unsafe Real.mmap(address, count, protection, flags, descriptor, offset)
        if SystemCalls.isWatched { _ = SystemCalls.mapCount.wrappingAdd(1, ordering: .relaxed) }
        return unsafe start
    }

    /// `munmap` for this program.
    @_cdecl("munmap")
    public func torturedUnmap(_ address: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
        if SystemCalls.isWatched { _ = SystemCalls.mapCount.wrappingSubtract(1, ordering: .relaxed) }
        return unsafe Real.munmap(address, count)
    }

    /// `fcntl` with a description of a lock; like `open` it is a function of Swift's own.
    @_silgen_name("$s5Glibc5fcntlys5Int32VAD_ADSvtF")
    public func torturedControl(
        _ descriptor: Int32, _ command: Int32, _ argument: UnsafeMutableRawPointer
    ) -> Int32 {
        SystemCalls.failure(.lock) == nil ? unsafe Real.fcntl(descriptor, command, argument) : -1
    }

    /// `flock` for this program.
    @_cdecl("flock")
    public func torturedLock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
        SystemCalls.failure(.lock) == nil ? Real.flock(descriptor, operation) : -1
    }

    /// `fstat` for this program.
    @_cdecl("fstat")
    public func torturedFileStatus(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?) -> Int32 {
        SystemCalls.failure(.status) == nil ? unsafe Real.fstat(descriptor, buffer) : -1
    }

    /// `stat` for this program.
    @_cdecl("stat")
    public func torturedStatus(_ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutableRawPointer?) -> Int32 {
        SystemCalls.failure(.status) == nil ? unsafe Real.stat(path, buffer) : -1
    }

    /// `statx` for this program.
    @_cdecl("statx")
    public func torturedExtendedStatus(
        _ directory: Int32, _ path: UnsafePointer<CChar>?, _ flags: Int32, _ mask: UInt32,
        _ buffer: UnsafeMutableRawPointer?
    ) -> Int32 {
        SystemCalls.failure(.status) == nil ? unsafe Real.statx(directory, path, flags, mask, buffer) : -1
    }

    /// `link` for this program.
    @_cdecl("link")
    public func torturedLink(_ path: UnsafePointer<CChar>?, _ newPath: UnsafePointer<CChar>?) -> Int32 {
        SystemCalls.failure(.link) == nil ? unsafe Real.link(path, newPath) : -1
    }

    /// `rename` for this program.
    @_cdecl("rename")
    public func torturedRename(_ path: UnsafePointer<CChar>?, _ newPath: UnsafePointer<CChar>?) -> Int32 {
        SystemCalls.failure(.rename) == nil ? unsafe Real.rename(path, newPath) : -1
    }

    /// `unlink` for this program.
    @_cdecl("unlink")
    public func torturedUnlink(_ path: UnsafePointer<CChar>?) -> Int32 {
        SystemCalls.failure(.remove) == nil ? unsafe Real.unlink(path) : -1
    }
#endif
