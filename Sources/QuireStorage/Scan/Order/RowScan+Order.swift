// Rows in the order of a column of numbers, dates or Bool.

/// Rows in an order, and those whose value is nil, which come first or last.
package struct OrderedRows {
    package var entries: [OrderEntry]
    package var nils: [RowID]
    package let ascending: Bool

    /// nil first when ascending.
    package var rows: [RowID] {
        let rows = entries.map(\.row)
        return ascending ? nils + rows : rows + nils
    }
}

extension Table {
    /// A column that a scan sorts or adds up by itself: of numbers, dates or Bool, in the leaves of the rows.
    package func isScannable(_ column: Int) -> Bool {
        guard places[column].group == 0 else { return false }
        switch stored.columns[column].definition.type {
        case .bool, .int8, .int16, .int32, .int64, .float, .double, .date: return true
        case .text, .data, .uuid, .link, .list, .reference: return false
        }
    }
}

extension RowScan {
    /// The rows in the order of a column for which `isScannable` holds; equal ones in row order. Only the first
    /// `limit`, if that is given, for which the others need not be sorted.
    package func ordered(by column: Int, ascending: Bool, limit: Int? = nil) throws(StorageError) -> OrderedRows {
        if let limit, limit > 0 { return try first(limit, by: column, ascending: ascending) }
        let flip: UInt64 = ascending ? 0 : .max
        var entries: [OrderEntry] = []
        var nils: [RowID] = []
        try forEachKey(of: column) { key, row in
            entries.append(OrderEntry(key: key ^ flip, row: row()))
        } nilAt: { row in
            nils.append(row)
        }
        OrderEntries.sort(&entries)
        return OrderedRows(entries: entries, nils: nils, ascending: ascending)
    }

    /// The places that rows have in row order, in the order of a column in which none is nil.
    package func orderedPlaces(by column: Int, ascending: Bool) throws(StorageError) -> [Int] {
        let flip: UInt64 = ascending ? 0 : .max
        var entries: [OrderEntry] = []
        try forEachKey(of: column) { key, _ in
            entries.append(OrderEntry(key: key ^ flip, row: RowID(UInt64(entries.count))))
        } nilAt: { _ in
        }
        OrderEntries.sort(&entries)
        return entries.map { Int($0.row.rawValue) }
    }

    private func first(_ limit: Int, by column: Int, ascending: Bool) throws(StorageError) -> OrderedRows {
        let flip: UInt64 = ascending ? 0 : .max
        var first = FirstEntries(limit)
        var nils: [RowID] = []
        try forEachKey(of: column, skipping: { first.bound.map { $0 ^ flip } }, skipsLarge: ascending) { key, row in
            first.add(key ^ flip, row())
        } nilAt: { row in
            if nils.count < limit { nils.append(row) }
        }
        var ordered = OrderedRows(entries: first.finish(), nils: nils, ascending: ascending)
        let surplus = ordered.entries.count + nils.count - limit
        if surplus > 0 {
            if ascending {
                ordered.entries.removeLast(surplus)
            } else {
                ordered.nils.removeLast(min(surplus, nils.count))
            }
        }
        return ordered
    }

    /// Calls `body` with the key of each row, and `nilAt` with the rows that have none. Rows whose keys are not below
    /// (`skipsLarge`) or not above what `skipping` gives may be left out.
    @inline(__always)
    private func forEachKey(
        of number: Int, skipping: () -> UInt64? = { nil }, skipsLarge: Bool = true,
        _ body: (UInt64, () -> RowID) -> Void, nilAt: (RowID) -> Void
    ) throws(StorageError) {
        let column = ScanColumn(table, number)
        let present = SlotMask()
        let skipped = SlotMask()
        try forEachLeaf { leaf, mask throws(StorageError) in
            let node = leaf.node
            guard let entry = leaf.entry(column) else {
                // Older than the column: all have its default.
                let key = column.defaultValue.orderKey
                try mask.forEach { slot throws(StorageError) in
                    let row = RowID(ColumnLeaf.row(node, slot))
                    if let key { body(key) { row } } else { nilAt(row) }
                }
                return true
            }
            present.copy(mask)
            if ColumnLeaf.nullOffset(entry) != 0 {
                present.keep(nulls: true, of: node, entry)
                try present.forEach { slot throws(StorageError) in nilAt(RowID(ColumnLeaf.row(node, slot))) }
                present.copy(mask)
                present.keep(nulls: false, of: node, entry)
            }
            if let key = skipping(), let range = NumberRange(keysFrom: key, upwards: skipsLarge, column.type) {
                skipped.copy(present)
                NumberTest.narrow(skipped, node, entry, column.type, range)
                present.subtract(skipped)
            }
            try Self.forEachKey(present, node, ColumnLeaf.dataOffset(entry), column.type, body)
            return true
        }
    }

    @inline(__always)
    private static func forEachKey(
        _ mask: SlotMask, _ node: Node, _ data: Int, _ type: ColumnType, _ body: (UInt64, () -> RowID) -> Void
    ) throws(StorageError) {
        switch type {
        case .double, .date: try forEachKey(mask, node, data, Double.self, body)
        case .int64: try forEachKey(mask, node, data, Int64.self, body)
        case .int32: try forEachKey(mask, node, data, Int32.self, body)
        case .int16: try forEachKey(mask, node, data, Int16.self, body)
        case .int8: try forEachKey(mask, node, data, Int8.self, body)
        case .float: try forEachKey(mask, node, data, Float.self, body)
        case .bool: try forEachKey(mask, node, data, UInt8.self, body)
        case .text, .data, .uuid, .link, .list, .reference: break
        }
    }

    @inline(__always)
    private static func forEachKey<N: OrderedNumber>(
        _ mask: SlotMask, _ node: Node, _ data: Int, _ type: N.Type, _ body: (UInt64, () -> RowID) -> Void
    ) throws(StorageError) {
        try mask.forEach { slot throws(StorageError) in
            let number = node.number(data + slot * MemoryLayout<N>.stride, as: N.self)
            body(number.orderKey) { RowID(ColumnLeaf.row(node, slot)) }
        }
    }
}

extension NumberRange {
    /// The numbers whose keys are at least (`upwards`) or at most a key; nil where the key does not tell.
    fileprivate init?(keysFrom key: UInt64, upwards: Bool, _ type: ColumnType) {
        switch type {
        case .double, .date:
            // NaN has the smallest key and lies in no range.
            guard let number = key == 1 << 63 ? 0 : Double(orderKey: key) else { return nil }
            self = .doubles(upwards ? number...(.infinity) : -.infinity...number)
        case .int8, .int16, .int32, .int64:
            let number = Int64(orderKey: key)
            self = .integers(upwards ? number...(.max) : .min...number)
        default: return nil
        }
    }
}

extension Value {
    /// The key that a number, date or Bool sorts by; nil for everything else.
    var orderKey: UInt64? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .int(let value): value.orderKey
        case .float(let value): value.orderKey
        case .double(let value), .date(let value): value.orderKey
        case .none, .text, .data, .uuid, .link: nil
        }
    }
}
