// `quire stat FILE`: what the file is made of.

import QuireStorage

enum StatCommand: ReadingCommand {
    static let name = "stat"
    static let summary = "shows pages, and for each class its objects and trees"

    static func run(_ database: Database) throws(StorageError) -> Outcome {
        let statistics = try FileStatistics.read(database)
        var lines = [
            database.path,
            "page size: \(statistics.pageSize) bytes",
            "file: \(statistics.fileByteCount) bytes",
            "transaction: \(statistics.transaction.rawValue)",
            "pages: \(statistics.usedPageCount) in use, \(statistics.freePageCount) free",
        ]
        for description in statistics.classes {
            lines += ["", heading(description, statistics.pageSize)] + table(description)
        }
        return Outcome(lines: lines)
    }

    private static func heading(_ description: FileStatistics.Class, _ pageSize: Int) -> String {
        let count = description.objectCount
        var text = "class \(description.name)\(description.isEmbedded ? " (embedded)" : ""): "
        text += "\(count) \(count == 1 ? "object" : "objects"), \(description.ghostCount) ghosts"
        if count > 0 {
            text += ", \(oneDecimal(Double(description.pageCount * pageSize) / Double(count))) bytes per object"
        }
        return text
    }

    private static func table(_ description: FileStatistics.Class) -> [String] {
        var rows = [["tree", "entries", "height", "leaves", "inner", "pages", "fill"]]
        for tree in description.trees {
            let numbers = [tree.entryCount, tree.height, tree.leafCount, tree.innerCount, tree.pageCount]
            let fill = tree.fill.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
            rows.append([tree.name] + numbers.map(String.init) + [fill])
        }
        var lines: [String] = []
        if rows.count > 1 {
            let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
            for row in rows {
                let cells = row.indices.map { column in
                    let space = String(repeating: " ", count: widths[column] - row[column].count)
                    return column == 0 ? row[column] + space : space + row[column]
                }
                lines.append("  " + cells.joined(separator: "  "))
            }
        }
        if description.longValueCount > 0 {
            lines.append("  long values: \(description.longValueCount) in \(description.longValuePageCount) pages")
        }
        return lines
    }

    private static func oneDecimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
