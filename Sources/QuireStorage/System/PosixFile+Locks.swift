// Locks of a file of the operating system.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension PosixFile {
    func lock(_ byte: LockByte, _ kind: LockKind, _ wait: LockWait) throws(StorageError) {
        try requireUsable()
        if locksWhole.load(ordering: .relaxed) { return }
        let type = kind == .shared ? F_RDLCK : F_WRLCK
        let patience = Patience(wait)
        while true {
            let number = set(byte.offset, count: 1, type, waits: patience.isEndless)
            switch number {
            case 0: return
            case EINTR: continue
            case EAGAIN, EACCES:
                guard patience.lasts else { throw inUse(number) }
            default:
                let isUnknown = [EINVAL, ENOTSUP, ENOSYS, ENOLCK].contains(number)
                guard isUnknown, byte == .presence else { throw .system("lock", path, number) }
                return try lockWhole(patience)
            }
        }
    }

    func unlock(_ byte: LockByte) {
        if isUsable, !locksWhole.load(ordering: .relaxed) { _ = set(byte.offset, count: 1, F_UNLCK, waits: false) }
    }

    func foreignPin(in range: ClosedRange<UInt64>) throws(StorageError) -> TransactionID? {
        try requireUsable()
        if locksWhole.load(ordering: .relaxed) { return nil }
        let first = LockByte.pin(TransactionID(range.lowerBound)).offset
        let count = range.upperBound - range.lowerBound + 1
        var lock = Self.description(first, count: count, F_WRLCK)
        // Asking needs no permission to write, and one's own locks are not in the way.
        while unsafe fcntl(descriptor, Platform.findLock, &lock) != 0 {
            guard errno == EINTR else { throw .system("look for readers of", path, errno) }
        }
        guard lock.l_type != F_UNLCK else { return nil }
        return LockByte.pinned(at: max(UInt64(lock.l_start), first))
    }

    private static func description(_ start: UInt64, count: UInt64, _ type: Int32) -> flock {
        var lock = flock()
        lock.l_type = numericCast(type)
        lock.l_whence = numericCast(SEEK_SET)
        lock.l_start = numericCast(start)
        lock.l_len = numericCast(count)
        return lock
    }

    /// 0, or the error number.
    private func set(_ start: UInt64, count: UInt64, _ type: Int32, waits: Bool) -> Int32 {
        var lock = Self.description(start, count: count, type)
        let command = waits ? Platform.setLockAndWait : Platform.setLock
        return unsafe fcntl(descriptor, command, &lock) == 0 ? 0 : errno
    }

    /// For file systems without locks of ranges: one opening at a time.
    private func lockWhole(_ patience: Patience) throws(StorageError) {
        while true {
            if flock(descriptor, patience.isEndless ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 {
                locksWhole.store(true, ordering: .relaxed)
                return
            }
            let number = errno
            guard number == EWOULDBLOCK || number == EINTR else { throw .system("lock", path, number) }
            if number == EWOULDBLOCK, !patience.lasts { throw inUse(number) }
        }
    }

    private func inUse(_ number: Int32) -> StorageError {
        StorageError(
            .inUse, "\(path) is in use elsewhere: close it there, or open it with a time to wait.", systemError: number)
    }
}

/// How long somebody waits for a lock.
private final class Patience {
    private let wait: LockWait
    private let start = ContinuousClock.now
    private var pause: UInt32 = 1_000

    init(_ wait: LockWait) { self.wait = wait }

    var isEndless: Bool { if case .wait = wait { true } else { false } }

    /// Sleeps a little; false once the time is over.
    var lasts: Bool {
        guard case .waitUpTo(let seconds) = wait, seconds > 0 else { return false }
        let passed = ContinuousClock.now - start
        // A number of seconds that a duration cannot hold is for ever.
        guard seconds >= 1e9 || passed < .seconds(seconds) else { return false }
        _ = usleep(pause)
        pause = min(pause * 2, 50_000)
        return true
    }
}
