// One class: rows in order, keys, ghosts, indexes, links against inverses.

extension FileCheck {
    mutating func check(_ table: Table) {
        attempt { check throws(StorageError) in
            check.report.objectCount += try table.count
            check.report.ghostCount += try table.ghostCount
        }
        attempt { check throws(StorageError) in try check.checkRows(table) }
        attempt { check throws(StorageError) in try check.checkGhosts(table) }
        for column in table.stored.columns.indices {
            if table.stored.columns[column].backlinks.rawValue != 0 {
                attempt { check throws(StorageError) in try check.checkLinks(table, column) }
            }
            if table.indexes[column] != nil {
                attempt { check throws(StorageError) in try check.checkIndex(table, column) }
            }
        }
    }

    /// Rows ascend, are found, are counted; each has its key, and there are no other keys.
    private mutating func checkRows(_ table: Table) throws(StorageError) {
        var count = 0
        var row = try table.next(after: nil)
        while let current = row {
            count += 1
            if current.rawValue >= table.nextRow {
                note("Row \(current.rawValue) of class \(table.name) was never given out.")
            }
            if try table.main.find(current.rawValue) == nil {
                note("Row \(current.rawValue) of class \(table.name) is not found where it belongs.")
            }
            if let key = table.primaryKeyColumn {
                let value = try table.rawValue(current.rawValue, key)
                if try table.keys?.find(value) != current.rawValue {
                    note("The key \(value.text) of class \(table.name) does not lead to its row \(current.rawValue).")
                }
            }
            row = try table.next(after: current)
            if let next = row, next <= current {
                throw StorageError(.damaged, "The rows of class \(table.name) are out of order.")
            }
        }
        if count != table.main.count {
            note("Class \(table.name) counts \(table.main.count) objects but has \(count).")
        }
        guard table.primaryKeyColumn != nil else { return }
        let keys =
            Int(table.keys?.numbers?.root.count ?? 0) + Int(table.keys?.bytes?.count ?? 0)
            + Int(table.keys?.nils.root.count ?? 0)
        let expected = try count + table.ghostCount
        if keys != expected { note("Class \(table.name) has \(keys) keys for \(expected) objects and ghosts.") }
    }

    /// A ghost is no row, its key carries the mark, and as many links wait as it says, at least one.
    private mutating func checkGhosts(_ table: Table) throws(StorageError) {
        for ghost in try table.allGhosts() {
            let row = ghost.row.rawValue
            if try table.main.find(row) != nil {
                note("Row \(row) of class \(table.name) is object and ghost at once.")
            }
            if try table.keys?.find(ghost.key) != row | PrimaryKeyIndex.ghostBit {
                note("The key \(ghost.key.text) of class \(table.name) does not lead to its ghost.")
            }
            var links = 0
            for source in table.incoming { links += try source.table.backlinkCount(source.column, to: ghost.row) }
            if links != ghost.incoming || links < 1 {
                note(
                    "The ghost of key \(ghost.key.text) of class \(table.name) counts \(ghost.incoming) links; \(links) wait."
                )
            }
        }
    }

    /// Every link has its entry in the inverse and the other way round; every target exists; lists count their ghosts.
    private mutating func checkLinks(_ table: Table, _ column: Int) throws(StorageError) {
        let isList = table.stored.columns[column].definition.type == .list
        let property = "\(table.name).\(table.stored.columns[column].definition.name)"
        guard let target = table.targets[column]?.table else {
            return note("The class that \(property) leads to is missing.")
        }
        var links: [IntegerKey] = []
        var row = try table.next(after: nil)
        while let current = row {
            let values =
                isList ? try table.rawList(current.rawValue, column) : [try table.rawValue(current.rawValue, column)]
            var ghosts = 0
            for case .link(let link) in values {
                links.append(IntegerKey(link.rawValue, current.rawValue))
                let isGhost = try target.isGhost(link)
                if isGhost { ghosts += 1 }
                if !isGhost, try target.main.find(link.rawValue) == nil {
                    note("\(property) of row \(current.rawValue) leads to row \(link.rawValue), which does not exist.")
                }
            }
            if isList, try table.listCount(current, column) != values.count - ghosts {
                note("\(property) of row \(current.rawValue) counts its ghosts wrongly.")
            }
            row = try table.next(after: current)
        }
        links.sort()
        var position = 0
        var isEqual = true
        try table.backlinkTrees[column]?.forEach(from: IntegerKey(0)) { pair throws(StorageError) in
            guard position < links.count, links[position] == pair else {
                isEqual = false
                return false
            }
            position += 1
            return true
        }
        if !isEqual || position != links.count {
            note("The inverse of \(property) differs from its \(links.count) links.")
        }
    }

    /// An index holds exactly one entry for each row.
    private mutating func checkIndex(_ table: Table, _ column: Int) throws(StorageError) {
        let property = "\(table.name).\(table.stored.columns[column].definition.name)"
        var row = try table.next(after: nil)
        var numbers: [IntegerKey] = []
        var others = 0
        while let current = row {
            let value = try table.rawValue(current.rawValue, column)
            if let number = OrderedValue.number(value) {
                numbers.append(IntegerKey(number, current.rawValue))
            } else {
                others += 1
                if value != .none, try !table.hasIndexEntry(column, value, current) {
                    note("The index of \(property) lacks row \(current.rawValue).")
                }
            }
            row = try table.next(after: current)
        }
        guard let index = table.indexes[column] else { return }
        let entries = Int(index.bytes?.count ?? 0) + Int(index.nils.root.count)
        if entries != others { note("The index of \(property) has \(entries) entries for \(others) rows.") }
        numbers.sort()
        var position = 0
        var isEqual = true
        try table.indexes[column]?.numbers?.forEach(from: IntegerKey(0)) { pair throws(StorageError) in
            guard position < numbers.count, numbers[position] == pair else {
                isEqual = false
                return false
            }
            position += 1
            return true
        }
        if !isEqual || position != numbers.count { note("The index of \(property) differs from its rows.") }
    }
}

extension Table {
    fileprivate func hasIndexEntry(_ column: Int, _ value: Value, _ row: RowID) throws(StorageError) -> Bool {
        try indexes[column]?.contains(value, row.rawValue) ?? false
    }
}

extension SecondaryIndex {
    /// True if the entry of a bytes value is there.
    mutating func contains(_ value: Value, _ row: UInt64) throws(StorageError) -> Bool {
        try entry(value, row).withView { view throws(StorageError) in try bytes?.find(view) == row }
    }
}
