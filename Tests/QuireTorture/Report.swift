// What a run prints at its end.

import Foundation
import Synchronization

enum Report {
    private static let shownFailures = 10

    /// Nothing is printed but the answer at the end.
    static let isQuiet = Atomic(false)

    /// At once, so that a run that is cut short has said what it knew.
    static func line(_ text: String) {
        if !isQuiet.load(ordering: .relaxed) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
    }

    static func answer(_ result: SuiteResult) throws {
        FileHandle.standardOutput.write(try JSONEncoder().encode(result))
    }

    static func print(_ results: [(suite: String, result: SuiteResult, seconds: Double)]) {
        for (suite, result, _) in results {
            for failure in result.failures.prefix(shownFailures) { line("FAILED \(suite): \(failure)") }
            let more = result.failures.count - shownFailures
            if more > 0 { line("FAILED \(suite): and \(more) more") }
        }
        line(row("suite", "states", "faults", "kills", "failures", "seconds"))
        for (suite, result, seconds) in results {
            line(
                row(
                    suite, "\(result.states)", "\(result.faults)", "\(result.kills)", "\(result.failures.count)",
                    String(format: "%.1f", seconds)))
        }
    }

    private static func row(_ name: String, _ cells: String...) -> String {
        let padded = cells.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }
        return name.padding(toLength: 14, withPad: " ", startingAt: 0) + padded.joined()
    }
}
