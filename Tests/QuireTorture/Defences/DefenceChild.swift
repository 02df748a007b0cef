// The process of one check: `defence-check CHECK [FLAW]`.

import Foundation
import QuireStorage
import QuireTestSupport

enum DefenceChild {
    static let argument = "defence-check"

    /// For suites that go on until they are stopped, in seconds.
    private static let endlessSeconds = 4.0
    private static let sweepCases = 600

    /// Status 0 if the check passed, 1 if it failed, with what it said.
    static func run(_ arguments: [String]) -> Never {
        do {
            guard let name = arguments.first else { throw TortureError("no check") }
            var request = SuiteRequest()
            request.workerCount = 1
            request.flaw = arguments.dropFirst().first
            Report.isQuiet.store(true, ordering: .relaxed)
            let failure = try failure(DefenceCheck(name), &request)
            Report.isQuiet.store(false, ordering: .relaxed)
            if let failure { Report.line("error: \(failure)") }
            exit(failure == nil ? 0 : 1)
        } catch {
            FileHandle.standardOutput.write(Data("\(error)\n".utf8))
            exit(2)
        }
    }

    private static func failure(_ check: DefenceCheck, _ request: inout SuiteRequest) throws -> String? {
        Flaws.everywhere = request.flaws
        switch check {
        case .crash(let script): return CrashSuite.failure(of: script, request)
        case .suite(let name, let script):
            request.script = script
            request.seconds = endlessSeconds
            if name == SweepSuite.name {
                request.seconds = nil
                return try SweepSuite.run(request, sampleCount: sweepCases).failures.first
            }
            guard let suite = QuireTorture.suites.first(where: { $0.name == name }) else { return nil }
            return try suite.run(request).failures.first
        case .tests: throw TortureError("tests have a process of their own")
        }
    }
}
