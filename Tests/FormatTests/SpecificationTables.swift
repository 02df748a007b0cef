// Reads the offset tables of Spec/FileFormat.md.

import XCTest

/// One row of a table "offset | size | meaning" whose meaning begins with a name in bold.
struct SpecificationField: Equatable {
    let name: String
    let offset: Int
    let size: Int
}

enum SpecificationTables {
    static let path = "Spec/FileFormat.md"

    /// The rows with a name and plain numbers, by the heading that they stand under.
    static func read() throws -> [String: [SpecificationField]] {
        var tables: [String: [SpecificationField]] = [:]
        var heading = ""
        for line in try Repository.lines(path) {
            if line.hasPrefix("#") {
                heading = line.drop { $0 == "#" || $0 == " " }.description
            } else if let field = field(line) {
                tables[heading, default: []].append(field)
            }
        }
        return tables
    }

    private static func field(_ line: Substring) -> SpecificationField? {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard cells.count >= 5, let offset = Int(cells[1]), let size = Int(cells[2]), cells[3].hasPrefix("**") else {
            return nil
        }
        let name = cells[3].dropFirst(2).prefix { $0 != "*" }
        return SpecificationField(name: String(name), offset: offset, size: size)
    }
}
