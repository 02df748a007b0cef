// Notices that two threads use one Realm at once. Only slow paths ask, so that reads stay free of it.

import Synchronization

/// A flag that is up while a slow path runs.
final class OverlapDetector: Sendable {
    private let isBusy = Atomic<Bool>(false)

    /// Runs a slow path; another one at the same time stops the program. `body` must not call user code.
    func guarding<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        if isBusy.exchange(true, ordering: .acquiring) { Self.stop() }
        defer { isBusy.store(false, ordering: .releasing) }
        return try body()
    }

    /// Looks at the flag without raising it: a load.
    @inline(__always)
    func glance() {
        if isBusy.load(ordering: .relaxed) { Self.stop() }
    }

    private static func stop() -> Never {
        stopForMisuse(
            "A Realm is being used from two tasks or threads at once: open a Realm of its own in each task, and hand "
                + "objects over by primary key.")
    }
}
