// `quire check FILE`: is the file whole?

import QuireStorage

enum CheckCommand: Command {
    static let name = "check"
    static let summary = "proves that every page, count, key, link and inverse is as it should be"

    static func run(_ database: Database) throws(StorageError) -> (lines: [String], code: ExitCode) {
        let report = try FileCheck.run(database)
        guard report.problems.isEmpty else {
            let count = report.problems.count
            let summary = "\(database.path): \(count)\(count == 1000 ? " or more" : "") \(count == 1 ? "problem" : "problems")"
            return (report.problems.map(\.message) + [summary], .failure)
        }
        let ghosts = report.ghostCount == 0 ? "" : ", \(report.ghostCount) keys awaited"
        return (["\(database.path): whole; \(report.pageCount) pages in use, \(report.objectCount) objects\(ghosts)"], .success)
    }
}
