// Parts of a suite in processes of their own, one for each core.
//
// Every state that is opened maps memory and gives it back, which makes threads of one process wait for each other: two of
// them try fewer states than one. Processes do not, and one that dies of what it finds takes nothing else along.

import Foundation
import QuireStorage

enum Children {
    /// Runs `quire-torture` with each of these arguments, and prints what each has to say when it is done.
    static func run(_ workerCount: Int, _ commands: [[String]]) -> SuiteResult {
        let results = Lock([SuiteResult](repeating: SuiteResult(), count: commands.count))
        Workers.run(workerCount, jobs: commands.count) { index in
            var result = SuiteResult()
            do { result = try run(commands[index]) } catch {
                result.failures.append("quire-torture \(commands[index].joined(separator: " ")): \(error)")
            }
            for note in result.notes { Report.line("  \(note)") }
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.reduce(into: SuiteResult()) { $0.add($1) } }
    }

    private static func run(_ arguments: [String]) throws -> SuiteResult {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        child.arguments = arguments + ["--workers", "1", "--answer", "json"]
        let pipe = Pipe()
        child.standardOutput = pipe
        try child.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        child.waitUntilExit()
        guard child.terminationReason == .exit, let result = try? JSONDecoder().decode(SuiteResult.self, from: output)
        else {
            let text = String(decoding: output.suffix(300), as: UTF8.self)
            throw TortureError("it ended with status \(child.terminationStatus) and said: \(text)")
        }
        return result
    }
}
