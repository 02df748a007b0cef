// `quire check FILE`: is the file whole?

import QuireStorage

enum CheckCommand: ReadingCommand {
    static let name = "check"
    static let summary = "proves that every page, count, key, link and inverse is as it should be"

    static func run(_ database: Database) throws(StorageError) -> Outcome {
        let report = try FileCheck.run(database)
        guard report.problems.isEmpty else {
            let count = report.problems.count
            let number = count >= FileCheck.problemLimit ? "\(count) or more" : "\(count)"
            let summary = "\(database.path): \(number) \(count == 1 ? "problem" : "problems")"
            return Outcome(lines: report.problems.map(\.message) + [summary], code: .failure)
        }
        var summary = "\(database.path): whole; \(report.pageCount) pages in use, \(report.objectCount) objects"
        if report.ghostCount > 0 { summary += ", \(report.ghostCount) keys awaited" }
        return Outcome(lines: [summary])
    }
}
