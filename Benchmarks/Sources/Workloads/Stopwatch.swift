// How time is taken.

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the stopwatch counts: wall-clock time, or with QUIRE_BENCH_CLOCK=cpu the processor time of this process. The latter
/// helps on a machine that does other work too; it leaves out waiting for the disk.
package enum Stopwatch {
    /// Processor time was asked for.
    package static let countsProcessorTime = ProcessInfo.processInfo.environment["QUIRE_BENCH_CLOCK"] == "cpu"

    /// Nanoseconds since some moment.
    package static func now() -> Double {
        countsProcessorTime ? processorTime() : read(CLOCK_MONOTONIC)
    }

    /// Nanoseconds that this process has kept processors busy.
    package static func processorTime() -> Double {
        read(CLOCK_PROCESS_CPUTIME_ID)
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Nanoseconds of some work.
@inline(__always)
package func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = Stopwatch.now()
    try work()
    return Stopwatch.now() - start
}
