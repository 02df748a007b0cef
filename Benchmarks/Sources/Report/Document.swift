// The part of a document that the harness writes.

package import Foundation
import Workloads

/// A Markdown file with marks between which the harness puts what it has found.
package struct Document {
    private let file: URL

    /// A file that has the marks.
    package init(_ file: URL) {
        self.file = file
    }

    /// Markdown that shows a drawing of a folder below that of the document.
    package func image(_ name: String, in folder: URL) -> String {
        let base = file.deletingLastPathComponent().standardizedFileURL.path + "/"
        let path = folder.appending(path: name + ".svg").standardizedFileURL.path
        return "![\(name)](\(path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path))"
    }

    /// Replaces what stands between `<!-- name: begin -->` and `<!-- name: end -->`.
    package func replace(_ name: String, with lines: [String]) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let (begin, end) = ("<!-- \(name): begin -->\n", "<!-- \(name): end -->")
        guard let first = text.range(of: begin),
            let last = text.range(of: end, range: first.upperBound..<text.endIndex)
        else { throw WrongAnswer("\(file.path) has no marks \"\(begin.dropLast())\" and \"\(end)\".") }
        let inside = lines.joined(separator: "\n") + "\n"
        let replaced = text[..<first.upperBound] + inside + text[last.lowerBound...]
        try Data(replaced.utf8).write(to: file, options: .atomic)
    }
}
