// compare [--scale 0.1] [--only W3,W4]: the standard workloads on all engines.

import Foundation
import Workloads

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == ChildOrder.flag {
    exit(Child.run(Array(arguments.dropFirst())))
}
guard let options = Options(arguments) else {
    print(Options.usage)
    print("workloads: \((standardWorkloads).map { $0.name }.joined(separator: ", "))")
    exit(2)
}
#if DEBUG
    print("This is a debug build, whose figures say nothing: swift run -c release --package-path Benchmarks compare")
    exit(2)
#endif

do {
    var run = try Run(options)
    defer { run.workspace.remove() }
    try run.perform()
} catch {
    print("compare: \(error)")
    exit(1)
}
