// What all commands share: a name, a file, an outcome.

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

/// One command on one file. Files are opened read-only.
protocol Command {
    static var name: String { get }
    /// What it does, for the usage text.
    static var summary: String { get }
    /// Gives the lines to print and the exit code.
    static func run(_ database: Database) throws(StorageError) -> (lines: [String], code: ExitCode)
}

enum Usage {
    static func text(_ commands: [any Command.Type]) -> String {
        var lines = ["usage: quire COMMAND FILE", ""]
        for command in commands {
            let name = command.name.padding(toLength: 8, withPad: " ", startingAt: 0)
            lines.append("  \(name)\(command.summary)")
        }
        lines += ["", "Files are opened read-only and never changed."]
        lines += ["Exit codes: 0 fine, 1 problems or an unreadable file, 2 wrong usage."]
        return lines.joined(separator: "\n")
    }
}

enum Terminal {
    static func run(_ command: any Command.Type, path: String) -> ExitCode {
        do throws(StorageError) {
            var options = Database.Options()
            options.isReadOnly = true
            let outcome = try command.run(try Database.open(.file(path: path), options))
            print(outcome.lines.joined(separator: "\n"))
            return outcome.code
        } catch {
            printError("quire: \(error.message)")
            return .failure
        }
    }

    static func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
