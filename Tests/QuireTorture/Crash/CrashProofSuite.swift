// The suite `crash-proof`: would the suite `crash` notice?

import Foundation
import QuireStorage

enum CrashProofSuite: Suite {
    static let name = "crash-proof"
    static let summary = "switches off one defence after the other: the crash states must show that each is missed"

    /// Scripts that make the mistake matter, to try first; all others follow.
    private static let likely: [String: [CrashScript]] = [
        "sync-retried": [.failedSync], "adopted-from-memory": [.recommit], "newer-slot-skipped": [.newerVersion],
        "tag-not-compared": [.wideLeaf],
        "pin-ignored": [.withAReader], "anchor-reused": [.relaxed], "length-not-synced": [.grow],
        "dead-slot-kept": [.repetition, .recommit],
    ]

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        if request.workerCount > 1, request.flaw == nil {
            let script = request.script.map { ["--script", $0] } ?? []
            let commands = Flaws.all.map { [name, "--seed", "\(request.seed)", "--flaw", $0.name] + script }
            return Children.run(request.workerCount, commands)
        }
        var result = SuiteResult()
        for (name, flaw) in Flaws.all where request.flaw.map({ $0 == name }) ?? true {
            let start = Date()
            var states = 0
            var catcher: String?
            let first = likely[name] ?? []
            let scripts = first + CrashScript.all.filter { script in !first.contains { $0.name == script.name } }
            for script in scripts where request.script.map({ $0 == script.name }) ?? true {
                let found = catches(flaw, script, request)
                states += found.states
                if let what = found.what {
                    catcher = "\(script.name): \(what)"
                    break
                }
            }
            let seconds = String(format: "%.1f s", Date().timeIntervalSince(start))
            result.states += states
            if let catcher {
                result.note("\(name): caught after \(states) states, \(seconds), by \(catcher)")
            } else {
                result.failures.append("\(name) was not noticed in \(states) states, \(seconds)")
            }
        }
        return result
    }

    /// What a script says of a flaw, if it says anything.
    private static func catches(
        _ flaw: Flaws, _ script: CrashScript, _ request: SuiteRequest
    ) -> (states: Int, what: String?) {
        let log: CrashLog
        do { log = try script.record(seed: request.seed, flaws: flaw) } catch {
            // Without a crash already: a reader saw a page change, or an opening failed.
            return (0, "\(error)")
        }
        var states = 0
        for isLying in [false, true] {
            let ledger = CrashLedger(stopsAtFirst: true)
            CrashSuite.walk(log, script, ledger, isLying: isLying, seed: request.seed, request.workerCount)
            states += ledger.stateCount
            if let failure = ledger.failures.first { return (states, failure.what) }
        }
        return (states, nil)
    }
}
