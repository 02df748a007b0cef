// What a secondary index knows of a range of values: how many entries there are, and which rows they name.

/// What an index is asked for.
package enum IndexRange: Sendable, Equatable {
    case nils
    case within(ValueBounds)
    /// Text or data that begins with these bytes.
    case startsWith([UInt8])
}

/// Where the entries of a range stand.
private enum IndexEntries {
    case nils
    case numbers(ClosedRange<UInt64>)
    /// Keys from the first on that are below the second; nil is without end.
    case keys([UInt8], [UInt8]?)
    case nothing
}

extension SecondaryIndex {
    /// How many entries lie in a range; of text and data they may be more than there are values. O(log n).
    mutating func count(_ range: IndexRange, _ type: ColumnType) throws(StorageError) -> Int {
        switch try entries(range, type) {
        case .nothing: return 0
        case .nils: return try nils.count()
        case .numbers(let range):
            let below = try numbers?.rank(of: IntegerKey(range.lowerBound, 0)) ?? 0
            var end = UInt64(clamping: try numbers?.count() ?? 0)
            if range.upperBound < .max { end = try numbers?.rank(of: IntegerKey(range.upperBound + 1, 0)) ?? 0 }
            return Int(clamping: end >= below ? end - below : 0)
        case .keys(let lower, let upper):
            let below = try lower.withView { view throws(StorageError) in try bytes?.rank(of: view) ?? 0 }
            var end = bytes?.root.count ?? 0
            if let upper { end = try upper.withView { view throws(StorageError) in try bytes?.rank(of: view) ?? 0 } }
            return Int(clamping: end >= below ? end - below : 0)
        }
    }

    /// The rows of a range in the order of the index; of text and data they may be too many.
    mutating func rows(_ range: IndexRange, _ type: ColumnType) throws(StorageError) -> [RowID] {
        var rows: [RowID] = []
        switch try entries(range, type) {
        case .nothing: break
        case .nils:
            try nils.forEach(from: IntegerKey(0, 0)) { pair throws(StorageError) in
                rows.append(RowID(pair.low))
                return true
            }
        case .numbers(let range):
            try numbers?.forEach(from: IntegerKey(range.lowerBound, 0)) { pair throws(StorageError) in
                guard pair.high <= range.upperBound else { return false }
                rows.append(RowID(pair.low))
                return true
            }
        case .keys(let lower, let upper):
            try (upper ?? []).withView { end throws(StorageError) in
                try lower.withView { start throws(StorageError) in
                    try bytes?.forEach(from: start) { key, row throws(StorageError) in
                        if upper != nil, key.compare(end) >= 0 { return false }
                        rows.append(RowID(row))
                        return true
                    }
                }
            }
        }
        return rows
    }

    private func entries(_ range: IndexRange, _ type: ColumnType) throws(StorageError) -> IndexEntries {
        switch range {
        case .nils: return .nils
        case .startsWith(let start):
            let first = escaped(start)
            return .keys(first, Self.successor(first))
        case .within(let bounds):
            if OrderedValue.isNumber(type) { return Self.numbers(bounds, type) }
            // A cut value stands for longer ones, so its neighbours belong to the range whether it does or not.
            let lower = try bounds.lower.map { bound throws(StorageError) in try prefix(bound.value) } ?? []
            let upper = try bounds.upper.map { bound throws(StorageError) in
                try prefix(bound.value) + Array(repeating: 0xFF, count: 8)
            }
            return .keys(lower, upper)
        }
    }

    private static func numbers(_ bounds: ValueBounds, _ type: ColumnType) -> IndexEntries {
        func entries(_ lower: Value, _ upper: Value) -> IndexEntries {
            guard let first = OrderedValue.number(lower), let last = OrderedValue.number(upper), first <= last else {
                return .nothing
            }
            return .numbers(first...last)
        }
        switch NumberRange(bounds, type) {
        case .integers(let range):
            guard type == .bool else { return entries(.int(range.lowerBound), .int(range.upperBound)) }
            guard range.contains(0) || range.contains(1) else { return .nothing }
            return entries(.bool(!range.contains(0)), .bool(range.contains(1)))
        case .floats(let range): return entries(.float(range.lowerBound), .float(range.upperBound))
        case .doubles(let range): return entries(.double(range.lowerBound), .double(range.upperBound))
        case .nothing, nil: return .nothing
        }
    }

    /// The smallest key that is above all that begin with these bytes; nil if there is none.
    private static func successor(_ key: [UInt8]) -> [UInt8]? {
        var key = key
        while let last = key.popLast() {
            if last < 0xFF { return key + [last + 1] }
        }
        return nil
    }
}

extension Table {
    package func isIndexed(_ column: Int) -> Bool { indexes[column] != nil }

    /// How many rows a secondary index has for a range. Exact but for text and data. O(log n).
    package func indexCount(_ column: Int, _ range: IndexRange) throws(StorageError) -> Int {
        try load()
        return try indexes[column]?.count(range, stored.columns[column].definition.type) ?? 0
    }

    /// Those rows, ascending; of text and data too many, so that each is asked once more.
    package func indexRows(_ column: Int, _ range: IndexRange) throws(StorageError) -> [RowID] {
        try load()
        var rows = try indexes[column]?.rows(range, stored.columns[column].definition.type) ?? []
        // Those of one value are in row order.
        if case .within(let bounds) = range, bounds.lower == bounds.upper { return rows }
        rows.sort()
        return rows
    }
}
