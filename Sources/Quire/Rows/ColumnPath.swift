// A key path as the engine walks it: from row to row through to-one links, then a column. No object is made on the way.
import QuireStorage

/// The columns along a key path.
struct ColumnPath {
    /// The to-one links to follow, first to last.
    private let links: [Link]
    private let table: Table

    private struct Link {
        let table: Table
        let column: Int
        /// The column's place in the leaves of the table; nil where it lies elsewhere.
        let leafColumn: Int?
        let target: Table
    }

    /// The property at the end.
    let property: PropertyBinding

    /// nil if a name is no stored property, or if one before the last is no to-one link, or the last holds several
    /// values.
    init?(_ names: [String], from root: ClassBinding) {
        guard let lastName = names.last else { return nil }
        var binding = root
        var links: [Link] = []
        for name in names.dropLast() {
            guard let property = binding.property(named: name), property.description.kind == .link,
                let target = property.target
            else { return nil }
            links.append(
                Link(
                    table: binding.table, column: property.column,
                    leafColumn: binding.table.leafColumn(property.column), target: target.table))
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

    /// The place in the leaves in which the value at the end is, if it and all links can be read there.
    var leafColumn: Int? {
        links.contains { $0.leafColumn == nil } ? nil : table.leafColumn(property.column)
    }

    /// The column at the end, if no link leads there and a scan can sort by it and add it up.
    var scannedColumn: Int? {
        links.isEmpty && property.description.kind == .value && table.isScannable(property.column)
            ? property.column : nil
    }

    /// Where the value for one row is; nil where a link on the way leads nowhere. Only where `leafColumn` is known.
    private func location(of row: RowID) throws(StorageError) -> RowLocation? {
        var row = row
        for link in links {
            guard let leafColumn = link.leafColumn, let location = try link.table.locate(row),
                let next = try Table.link(at: location, leafColumn, in: link.target)
            else { return nil }
            row = next
        }
        return try table.locate(row)
    }

    /// The text for one row.
    func text(of row: RowID, _ leafColumn: Int) throws(StorageError) -> String? {
        guard let location = try location(of: row) else { return nil }
        return try table.text(at: location, leafColumn)
    }

    /// The bits of a number of eight bytes for one row.
    func word(of row: RowID, _ leafColumn: Int) throws(StorageError) -> UInt64? {
        guard let location = try location(of: row) else { return nil }
        return table.word(at: location, leafColumn)
    }

    /// The value for one row; where it or a link on the way is nil, what `answer` makes of the object.
    func value(
        of row: RowID, in binding: ClassBinding, orElse answer: ((Object) -> Value)?
    ) throws(StorageError) -> Value {
        let value = try value(of: row)
        guard value == .none, let answer else { return value }
        return answer(try binding.object(referenced: row))
    }
}

extension ColumnPath {
    /// The columns along a key path; nil if it leads through anything but to-one links, or ends at no stored value.
    ///
    /// Stored properties can be assigned. A path that cannot be has something computed in it, unless it leads through
    /// `?.`, and then its value is an optional.
    init?<Root, V>(_ path: KeyPath<Root, V>, from root: ClassBinding) {
        guard path is ReferenceWritableKeyPath<Root, V> || V.self is any OptionalValue.Type,
            let names = KeyPathTracer.propertyNames(of: path, root: root.type)
        else { return nil }
        self.init(names, from: root)
    }

    /// Whether a key path is one stored property and nothing else, so that it gives nil where the column is nil.
    static func isProperty<Root, V>(_ path: KeyPath<Root, V>, of root: ClassBinding) -> Bool {
        KeyPathTracer.propertyName(of: path, root: root.type) != nil
    }
}
