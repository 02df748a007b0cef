// The failure table of Spec/Durability.md, as the tests and the suite `defences` read it.

package import Foundation

/// One failure: which checks prove that it is survived, and what can be left out to see that they notice.
package struct FailureRow: Sendable {
    package let failure: String
    /// `suite`, `suite/script` or `Class.test`.
    package let checks: [String]
    package let flaws: [String]
    /// What stands in place of a flaw.
    package let reason: String
}

package enum FailureTable {
    package static let path = "Spec/Durability.md"
    private static let heading = "| failure |"

    /// The rows of the table in the file's text.
    package static func rows(_ text: String) -> [FailureRow] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix(heading) }) else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3 else { return nil }
            let last = cells.count > 3 ? cells[3] : ""
            let flaws = last.hasPrefix("none: ") ? [] : names(last)
            return FailureRow(
                failure: cells[0], checks: names(cells[2]), flaws: flaws, reason: flaws.isEmpty ? last : "")
        }
    }

    /// Below the root of the repository that this file was built from.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What stands in backticks.
    private static func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { index, part in
            index % 2 == 1 ? String(part) : nil
        }
    }
}
