// Deleting rows: their links, the links to them, their list entries, what they own, their keys.

extension Table {
    /// Removes a row and all traces of it; nothing if there is no such row. O(log n) for each link to it.
    package func delete(_ row: RowID) throws(StorageError) {
        // Owned objects may own others: a list of work instead of recursion, so that depth costs no stack.
        var work: [(table: Table, row: UInt64)] = [(self, row.rawValue)]
        while let (table, row) = work.popLast() {
            try table.load()
            guard try table.main.find(row) != nil else { continue }
            try table.unlink(row)
            for column in table.stored.columns.indices {
                try table.release(row, column) { owned in work.append(owned) }
            }
            if let keyColumn = table.stored.primaryKey {
                try table.keys?.remove(try table.rawValue(row, keyColumn), row)
            }
            space.moveRemovalClock()
            _ = try table.main.remove(row)
            for group in table.wide.indices { _ = try table.wide[group].remove(row) }
            try session.spillIfNeeded()
        }
    }

    /// Removes every row.
    package func deleteAll() throws(StorageError) {
        try load()
        while let row = try main.last() {
            // One that is not found where it belongs would be the last one for ever.
            guard try main.find(row) != nil else {
                throw .damaged(main.tree.leaf.page, "row \(row) of class \(name) is not where it belongs")
            }
            try delete(RowID(row))
        }
    }

    /// Takes a row or ghost out of all links and lists that lead to it.
    func unlink(_ row: UInt64) throws(StorageError) {
        for source in incoming {
            let origins = try source.table.backlinks(source.column, to: RowID(row))
            var last: RowID?
            for origin in origins where origin != last {
                last = origin
                try source.table.dropLinks(origin.rawValue, source.column, to: row)
            }
        }
    }

    /// Clears a to-one link, or removes every entry of a list, that leads to `target`.
    private func dropLinks(_ row: UInt64, _ column: Int, to target: UInt64) throws(StorageError) {
        if stored.columns[column].definition.type == .list {
            try removeFromList(row, column, target: target)
        } else {
            try setRaw(row, column, .none)
            try removeBacklink(column, target: target, origin: row)
        }
    }

    /// Gives up what one column of a row holds: index entries, links, list elements, overflow runs. Owned objects go to `own`.
    private func release(
        _ row: UInt64, _ column: Int, _ own: ((table: Table, row: UInt64)) -> Void
    ) throws(StorageError) {
        let definition = stored.columns[column].definition
        switch definition.type {
        case .link:
            guard case .link(let target) = try rawValue(row, column) else { return }
            try removeBacklink(column, target: target.rawValue, origin: row)
            if definition.isOwning, let table = targets[column]?.table { own((table, target.rawValue)) }
        case .list:
            for case .link(let target) in try rawList(row, column) {
                try removeBacklink(column, target: target.rawValue, origin: row)
                if definition.isOwning, let table = targets[column]?.table { own((table, target.rawValue)) }
            }
            try freeList(row, column)
        default:
            if indexes[column] != nil, column != stored.primaryKey {
                try indexes[column]?.remove(try rawValue(row, column), row)
            }
            guard definition.type.isCell else { return }
            try withTree(column) { tree, leafColumn throws(StorageError) in
                guard let (leaf, slot) = try tree.find(row) else { return }
                let offset = ColumnLeaf.cellOffset(ColumnLeaf.entry(leaf, leafColumn), slot)
                guard case .overflow = ColumnLeaf.cell(leaf, at: offset) else { return }
                guard let (own, ownSlot) = try tree.findForChange(row) else { return }
                try tree.freeOverflow(own, at: ColumnLeaf.cellOffset(ColumnLeaf.entry(own, leafColumn), ownSlot))
            }
        }
    }
}
