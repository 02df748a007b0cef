// Comparing two properties of a row with each other.
import QuireStorage

/// One side of a comparison of two properties, read row by row.
struct QueryReader {
    private let read: (RowID) throws(StorageError) -> Value

    init(_ operand: QueryOperand, _ binding: ClassBinding) {
        let path = operand.path
        guard let last = path.names.last else { stopForMisuse(QueryPlanner.sentence(path, "no property")) }
        var steps: [(property: PropertyBinding, target: ClassBinding)] = []
        var owner = binding
        for name in path.names.dropLast() {
            let property = QueryPlanner(owner).property(name, path)
            // Stops the program if it leads to several.
            _ = QueryPlanner.step(property, path)
            owner = property.target ?? property.origin?.owner ?? owner
            steps.append((property, owner))
        }
        let property = QueryPlanner(owner).property(last, path)
        let source = operand.isCount ? QueryPlanner.countSource(property, path) : nil
        read = { row throws(StorageError) in
            var row = row
            for step in steps {
                guard case .link(let next) = try step.property.linkedRow(of: row) else { return .none }
                _ = try step.target.locate(referenced: next)
                row = next
            }
            switch source {
            case .list(let table, let column): return .int(Int64(try table.listCount(row, column)))
            case .inverse(let origin, let column): return .int(Int64(try origin.backlinkCount(column, to: row)))
            case nil: break
            }
            return property.description.kind == .value
                ? try property.table.value(row, property.column) : try property.linkedRow(of: row)
        }
    }

    func value(of row: RowID) throws(StorageError) -> Value { try read(row) }
}

extension PropertyBinding {
    /// Where a to-one link or a single inverse leads.
    fileprivate func linkedRow(of row: RowID) throws(StorageError) -> Value {
        if let origin { return try origin.table.backlink(origin.column, to: row, at: 0).map { .link($0) } ?? .none }
        return try table.value(row, column)
    }
}

extension QueryComparison {
    /// Whether two stored values compare in this way; nil is equal to nil and neither smaller nor larger than anything.
    func holds(_ a: Value, _ b: Value) -> Bool {
        if self == .equal { return a == b }
        guard a != .none, b != .none, a == a, b == b else { return false }
        let keys = SortKeyColumn([a, b])
        switch self {
        case .equal: return a == b
        case .less: return keys.compare(0, 1) < 0
        case .lessOrEqual: return keys.compare(0, 1) <= 0
        case .greater: return keys.compare(0, 1) > 0
        case .greaterOrEqual: return keys.compare(0, 1) >= 0
        }
    }
}
