// One property of every element, read from the columns.
import QuireStorage

extension RealmCollection {
    /// The property of every element, in order. Stored properties, also through to-one links (`\.product?.name`), are
    /// read without making objects; any other key path asks each element.
    public func values<V>(_ path: KeyPath<Element, V>) -> [V] {
        _source.values(path)
    }
}

extension _ElementSource {
    func values<V>(_ path: KeyPath<Element, V>) -> [V] {
        guard case .objects(let objects) = kind, let column = ColumnPath(path, from: objects.binding),
            let coder = ValueCoder<V>.shared, coder.shape.type == column.property.description.columnType
        else {
            return elements().map { $0[keyPath: path] }
        }
        return objects.context.attempt([]) { () throws(StorageError) in
            var values: [V] = []
            try objects.forEachValue(column) { value in
                if value == .none, !coder.shape.isOptional {
                    stopForMisuse(
                        "\(objects.binding.name): a link on the way to \(column.property.name) is nil; "
                            + "use ?. in the key path.")
                }
                values.append(coder.decode(value, objects.context) ?? zeroElement(V.self))
            }
            return values
        }
    }

    /// The same in the engine's form, to add up or compare; nil where there is no number.
    func numbers<V>(_ path: KeyPath<Element, V>) -> [Value] {
        if case .objects(let objects) = kind, let column = ColumnPath(path, from: objects.binding) {
            return objects.context.attempt([]) { () throws(StorageError) in try objects.storedValues(column) }
        }
        return elements().map { comparableValue($0[keyPath: path]) ?? .none }
    }
}

extension ObjectRows {
    /// The values at the end of a path for all rows, in order.
    func storedValues(_ column: ColumnPath) throws(StorageError) -> [Value] {
        var values: [Value] = []
        try forEachValue(column) { values.append($0) }
        return values
    }

    /// The same, one after the other.
    @inline(__always)
    func forEachValue(_ column: ColumnPath, _ body: (Value) -> Void) throws(StorageError) {
        guard case .table = source else {
            for row in try rows() { body(try column.value(of: row)) }
            return
        }
        _ = try storedCount()
        var last: RowID?
        while let row = try binding.table.next(after: last) {
            body(try column.value(of: row))
            last = row
        }
    }
}

extension ColumnPath {
    /// The columns along a key path; nil if it leads through anything but to-one links, or ends at no stored value.
    init?(_ path: AnyKeyPath, from root: ClassBinding) {
        guard let names = KeyPathTracer.propertyNames(of: path, root: root.type) else { return nil }
        self.init(names, from: root)
    }
}
