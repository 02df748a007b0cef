// What the figures were taken on.

import Foundation

/// The machine and the day, in one line.
package enum Machine {
    /// "1 December 2026, AMD EPYC, 2 processors, 23 GiB, Linux 6.18, Swift 6.3".
    package static func description() -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "d MMMM yyyy"
        let process = ProcessInfo.processInfo
        return [
            formatter.string(from: Date()), processor(), "\(process.processorCount) processors",
            "\(process.physicalMemory >> 30) GiB of memory", process.operatingSystemVersionString, kernel(),
            swiftVersion(),
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func processor() -> String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? ""
    }

    private static func kernel() -> String {
        let release = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? ""
        return release.isEmpty ? "" : "kernel " + release.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func swiftVersion() -> String {
        #if compiler(>=6.4)
            "Swift 6.4 or later"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }
}
