// The command line tool: finds the command and turns its outcome into an exit code.

import Foundation
import QuireStorage

let arguments = Array(CommandLine.arguments.dropFirst())
let commands: [any Command.Type] = [
    StatCommand.self, CheckCommand.self, CompactCommand.self, SalvageCommand.self,
]

switch arguments.first {
case "--help", "-h", "help":
    print(Usage.text(commands))
    exit(ExitCode.success.rawValue)
case let name?:
    let rest = Array(arguments.dropFirst())
    guard let command = commands.first(where: { $0.name == name }), command.arguments.count == rest.count else {
        fallthrough
    }
    exit(Terminal.run(command, rest).rawValue)
default:
    Terminal.printError(Usage.text(commands))
    exit(ExitCode.usage.rawValue)
}
