// What all suites share: how they are asked, and what they answer.

import Foundation
import QuireStorage
import QuireTestSupport
import Synchronization

/// How a run was asked for.
struct SuiteRequest: Sendable {
    var seed: UInt64 = 1
    /// How long to go on; nil runs what the suite always runs, once.
    var seconds: Double?
    /// One state or case to try again, as an earlier run printed it.
    var reproducer: String?
    /// The deliberate flaw to switch on, by name.
    var flaw: String?
    /// The only script to run, by name.
    var script: String?
    /// The answer goes to another process of this program.
    var isForProgram = false
    var workerCount = ProcessInfo.processInfo.activeProcessorCount
    let start = Date()

    var flaws: Flaws { flaw.flatMap { Flaws.named($0) } ?? [] }

    /// False once the time is over.
    var hasTime: Bool { seconds.map { Date().timeIntervalSince(start) < $0 } ?? false }
}

/// What a suite did and found.
struct SuiteResult: Sendable, Codable {
    /// Different states of a file that were opened and checked.
    var states = 0
    /// Calls that were made to fail.
    var faults = 0
    /// Processes that were killed.
    var kills = 0
    /// One sentence each, the command that shows it again included.
    var failures: [String] = []
    /// What else is worth a line; printed at once too.
    private(set) var notes: [String] = []

    mutating func add(_ other: SuiteResult) {
        states += other.states
        faults += other.faults
        kills += other.kills
        failures += other.failures
        notes += other.notes
    }

    mutating func note(_ line: String) {
        notes.append(line)
        Report.line("  \(line)")
    }
}

/// One way of tormenting a store.
protocol Suite {
    static var name: String { get }
    /// What it does, for the usage text.
    static var summary: String { get }
    static func run(_ request: SuiteRequest) throws -> SuiteResult
}

/// Jobs for all cores, in order.
enum Workers {
    /// Calls `job` with every index below `count`, on several threads at once.
    static func run(_ workerCount: Int, jobs count: Int, _ job: @Sendable (Int) -> Void) {
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: max(workerCount, 1)) { _ in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                job(index)
            }
        }
    }
}
