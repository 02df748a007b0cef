// `quire salvage FILE NEWFILE`: what can still be read of a damaged file.

import QuireStorage

enum SalvageCommand: Command {
    static let name = "salvage"
    static let arguments = ["FILE", "NEWFILE"]
    static let summary = "reads every whole object of a damaged file into a new one, and says what was lost"

    static func run(_ arguments: [String]) throws(StorageError) -> Outcome {
        let report = try Database.salvage(arguments[0], to: arguments[1])
        var lines = ["\(arguments[1]): salvaged from \(arguments[0])"]
        lines += state(report)
        lines += report.classes.flatMap(lines(of:))
        if report.lostClassCount != 0 {
            lines.append("classes lost with their descriptions: \(known(report.lostClassCount))")
        }
        lines.append(report.isWhole ? "nothing was lost" : "something was lost")
        return Outcome(lines: lines, code: report.isWhole ? .success : .failure)
    }

    private static func known(_ number: Int?) -> String { number.map(String.init) ?? "an unknown number" }

    private static func state(_ report: SalvageReport) -> [String] {
        var lines = report.headProblems
        if let transaction = report.transaction {
            lines.append("state: transaction \(transaction.rawValue)")
        } else {
            lines.append("state: the newest version of each object that was found; some may have been deleted before")
        }
        if let lost = report.lostTransaction {
            lines.append("the newest state, transaction \(lost.rawValue), cannot be read")
        }
        if let count = report.damagedPageCount, count > 0, let first = report.firstDamagedPage {
            lines.append("damaged pages: \(count), the first is page \(first.rawValue)")
        }
        return lines
    }

    private static func lines(of description: SalvageReport.Class) -> [String] {
        let saved = description.savedCount
        var text = "class \(description.name): \(saved) \(saved == 1 ? "object" : "objects") saved, "
        text += "\(known(description.lostCount)) lost"
        var lines = [text]
        if description.duplicateCount > 0 {
            lines.append("  lost because another object has the key: \(description.duplicateCount)")
        }
        if description.cutListCount > 0 { lines.append("  lists cut: \(description.cutListCount)") }
        if description.lostLinkCount > 0 {
            lines.append("  links and list elements that led to lost objects: \(description.lostLinkCount)")
        }
        for property in description.lostProperties {
            lines.append("  property \(property): lost with the class that it leads to")
        }
        if description.mayBeOlder { lines.append("  some objects may be older than the state") }
        return lines
    }
}
