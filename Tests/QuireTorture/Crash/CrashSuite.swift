// The suite `crash`: power failures at every point of every script.

import Foundation
import QuireStorage
import QuireTestSupport

enum CrashSuite: Suite {
    static let name = "crash"
    static let summary = "lost, reordered and torn writes, failed and lying syncs, at every point of every script"

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        if let reproducer = request.reproducer { return try CrashReproducer(reproducer).run(request) }
        var result = SuiteResult()
        var seed = request.seed
        repeat {
            if request.workerCount > 1, request.script == nil {
                let flaw = request.flaw.map { ["--flaw", $0] } ?? []
                // The longest ones are last in the list; begun first, they keep no core waiting at the end.
                let commands = CrashScript.all.reversed().map { script in
                    [name, "--seed", "\(seed)", "--script", script.name] + flaw
                }
                result.add(Children.run(request.workerCount, commands))
                seed += 1
                continue
            }
            for script in CrashScript.all where request.script.map({ $0 == script.name }) ?? true {
                let start = Date()
                let part = try run(script, seed: seed, request)
                let rate = Double(part.states) / max(Date().timeIntervalSince(start), 0.001)
                result.add(part)
                result.note("\(script.name): \(part.states) states, \(Int(rate)) a second")
            }
            seed += 1
        } while request.hasTime
        return result
    }

    private static func run(_ script: CrashScript, seed: UInt64, _ request: SuiteRequest) throws -> SuiteResult {
        let log = try script.record(seed: seed, flaws: request.flaws)
        var result = SuiteResult()
        for isLying in [false, true] {
            let ledger = CrashLedger(stopsAtFirst: false)
            walk(log, script, ledger, isLying: isLying, seed: seed, request.workerCount)
            result.states += ledger.stateCount
            result.failures += ledger.failures.sorted { $0.path.count < $1.path.count }.map {
                "\($0.what)\n    \($0.command(seed: seed, request))"
            }
        }
        return result
    }

    /// The first thing that is wrong with a script, if anything is, in few states of each point. With a defence left out
    /// that nobody misses there, all states follow.
    static func failure(of script: CrashScript, _ request: SuiteRequest) -> String? {
        let log: CrashLog
        // Without a crash already a reader may see a page change, or an opening fail.
        do { log = try script.record(seed: request.seed, flaws: request.flaws) } catch { return "\(error)" }
        for isBrief in request.flaws.isEmpty ? [true] : [true, false] {
            for isLying in [false, true] {
                let ledger = CrashLedger(stopsAtFirst: true)
                let effort: CrashEffort? = isBrief ? .brief : nil
                walk(log, script, ledger, isLying: isLying, seed: request.seed, request.workerCount, effort)
                if let failure = ledger.failures.first { return failure.what }
            }
        }
        return nil
    }

    /// Walks all states of a run, on all cores.
    private static func walk(
        _ log: CrashLog, _ script: CrashScript, _ ledger: CrashLedger, isLying: Bool, seed: UInt64, _ workers: Int,
        _ effort: CrashEffort? = nil
    ) {
        let points = isLying ? [log.operations.count] : log.crashPoints
        // Crash points differ in size, so each is cut in slices.
        let slices = 8
        Workers.run(workers, jobs: points.count * slices) { job in
            let point = points[job / slices]
            let walker = CrashWalker(script: script.name, ledger: ledger, isLying: isLying, seed: seed)
            do {
                let image = try CrashImage(log: log)
                let effort = effort ?? (isLying ? script.lyingEffort : script.effort)
                try walker.walk(log, point: point, image, effort, slice: job % slices, of: slices)
            } catch {
                ledger.note(
                    CrashFailure(script: script.name, isLying: isLying, path: [], what: "the walk ended: \(error)"))
            }
        }
    }
}
