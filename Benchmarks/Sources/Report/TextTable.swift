// Columns of text for a terminal, and the same cells as Markdown.

/// Rows of cells under a header.
package struct TextTable {
    private let header: [String]
    private var rows: [[String]] = []

    /// An empty table.
    package init(_ header: [String]) {
        self.header = header
    }

    /// One more row, of as many cells as the header has.
    package mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    /// For a terminal: columns as wide as their widest cell.
    package var lines: [String] {
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return ([header] + rows).map { cells in
            zip(cells, widths)
                .map { $0 + String(repeating: " ", count: $1 - $0.count) }
                .joined(separator: "  ")
                .trimmingEnd()
        }
    }

    /// For a document.
    package var markdown: [String] {
        let rule = header.map { _ in "---" }
        return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
