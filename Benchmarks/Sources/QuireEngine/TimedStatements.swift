// The statements that the clock sees, read from the source that was built.

package import Foundation
import Workloads

/// Statements between `// timed: W3` and `// end` in the files of this folder. The text is not kept a second time, so that
/// it cannot differ from what is timed.
package enum TimedStatements {
    /// One marked place.
    package struct Place {
        /// "W3".
        package let workload: String
        /// The file.
        package let file: URL
        /// Who holds the clock, where that is not the line before.
        package let clock: String?
        /// The line before the mark.
        package let opening: String
        /// The line after the end.
        package let closing: String
        /// The statement, without the indentation of its first line.
        package let lines: [String]
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// All marked places, by file and line.
    package static func all() throws -> [Place] {
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
            throw WrongAnswer("The sources that name what is timed are not in \(folder.path).")
        }
        let sources = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        return try sources.sorted { $0.lastPathComponent < $1.lastPathComponent }.flatMap { try places(in: $0) }
    }

    /// What is timed of a workload; several statements stand one behind the other.
    package static func text(of workload: String) throws -> String {
        let lines = try all().filter { $0.workload == workload }.flatMap(\.lines)
        if lines.isEmpty { throw WrongAnswer("No source says what \(workload) times.") }
        return lines.joined(separator: "\n")
    }

    private static func places(in file: URL) throws -> [Place] {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        var places: [Place] = []
        for (number, line) in lines.enumerated() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 3, words[0] == "//", words[1] == "timed:" else { continue }
            let rest = lines[(number + 1)...]
            guard let end = rest.firstIndex(where: { $0.drop { $0 == " " } == "// end" }) else {
                throw WrongAnswer("\(file.lastPathComponent): what is timed from line \(number + 1) on has no end.")
            }
            let indentation = line.prefix { $0 == " " }.count
            places.append(
                Place(
                    workload: words[2], file: file, clock: words.count == 5 ? words[4] : nil,
                    opening: number > 0 ? String(lines[number - 1]) : "",
                    closing: end + 1 < lines.count ? String(lines[end + 1]) : "",
                    lines: lines[(number + 1)..<end].map { String($0.dropFirst(indentation)) }))
        }
        return places
    }
}
