// The process that a workload starts for work that needs one of its own.

import Foundation
import Workloads

/// `--child ENGINE VARIANT WORDS…`: prints numbers.
enum Child {
    /// Does what the words say; the status to exit with.
    static func run(_ words: [String]) -> Int32 {
        do {
            try ChildOrder.begin()
            let workspace = try Workspace()
            defer { workspace.remove() }
            guard words.count >= 3, let kind = EngineKind(rawValue: words[0]),
                let engine = kind.make(StandardData(scale: 0.00001), workspace).first(where: {
                    $0.variant ?? "" == words[1]
                })
            else { throw WrongAnswer("A child cannot understand \"\(words.joined(separator: " "))\".") }
            let numbers = try engine.runAsChild(ChildOrder(Array(words.dropFirst(2))))
            print(numbers.map { "\($0)" }.joined(separator: " "))
            return 0
        } catch {
            print("\(error)")
            return 1
        }
    }
}
