// The suite `sweep`: every byte, every length and every sector of a small file wrong, one after the other, in processes
// that may die of it.

import Foundation
import QuireStorage
import QuireTestSupport
import Synchronization

enum SweepSuite: Suite {
    static let name = "sweep"
    static let summary = "every byte, length and sector of a small file wrong: no trap, no hang, no wrong answer"

    static let workerArgument = "sweep-worker"
    private static let batchCount = 2_000
    /// One case takes milliseconds; a batch that takes this long has one that hangs.
    private static let secondsPerBatch = 120.0

    static func run(_ request: SuiteRequest) throws -> SuiteResult { try run(request, sampleCount: nil) }

    /// All cases, or so many of them, evenly spread and drawn by the seed.
    static func run(_ request: SuiteRequest, sampleCount: Int?) throws -> SuiteResult {
        let store = try SweepStore(seed: request.seed, flaws: request.flaws)
        if let reproducer = request.reproducer {
            guard let number = Int(reproducer), (0..<store.plan.count).contains(number) else {
                throw TortureError("\(reproducer) is no case")
            }
            Report.line("  \(store.plan[number])")
            try store.run(store.plan[number])
            return SuiteResult(states: 1)
        }
        let step = sampleCount.map { max(store.plan.count / $0, 1) } ?? 1
        let total = store.plan.count / step
        let results = Mutex(SuiteResult())
        Workers.run(request.workerCount, jobs: (total + batchCount - 1) / batchCount) { batch in
            guard request.seconds == nil || request.hasTime else { return }
            let first = batch * batchCount
            let run = SweepBatch(
                seed: request.seed, flaw: request.flaw, step: step, cases: first..<min(first + batchCount, total))
            let failures = run.failures(secondsPerBatch)
            results.withLock { result in
                result.states += run.cases.count
                result.failures += failures
            }
        }
        var result = results.withLock { $0 }
        result.note("\(result.states) of \(store.plan.count) cases of a file of \(store.plan.bytes.count) bytes")
        return result
    }

    /// The number of the case that stands at a place of the sample.
    static func number(_ place: Int, step: Int, seed: UInt64) -> Int {
        guard step > 1 else { return place }
        var generator = SeededGenerator(seed: seed &+ UInt64(place) &* 7919)
        return place * step + generator.below(step)
    }

    /// The process that may die: `seed`, `step`, `first`, `end`, and the flaw if there is one.
    static func work(_ arguments: [String]) -> Never {
        let numbers = arguments.prefix(4).compactMap { Int($0) }
        let flaw = arguments.count > 4 ? Flaws.named(arguments[4]) : nil
        guard numbers.count == 4, numbers[1] > 0, numbers[2] <= numbers[3] else { exit(2) }
        do {
            let seed = UInt64(numbers[0])
            let store = try SweepStore(seed: seed, flaws: flaw ?? [])
            for place in numbers[2]..<numbers[3] {
                let number = number(place, step: numbers[1], seed: seed)
                do { try store.run(store.plan[number]) } catch {
                    Report.line(
                        "\(number) \(store.plan[number]): \(error)".split(separator: "\n").joined(separator: " "))
                }
            }
            Report.line("done")
            exit(0)
        } catch {
            Report.line("error \(error)")
            exit(1)
        }
    }
}

/// Neighbouring places of the sample, for one process.
struct SweepBatch {
    let seed: UInt64
    let flaw: String?
    let step: Int
    let cases: Range<Int>

    /// What the cases showed. If their process dies or hangs, halves of them tell which one it was.
    func failures(_ seconds: Double) -> [String] {
        let (lines, outcome) = carryOut(seconds)
        guard let outcome else { return lines.map(reproduced) }
        guard cases.count > 1 else {
            let number = SweepSuite.number(cases.lowerBound, step: step, seed: seed)
            return [reproduced("\(number) \(outcome)")]
        }
        let middle = cases.lowerBound + cases.count / 2
        return [cases.lowerBound..<middle, middle..<cases.upperBound].flatMap { half in
            // Making the file takes a moment, however few cases follow.
            SweepBatch(seed: seed, flaw: flaw, step: step, cases: half).failures(max(seconds / 2, 5))
        }
    }

    private func reproduced(_ line: String) -> String {
        let number = line.prefix { $0 != " " }
        return "case \(line)\n    quire-torture sweep --seed \(seed) --state \(number)"
            + (flaw.map { " --flaw \($0)" } ?? "")
    }

    /// The lines that the process wrote, and how it ended if not as it should.
    private func carryOut(_ seconds: Double) -> (lines: [String], outcome: String?) {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        let numbers = [Int(seed), step, cases.lowerBound, cases.upperBound].map { "\($0)" }
        child.arguments = [SweepSuite.workerArgument] + numbers + (flaw.map { [$0] } ?? [])
        let pipe = Pipe()
        child.standardOutput = pipe
        child.standardError = FileHandle.nullDevice
        do { try child.run() } catch { return ([], "the worker does not start: \(error)") }
        let isOver = Atomic(false)
        let identifier = child.processIdentifier
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
            if !isOver.load(ordering: .acquiring) { _ = Foundation.kill(identifier, SIGKILL) }
        }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        isOver.store(true, ordering: .releasing)
        var lines = output.split(separator: "\n").map(String.init)
        if lines.last == "done" {
            lines.removeLast()
            return (lines, nil)
        }
        let isKilled = child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGKILL
        return (lines, isKilled ? "hangs" : "stops the program (\(child.terminationStatus)) \(lines.last ?? "")")
    }
}
