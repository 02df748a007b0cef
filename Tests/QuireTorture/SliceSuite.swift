// The suite `slice`: a little of every suite, with a fixed seed, for each change of the source.

import Foundation

enum SliceSuite: Suite {
    static let name = "slice"
    static let summary = "a short run of all suites, the same each time: at least a million crash states"

    /// Fewer are a failure: then an enumeration has lost something.
    private static let leastCrashStates = 1_000_000
    /// For suites that go on until they are stopped.
    private static let endlessSeconds = 5.0
    private static let sweepCases = 8_000

    private static func isEndless(_ suite: any Suite.Type) -> Bool {
        [KillSuite.name, ProcessSuite.name, SoakSuite.name].contains(suite.name)
    }

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        var parts: [(suite: String, result: SuiteResult, seconds: Double)] = []
        for suite in QuireTorture.suites where suite.name != name {
            let start = Date()
            var part = SuiteRequest(seed: request.seed)
            part.workerCount = request.workerCount
            if isEndless(suite) { part.seconds = endlessSeconds }
            Report.line(suite.name)
            var result =
                switch suite.name {
                case SweepSuite.name: try SweepSuite.run(part, sampleCount: sweepCases)
                // That everything passes with all defences is what the other suites and `swift test` show.
                case DefenceSuite.name: try DefenceSuite.run(part, withAllDefences: false)
                default: try suite.run(part)
                }
            if suite.name == CrashSuite.name, result.states < leastCrashStates {
                result.failures.append("\(result.states) crash states are fewer than \(leastCrashStates)")
            }
            parts.append((suite.name, result, Date().timeIntervalSince(start)))
        }
        Report.print(parts)
        var sum = SuiteResult()
        for part in parts { sum.add(part.result) }
        return sum
    }
}
