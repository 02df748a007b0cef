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
            if let values = try objects.usualValues(column, V.self) { return values }
            var values: [V] = []
            try objects.forEachValue(column) { value in
                if value == .none, !coder.shape.isOptional { objects.stopForNilLink(column) }
                if let decoded = coder.decode(value, objects.context) {
                    values.append(decoded)
                } else {
                    column.property.foundValueWithoutCase()
                    values.append(zeroElement(V.self))
                }
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
    /// The values at the end of a path of the usual types, read in the leaves; nil for other types.
    fileprivate func usualValues<V>(_ column: ColumnPath, _ type: V.Type) throws(StorageError) -> [V]? {
        guard let leafColumn = column.leafColumn else { return nil }
        if V.self == String.self || V.self == String?.self {
            var values: [String?] = []
            try forEachRow { row throws(StorageError) in values.append(try column.text(of: row, leafColumn)) }
            if V.self == String?.self { return unsafe unsafeBitCast(values, to: [V].self) }
            return unsafe unsafeBitCast(
                values.map { text in
                    guard let text else { stopForNilLink(column) }
                    return text
                }, to: [V].self)
        }
        if V.self == Double.self || V.self == Int.self {
            var values: [UInt64] = []
            try forEachRow { row throws(StorageError) in
                guard let word = try column.word(of: row, leafColumn) else { stopForNilLink(column) }
                values.append(word)
            }
            if V.self == Int.self {
                return unsafe unsafeBitCast(values.map { Int(bitPattern: UInt($0)) }, to: [V].self)
            }
            return unsafe unsafeBitCast(values.map { Double(bitPattern: $0) }, to: [V].self)
        }
        return nil
    }

    fileprivate func stopForNilLink(_ column: ColumnPath) -> Never {
        stopForMisuse(
            "\(binding.name): a link on the way to \(column.property.name) is nil; use ?. in the key path.")
    }

    /// Runs `body` for every row, in order.
    @inline(__always)
    private func forEachRow(_ body: (RowID) throws(StorageError) -> Void) throws(StorageError) {
        guard case .table = source else {
            for row in try rows() { try body(row) }
            return
        }
        _ = try storedCount()
        var last: RowID?
        while let row = try binding.table.next(after: last) {
            try body(row)
            last = row
        }
    }

    /// The values at the end of a path for all rows, in order.
    func storedValues(_ column: ColumnPath) throws(StorageError) -> [Value] {
        var values: [Value] = []
        try forEachValue(column) { values.append($0) }
        return values
    }

    /// The same, one after the other.
    @inline(__always)
    func forEachValue(_ column: ColumnPath, _ body: (Value) -> Void) throws(StorageError) {
        try forEachRow { row throws(StorageError) in body(try column.value(of: row)) }
    }
}

extension ColumnPath {
    /// The columns along a key path; nil if it leads through anything but to-one links, or ends at no stored value.
    init?(_ path: AnyKeyPath, from root: ClassBinding) {
        guard let names = KeyPathTracer.propertyNames(of: path, root: root.type) else { return nil }
        self.init(names, from: root)
    }
}
