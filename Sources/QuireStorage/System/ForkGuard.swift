// What a process that was forked must not do with the files of its parent.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// A child of a fork shares its parent's open files, and with them their locks: it would give back locks that the
/// parent relies on, and keep those of a parent that died. So the child closes the descriptors at once, before anything
/// else runs in it, and files that were opened before the fork are dead in it.
enum ForkGuard {
    /// How many forks lie between this process and the first one that opened a file.
    static var generation: UInt32 { forkCount.load(ordering: .relaxed) }

    private static let forkCount = Atomic<UInt32>(0)
    /// Descriptors to close in a child, −1 where there is none. More open files than places are closed by nobody, but
    /// dead.
    private static let descriptors = DescriptorTable(count: 4096)
    private static let isInstalled: Bool = {
        _ = descriptors
        if Flaws.everywhere.contains(.forkIgnored) { return true }
        // Runs between fork and anything else, where only calls are allowed that a signal handler may make.
        return pthread_atfork(nil, nil, { ForkGuard.becomeChild() }) == 0
    }()

    /// A descriptor was opened; gives the generation in which it lives.
    static func add(_ descriptor: Int32) -> UInt32 {
        _ = isInstalled
        descriptors.replace(-1, with: descriptor)
        return generation
    }

    /// A descriptor is about to be closed.
    static func remove(_ descriptor: Int32) { descriptors.replace(descriptor, with: -1) }

    private static func becomeChild() {
        forkCount.wrappingAdd(1, ordering: .relaxed)
        descriptors.forEach { _ = close($0) }
        descriptors.clear()
    }
}

/// A list that needs no lock and no memory of its own once it exists.
@safe
private final class DescriptorTable: Sendable {
    private nonisolated(unsafe) let entries: UnsafeMutablePointer<Atomic<Int32>>
    private let count: Int

    init(count: Int) {
        self.count = count
        unsafe entries = .allocate(capacity: count)
        for index in 0..<count { unsafe (entries + index).initialize(to: Atomic(-1)) }
    }

    /// Replaces one entry that has the old value.
    func replace(_ old: Int32, with new: Int32) {
        for index in 0..<count {
            let entry = unsafe entries + index
            let (isExchanged, _) = unsafe entry.pointee.compareExchange(
                expected: old, desired: new, ordering: .relaxed)
            if isExchanged { return }
        }
    }

    func forEach(_ body: (Int32) -> Void) {
        for index in 0..<count {
            let descriptor = unsafe entries[index].load(ordering: .relaxed)
            if descriptor >= 0 { body(descriptor) }
        }
    }

    func clear() {
        for index in 0..<count { unsafe entries[index].store(-1, ordering: .relaxed) }
    }
}
