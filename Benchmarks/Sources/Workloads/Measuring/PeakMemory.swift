// The most memory that this process has had.

import Foundation

/// What the system says.
package enum PeakMemory {
    /// Bytes of memory that were resident at once, pages of mapped files included.
    ///
    /// On Linux from `VmHWM`: what `getrusage` gives is not less than what the parent had when it started this process.
    package static func bytes() throws -> Double {
        #if os(Linux)
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
                if let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
                {
                    return kibibytes * 1024
                }
            }
            throw WrongAnswer("The system does not tell this process its peak memory.")
        #else
            var usage = rusage()
            unsafe getrusage(RUSAGE_SELF, &usage)
            return Double(usage.ru_maxrss)
        #endif
    }
}
