// Work that needs a process of its own: opening a file as a fresh process does, peak memory.

import Foundation

/// What a child of this program is to do.
package struct ChildOrder: Sendable {
    /// The verb and what goes with it.
    package let words: [String]
    /// How much memory the child may have, in bytes; nil for all.
    package let memoryLimit: Int?

    /// An order.
    package init(_ words: [String], memoryLimit: Int? = nil) {
        self.words = words
        self.memoryLimit = memoryLimit
    }

    /// The first argument of a process that is a child.
    package static let flag = "--child"

    /// In the child, before anything else: what its parent has prepared for it.
    package static func begin() throws {
        try MemoryGroup.join()
    }

    /// Starts this program anew with the order and reads the numbers that it prints.
    package func run(by engine: any Engine, expecting count: Int) throws -> [Double] {
        guard let executable = Bundle.main.executableURL else {
            throw WrongAnswer("The path of this program is not known, so that it cannot start a child.")
        }
        let process = Process()
        process.executableURL = executable
        process.arguments = [Self.flag, engine.name, engine.variant ?? ""] + words
        let group = try memoryLimit.map { try MemoryGroup(limit: $0) }
        defer { group?.remove() }
        if let group { process.environment = group.environment }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, numbers.count == count else {
            throw WrongAnswer(
                """
                \(engine.name): the child that was to "\(words.joined(separator: " "))" ended with status \
                \(process.terminationStatus) and answered "\(text)".
                """)
        }
        return numbers
    }
}
