// The suite `defences`: would anybody notice if a defence were missing?

import Foundation
import QuireStorage
import QuireTestSupport

/// For each flaw that the failure table names, one of the checks of its row must fail without the defence, and all of them
/// must pass with it.
enum DefenceSuite: Suite {
    static let name = "defences"
    static let summary = "leaves out one defence after the other: the checks of its row in Spec/Durability.md must fail"

    /// Broken ways to commit and to open that crash states must show; that a test notices too does not do.
    private static let shownByCrashes: Set<String> = [
        "unverified-slot", "incomplete-manifest", "shared-header-field", "reuse-within-transaction",
        "length-not-synced", "torn-slot-accepted", "no-salt", "sync-retried", "adopted-from-memory",
        "tag-not-compared", "record-followed", "newer-slot-skipped", "pin-ignored", "dead-slot-kept", "anchor-reused",
    ]

    static func run(_ request: SuiteRequest) throws -> SuiteResult { try run(request, withAllDefences: true) }

    static func run(_ request: SuiteRequest, withAllDefences: Bool) throws -> SuiteResult {
        let text = try String(
            contentsOf: FailureTable.root.appendingPathComponent(FailureTable.path), encoding: .utf8)
        let rows = FailureTable.rows(text).filter { row in
            !row.flaws.isEmpty && (request.flaw.map { row.flaws.contains($0) } ?? true)
        }
        guard !rows.isEmpty else { throw TortureError("no row of \(FailureTable.path) names a flaw") }
        var jobs = withAllDefences ? try sound(rows).map { Job(flaw: nil, checks: [$0]) } : []
        for row in rows {
            let checks = try row.checks.map(DefenceCheck.init)
            for flaw in row.flaws where request.flaw.map({ $0 == flaw }) ?? true {
                let able = Self.shownByCrashes.contains(flaw) ? checks.filter(\.isCrash) : checks
                jobs.append(Job(flaw: flaw, checks: able.sorted { $0.cost < $1.cost }))
            }
        }
        let results = Lock([SuiteResult](repeating: SuiteResult(), count: jobs.count))
        let plan = jobs
        Workers.run(request.workerCount, jobs: jobs.count) { index in
            let result = plan[index].run()
            results.withLock { $0[index] = result }
        }
        var sum = results.withLock { $0.reduce(into: SuiteResult()) { $0.add($1) } }
        for (name, _) in Flaws.all where request.flaw == nil && !rows.contains(where: { $0.flaws.contains(name) }) {
            sum.failures.append("no row of \(FailureTable.path) names the flaw \(name)")
        }
        return sum
    }

    /// All checks of the rows, tests together.
    private static func sound(_ rows: [FailureRow]) throws -> [DefenceCheck] {
        let checks = try Set(rows.flatMap(\.checks)).sorted().map(DefenceCheck.init)
        let tests = checks.compactMap { if case .tests(let names) = $0 { names } else { nil } }.flatMap { $0 }
        return checks.filter { if case .tests = $0 { false } else { true } } + (tests.isEmpty ? [] : [.tests(tests)])
    }

    /// Some checks with a defence left out, of which one must fail; or without a flaw, when all must pass.
    private struct Job: Sendable {
        let flaw: String?
        let checks: [DefenceCheck]

        func run() -> SuiteResult {
            var result = SuiteResult()
            let start = Date()
            var seconds: String { String(format: "%.1f s", Date().timeIntervalSince(start)) }
            for check in checks {
                let outcome = check.run(flaw)
                result.states += 1
                switch (flaw, outcome) {
                case (nil, .passed): return result
                case (nil, .failed(let what)): result.failures.append("\(check), with all defences: \(what)")
                case (let flaw?, .failed(let what)):
                    result.note("\(flaw): missed by \(check), \(seconds): \(what)")
                    return result
                case (_, .passed): continue
                case (_, .impossible(let what)): result.failures.append("\(check): \(what)")
                }
            }
            if let flaw, result.failures.isEmpty {
                let names = checks.map(\.description).joined(separator: ", ")
                result.failures.append(
                    "nobody misses \(flaw), \(seconds): not \(names)\n    quire-torture defences --flaw \(flaw)")
            }
            return result
        }
    }
}
