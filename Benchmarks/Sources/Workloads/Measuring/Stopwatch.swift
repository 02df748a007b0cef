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
        countsProcessorTime ? processorTime() : wallTime()
    }

    /// Nanoseconds of the clock on the wall, whatever is counted: for work that lasts for a given time.
    package static func wallTime() -> Double {
        read(CLOCK_MONOTONIC)
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
    try timed(work).time
}

/// Nanoseconds of some work, and what it gives. A sum that the work keeps in a variable of its own stays in a register.
@inline(__always)
package func timed<R>(_ work: () throws -> R) rethrows -> (time: Double, result: R) {
    let start = Stopwatch.now()
    let result = try work()
    return (Stopwatch.now() - start, result)
}
