// What all commands share: a name, what they are given, an outcome.

import Foundation
import QuireStorage

/// How the tool ends.
enum ExitCode: Int32 {
    /// The command did what it was asked and found nothing wrong.
    case success = 0
    /// The file has problems, or could not be read.
    case failure = 1
    /// The arguments make no sense.
    case usage = 2
}

/// The lines to print, and how the tool ends.
struct Outcome {
    var lines: [String]
    var code = ExitCode.success
}

/// One command.
protocol Command {
    static var name: String { get }
    /// The arguments, for the usage text.
    static var arguments: [String] { get }
    /// What it does, for the usage text.
    static var summary: String { get }
    /// Given as many arguments as `arguments` has.
    static func run(_ arguments: [String]) throws(StorageError) -> Outcome
}

/// A command that opens one file read-only and changes nothing.
protocol ReadingCommand: Command {
    static func run(_ database: Database) throws(StorageError) -> Outcome
}

extension ReadingCommand {
    static var arguments: [String] { ["FILE"] }

    static func run(_ arguments: [String]) throws(StorageError) -> Outcome {
        var options = Database.Options()
        options.isReadOnly = true
        return try run(try Database.open(.file(path: arguments[0]), options))
    }
}

enum Usage {
    static func text(_ commands: [any Command.Type]) -> String {
        var lines = ["usage: quire COMMAND FILE [NEWFILE]", ""]
        let calls = commands.map { ([$0.name] + $0.arguments).joined(separator: " ") }
        let width = calls.map(\.count).max() ?? 0
        for (command, call) in zip(commands, calls) {
            lines.append("  \(call.padding(toLength: width + 2, withPad: " ", startingAt: 0))\(command.summary)")
        }
        lines += ["", "Only compact changes FILE; the others open it read-only. A NEWFILE must not exist."]
        lines += ["Exit codes: 0 fine, 1 problems, losses or an unreadable file, 2 wrong usage."]
        return lines.joined(separator: "\n")
    }
}

enum Terminal {
    static func run(_ command: any Command.Type, _ arguments: [String]) -> ExitCode {
        do throws(StorageError) {
            let outcome = try command.run(arguments)
            print(outcome.lines.joined(separator: "\n"))
            return outcome.code
        } catch {
            printError("quire: \(error.message)")
            return .failure
        }
    }

    static func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
