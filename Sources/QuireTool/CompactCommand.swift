// `quire compact FILE`: the same file without its free space.

import QuireStorage

enum CompactCommand: Command {
    static let name = "compact"
    static let arguments = ["FILE"]
    static let summary = "writes the file anew in its place, without free space"

    static func run(_ arguments: [String]) throws(StorageError) -> Outcome {
        let (before, after) = try Database.compact(.file(path: arguments[0]), Database.Options())
        return Outcome(lines: ["\(arguments[0]): \(before) bytes before, \(after) bytes now"])
    }
}
