// The command `quire-torture SUITE [--seed N] [--seconds S]`.

import Foundation
import QuireStorage

@main
enum QuireTorture {
    static var suites: [any Suite.Type] {
        var suites: [any Suite.Type] = [CrashSuite.self]
        #if os(Linux)
            suites.append(FaultSuite.self)
        #endif
        return suites + [
            KillSuite.self, ProcessSuite.self, DiskSuite.self, SoakSuite.self, SweepSuite.self, DefenceSuite.self,
            SliceSuite.self,
        ]
    }

    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == ProcessSuite.childCommand { ProcessSuite.runChild(arguments.dropFirst()) }
        if arguments.first == DefenceChild.argument { DefenceChild.run(Array(arguments.dropFirst())) }
        if arguments.first == KillChild.argument { KillChild.run(Array(arguments.dropFirst())) }
        if arguments.first == SweepSuite.workerArgument { SweepSuite.work(Array(arguments.dropFirst())) }
        guard !arguments.isEmpty, let suite = suites.first(where: { $0.name == arguments[0] }) else { return usage() }
        arguments.removeFirst()
        do {
            let request = try request(arguments)
            Report.isQuiet.store(request.isForProgram, ordering: .relaxed)
            Report.line("quire-torture \(suite.name) --seed \(request.seed)")
            let result = try suite.run(request)
            if request.isForProgram { try Report.answer(result) }
            Report.print([(suite.name, result, Date().timeIntervalSince(request.start))])
            exit(result.failures.isEmpty ? 0 : 1)
        } catch {
            Report.line("quire-torture \(suite.name): \(error)")
            exit(1)
        }
    }

    private static func request(_ arguments: [String]) throws -> SuiteRequest {
        var request = SuiteRequest()
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw TortureError("\(option) needs a value") }
            switch option {
            case "--seed":
                guard let seed = UInt64(value) else { throw TortureError("\(value) is no seed") }
                request.seed = seed
            case "--seconds":
                guard let seconds = Double(value) else { throw TortureError("\(value) is no time") }
                request.seconds = seconds
            case "--workers":
                guard let count = Int(value), count > 0 else { throw TortureError("\(value) is no number of workers") }
                request.workerCount = count
            case "--answer": request.isForProgram = value == "json"
            case "--state": request.reproducer = value
            case "--script": request.script = value
            case "--flaw":
                let isKnown = Flaws.all.contains { $0.name == value }
                guard isKnown else { throw TortureError("there is no flaw \(value)") }
                request.flaw = value
            default: throw TortureError("there is no option \(option)")
            }
        }
        return request
    }

    private static func usage() {
        Report.line("usage: quire-torture SUITE [--seed N] [--seconds S] [--workers N]")
        Report.line("                           [--script NAME] [--state STATE] [--flaw NAME]")
        Report.line("")
        for suite in suites {
            Report.line("  \(suite.name.padding(toLength: 14, withPad: " ", startingAt: 0))\(suite.summary)")
        }
        Report.line("")
        Report.line(
            "Exit status: 0 nothing found, 1 something found, with the command that shows it again, 2 wrong usage.")
        exit(2)
    }
}
