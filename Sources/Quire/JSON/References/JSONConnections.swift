// Links that are made from a key property, by `map.connect`: at import, and for objects that `add` and `create` store.

import QuireStorage

/// For the object layer: what happens after `add` or `create` has written a row.
enum JSONConnections {
    /// Makes the links of a row that its keys ask for and that are not set; called once the row's values are written.
    static func apply(_ binding: ClassBinding, _ row: RowID) throws(StorageError) {
        let mapping = JSONClassMapping.of(binding.description)
        for connection in mapping.connections {
            guard let link = binding.property(named: connection.link),
                let key = binding.property(named: connection.key),
                let target = link.target
            else { continue }
            if link.description.kind == .list {
                try applyList(binding, row, link, key, target, connection.missing)
            } else if try binding.table.rawLink(row, link.column) == nil {
                let value = try binding.table.value(row, key.column)
                if let found = try targetRow(target, value, connection.missing) {
                    try binding.table.set(row, link.column, .link(found))
                }
            }
        }
    }

    private static func applyList(
        _ binding: ClassBinding, _ row: RowID, _ link: PropertyBinding, _ key: PropertyBinding, _ target: ClassBinding,
        _ missing: UnknownReference
    ) throws(StorageError) {
        guard try binding.table.listCount(row, link.column) == 0 else { return }
        var rows: [Value] = []
        for value in try binding.table.listValues(row, key.column) {
            if let found = try targetRow(target, value, missing) { rows.append(.link(found)) }
        }
        if !rows.isEmpty {
            // Waiting links that the list held before stand for the same keys.
            try binding.table.listRemoveAll(row, link.column)
            try binding.table.listInsert(row, link.column, at: 0, rows)
        }
    }

    /// The row to link to; nil for an empty key and where the rule makes no link.
    private static func targetRow(
        _ target: ClassBinding, _ key: Value, _ missing: UnknownReference
    ) throws(StorageError) -> RowID? {
        if key.isEmptyKey { return nil }
        switch missing {
        case .deferred: return try target.table.findOrReserve(key: key)
        case .skip: return try target.table.find(key: key)
        case .placeholder:
            if let row = try target.table.find(key: key) { return row }
            return try Placeholders.make(target, key)
        case .error:
            if let row = try target.table.find(key: key) { return row }
            throw StorageError(
                .fail,
                "A link to \(target.name) is made from a key that no object has: add that object first, or let the "
                    + "connection defer.")
        }
    }
}

extension JSONImport {
    /// Makes the links of the object on top that its keys ask for. A link that the payload names itself wins.
    mutating func applyConnections(_ top: Int) throws {
        let plan = plan(top)
        guard !plan.connections.isEmpty, let row = frames[top].row, !frames[top].isStale else { return }
        for connection in plan.connections {
            let link = connection.link
            if link.index >= 0, case .at(let offset) = locate(link, top), reader.bytes[offset] != UInt8(ascii: "n") {
                try compare(connection, plan, row, at: offset)
                continue
            }
            var isSupplied = frames[top].isFresh
            if connection.key.index >= 0 {
                if case .nowhere = locate(connection.key, top) {} else { isSupplied = true }
            }
            guard isSupplied else { continue }
            if link.kind == .list {
                try connectList(connection, plan, row, top)
                continue
            }
            let key = try plan.table.value(row, connection.key.column)
            if key.isEmptyKey {
                try setLink(link, nil, top)
            } else {
                let target = try self.row(for: key, link, top, at: frames[top].offset, missing: connection.missing)
                if let target { try setLink(link, target, top) }
            }
        }
    }

    private mutating func connectList(
        _ connection: JSONPlanConnection, _ plan: JSONPlan, _ row: RowID, _ top: Int
    ) throws {
        var rows: [RowID] = []
        for key in try plan.table.listValues(row, connection.key.column) where !key.isEmptyKey {
            let row = try self.row(
                for: key, connection.link, top, at: frames[top].offset, missing: connection.missing)
            if let row { rows.append(row) }
        }
        try replaceList(connection.link, rows, top)
    }

    /// A warning if the link that the payload names is not the one that its key stands for.
    private mutating func compare(
        _ connection: JSONPlanConnection, _ plan: JSONPlan, _ row: RowID, at offset: Int
    ) throws {
        let table = plans[connection.link.target].table
        let named: [RowID]
        let keys: [Value]
        if connection.link.kind == .list {
            named = try plan.table.storedLinks(row, connection.link.column)
            keys = try plan.table.listValues(row, connection.key.column)
        } else {
            named = [try plan.table.rawLink(row, connection.link.column)].compactMap { $0 }
            keys = [try plan.table.value(row, connection.key.column)]
        }
        var wanted: [RowID?] = []
        // An object that is waited for has its key too, though it is not there to be found.
        for key in keys where !key.isEmptyKey { wanted.append(try table.findWithGhosts(key: key)) }
        guard !wanted.isEmpty, wanted != named.map({ $0 }) else { return }
        report(
            .connectConflict, .warning, at: offset, className: plan.name, property: connection.link.name,
            expected: "the object whose key is in \(connection.key.name)")
    }
}
