// The suite `kill`: a process is killed at any instant, and what it said was stored is there.

import Foundation
import QuireStorage
import QuireTestSupport

enum KillSuite: Suite {
    static let name = "kill"
    static let summary = "kill -9 while a process opens, commits and grows a file: what it said was stored is there"

    /// Without `--seconds`.
    private static let usualSeconds = 20.0
    /// How often one file is killed before the next one begins.
    private static let killsPerFile = 25

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        var request = request
        if request.seconds == nil { request.seconds = usualSeconds }
        let directory = FileManager.default.temporaryDirectory.path + "/quire-torture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var generator = SeededGenerator(seed: request.seed)
        var result = SuiteResult()
        var counts: [KillTask: Int] = [:]
        var stored = 0
        while request.hasTime, result.failures.isEmpty {
            let path = directory + "/store-\(generator.next()).quire"
            var acknowledged: Int64 = 0
            for _ in 0..<killsPerFile where request.hasTime {
                let task = KillTask.allCases[generator.below(KillTask.allCases.count)]
                // Half of them early: while the process opens the file.
                let pause = generator.below(2) == 0 ? generator.below(40_000) : generator.below(250_000)
                let before = acknowledged
                do {
                    acknowledged = try kill(path, task, after: pause, acknowledged)
                } catch {
                    let what = "\(error)\n    after \(task), killed after \(pause) us"
                    result.failures.append("\(what)\n    quire-torture kill --seed \(request.seed)")
                    break
                }
                result.kills += 1
                result.states += 1
                counts[task, default: 0] += 1
                stored += Int(acknowledged - before)
            }
            try? FileManager.default.removeItem(atPath: path)
        }
        let text = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) in \($0.key)" }
        result.note("killed \(text.joined(separator: ", ")); \(stored) transactions were acknowledged")
        return result
    }

    /// Lets a child work for a while, kills it, and checks the file; gives the number that it holds.
    private static func kill(
        _ path: String, _ task: KillTask, after pause: Int, _ known: Int64
    ) throws -> Int64 {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        child.arguments = [KillChild.argument, path, task.rawValue, "\(Flaws.everywhere.rawValue)"]
        let pipe = Pipe()
        child.standardOutput = pipe
        try child.run()
        usleep(UInt32(pause))
        // SIGKILL: `terminate` would ask.
        _ = Foundation.kill(child.processIdentifier, SIGKILL)
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        child.waitUntilExit()
        guard child.terminationReason == .uncaughtSignal else {
            throw TortureError("the child ended by itself: \(String(decoding: output, as: UTF8.self).suffix(300))")
        }
        let acknowledged = try lastNumber(output, known)
        guard FileManager.default.fileExists(atPath: path) else {
            guard acknowledged == 0 else { throw TortureError("the file is gone after \(acknowledged) transactions") }
            return 0
        }
        let database = try KillChild.open(path)
        let report = try FileCheck.run(database)
        if let problem = report.problems.first { throw problem }
        let found = try KillChild.read(database) ?? 0
        guard found >= acknowledged, found <= acknowledged + 1 else {
            throw TortureError("\(acknowledged) transactions were acknowledged, the file holds \(found)")
        }
        return found
    }

    /// The last number that the child acknowledged; a line that was cut off says nothing.
    private static func lastNumber(_ output: Data, _ known: Int64) throws -> Int64 {
        var last = known
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int64(words[1]) else { throw TortureError("the child says: \(line)") }
            guard words[0] != "open" || number == known else {
                throw TortureError("the child opened \(number) instead of \(known)")
            }
            last = number
        }
        return last
    }
}
