// The command line tool: finds the command and turns its outcome into an exit code.

import Foundation
import QuireStorage

let arguments = Array(CommandLine.arguments.dropFirst())
let commands: [any Command.Type] = [StatCommand.self, CheckCommand.self]

switch arguments.first {
case "--help", "-h", "help":
    print(Usage.text(commands))
    exit(ExitCode.success.rawValue)
case let name?:
    guard let command = commands.first(where: { $0.name == name }), arguments.count == 2 else { fallthrough }
    exit(Terminal.run(command, path: arguments[1]).rawValue)
default:
    Terminal.printError(Usage.text(commands))
    exit(ExitCode.usage.rawValue)
}
