// A key path as the engine walks it: from row to row through to-one links, then a column. No object is made on the way.
import QuireStorage

/// The columns along a key path.
struct ColumnPath {
    /// The to-one links to follow, first to last.
    private let links: [(table: Table, column: Int)]
    private let table: Table
    /// The property at the end.
    let property: PropertyBinding

    /// nil if a name is no stored property, or if one before the last is no to-one link, or the last holds several
    /// values.
    init?(_ names: [String], from root: ClassBinding) {
        guard let lastName = names.last else { return nil }
        var binding = root
        var links: [(table: Table, column: Int)] = []
        for name in names.dropLast() {
            guard let property = binding.property(named: name), property.description.kind == .link,
                let target = property.target
            else { return nil }
            links.append((binding.table, property.column))
            binding = target
        }
        guard let property = binding.property(named: lastName) else { return nil }
        switch property.description.kind {
        case .value, .link: break
        case .list, .inverse, .singleInverse: return nil
        }
        self.links = links
        self.table = binding.table
        self.property = property
    }

    /// The value for one row; `.none` too where a link on the way leads nowhere.
    func value(of row: RowID) throws(StorageError) -> Value {
        var row = row
        for link in links {
            guard case .link(let next) = try link.table.value(row, link.column) else { return .none }
            row = next
        }
        return try table.value(row, property.column)
    }

    /// The values for many rows.
    func values(of rows: [RowID]) throws(StorageError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(rows.count)
        for row in rows { values.append(try value(of: row)) }
        return values
    }
}
