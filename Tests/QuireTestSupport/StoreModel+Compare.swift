// Does a session show what the model holds?

package import QuireStorage

extension StoreModel {
    /// Every difference between the session and the model, the first few of them.
    package func differences(_ session: Session) throws(StorageError) -> [String] {
        var found: [String] = []
        for name in classes {
            guard let table = session.table(name.rawValue) else {
                found.append("no table \(name.rawValue)")
                continue
            }
            try compareRows(name, table, &found)
            try compareInverses(name, session, &found)
            try compareIndexes(name, table, &found)
            let ghosts = try table.ghosts().map(\.row.rawValue).sorted()
            if ghosts != (self.ghosts[name] ?? [:]).keys.sorted() { found.append("ghosts of \(name): \(ghosts)") }
            if found.count > 10 { break }
        }
        return found
    }

    private func compareRows(_ name: Class, _ table: Table, _ found: inout [String]) throws(StorageError) {
        let expected = (entries[name] ?? [:]).keys.sorted()
        var rows: [UInt64] = []
        var row = try table.next(after: nil)
        while let current = row {
            rows.append(current.rawValue)
            row = try table.next(after: current)
        }
        guard rows == expected, try table.count == expected.count else {
            found.append("\(name): rows \(rows.count), expected \(expected.count)")
            return
        }
        for (rank, row) in rows.enumerated() where rank % 5 == 0 {
            if try table.row(at: rank)?.rawValue != row { found.append("\(name): row at \(rank)") }
            if try table.rank(of: RowID(row)) != rank { found.append("\(name): rank of \(row)") }
        }
        for row in rows {
            guard let entry = entries[name]?[row] else { continue }
            if let key = entry.key, try table.find(key: key)?.rawValue != row { found.append("\(name): key of \(row)") }
            try compare(entry, name, row, table, &found)
        }
    }

    private func compare(
        _ entry: Entry, _ name: Class, _ row: UInt64, _ table: Table, _ found: inout [String]
    ) throws(StorageError) {
        for (column, value) in entry.values {
            var expected = value
            if let target = Self.target(name, column), isGhost(target, value) { expected = .none }
            let actual = try table.value(RowID(row), column)
            if actual != expected { found.append("\(name).\(column) of \(row): \(actual), expected \(expected)") }
        }
        for (column, list) in entry.lists {
            let expected = visible(name, row, column).map { list[$0] }
            let actual = try table.listValues(RowID(row), column)
            if actual != expected {
                found.append("\(name).\(column) of \(row): \(actual.count) elements, expected \(expected.count)")
            }
            if try table.listCount(RowID(row), column) != expected.count {
                found.append("count of \(name).\(column) of \(row)")
            }
            if let last = expected.indices.last, try table.listValue(RowID(row), column, at: last) != expected[last] {
                found.append("last element of \(name).\(column) of \(row)")
            }
        }
    }

    private func compareInverses(_ name: Class, _ session: Session, _ found: inout [String]) throws(StorageError) {
        let rows = Array((entries[name] ?? [:]).keys) + Array((ghosts[name] ?? [:]).keys)
        for row in rows {
            var actual: [String] = []
            for origin in classes {
                guard let table = session.table(origin.rawValue) else { continue }
                for (column, description) in Self.definition(origin).columns.enumerated()
                where description.target == name.rawValue {
                    let origins = try table.backlinks(column, to: RowID(row))
                    if try table.backlinkCount(column, to: RowID(row)) != origins.count {
                        found.append("count of links to \(name) \(row)")
                    }
                    if let last = origins.indices.last,
                        try table.backlink(column, to: RowID(row), at: last) != origins[last]
                    {
                        found.append("last link to \(name) \(row)")
                    }
                    actual += origins.map { "\(origin.rawValue).\(column) \($0.rawValue)" }
                }
            }
            if actual.sorted() != origins(of: name, row) { found.append("inverse of \(name) \(row)") }
        }
    }

    private func compareIndexes(_ name: Class, _ table: Table, _ found: inout [String]) throws(StorageError) {
        for (column, description) in Self.definition(name).columns.enumerated() where description.isIndexed {
            var byValue: [String: (value: Value, rows: [UInt64])] = [:]
            for (row, entry) in entries[name] ?? [:] {
                let value = entry.values[column] ?? .none
                byValue["\(value)", default: (value, [])].rows.append(row)
            }
            for (value, rows) in byValue.values {
                let actual = try table.rows(column, equalTo: value).map(\.rawValue)
                if actual != rows.sorted() { found.append("index \(name).\(column) at \(value)") }
            }
        }
    }
}
