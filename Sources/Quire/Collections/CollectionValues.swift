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
            if case .sorted(let sorted) = objects.source, let places = try sorted.placesInBase(toRead: column) {
                let values = try sorted.base.allValues(column, path, coder)
                // Fewer could be read.
                if values.count == places.count { return places.map { values[$0] } }
            }
            return try objects.allValues(column, path, coder)
        }
    }

    /// The same in the engine's form, to add up or compare; nil where there is no number.
    func numbers<V>(_ path: KeyPath<Element, V>) -> [Value] {
        let number = { (element: Element) in comparableValue(element[keyPath: path]) ?? .none }
        guard case .objects(let objects) = kind, let column = ColumnPath(path, from: objects.binding) else {
            return elements().map(number)
        }
        return objects.context.attempt([]) { () throws(StorageError) in
            var values: [Value] = []
            try objects.forEachRow { row throws(StorageError) in
                values.append(try column.value(of: row, in: objects.binding) { number(unsafe unsafeElement($0)) })
            }
            return values
        }
    }
}

extension ObjectRows {
    fileprivate func allValues<Root, V>(
        _ column: ColumnPath, _ path: KeyPath<Root, V>, _ coder: ValueCoder<V>
    ) throws(StorageError) -> [V] {
        if let values = try usualValues(column, path) { return values }
        return try values(column, path, coder)
    }

    /// The values at the end of a path of the usual types, read in the leaves; nil for other types.
    fileprivate func usualValues<Root, V>(
        _ column: ColumnPath, _ path: KeyPath<Root, V>
    ) throws(StorageError) -> [V]? {
        guard let leafColumn = column.leafColumn else { return nil }
        if case .sorted(let sorted) = source {
            if V.self == Double.self,
                let values = try sorted.numbers(
                    of: column, leafColumn, as: { Double(orderKey: $0) }, orBits: { Double(bitPattern: $0) })
            {
                return unsafe unsafeBitCast(values, to: [V].self)
            }
            if V.self == Int.self,
                let values = try sorted.numbers(
                    of: column, leafColumn, as: { Int(Int64(orderKey: $0)) }, orBits: { Int(truncatingIfNeeded: $0) })
            {
                return unsafe unsafeBitCast(values, to: [V].self)
            }
        }
        // Arrays of types that the compiler knows: one of V costs several times as much.
        if V.self == String.self {
            let values: [String] = try collected(path) { row throws(StorageError) in
                try column.text(of: row, leafColumn)
            }
            return unsafe unsafeBitCast(values, to: [V].self)
        }
        if V.self == String?.self {
            let values: [String?] = try collected(path) { row throws(StorageError) in
                try column.text(of: row, leafColumn).map { .some($0) }
            }
            return unsafe unsafeBitCast(values, to: [V].self)
        }
        if V.self == Int.self {
            let values: [Int] = try collected(path) { row throws(StorageError) in
                try column.word(of: row, leafColumn).map { Int(truncatingIfNeeded: $0) }
            }
            return unsafe unsafeBitCast(values, to: [V].self)
        }
        if V.self == Double.self {
            let values: [Double] = try collected(path) { row throws(StorageError) in
                try column.word(of: row, leafColumn).map { Double(bitPattern: $0) }
            }
            return unsafe unsafeBitCast(values, to: [V].self)
        }
        return nil
    }

    /// What `read` gives for each row, and where that is nil what the path gives. `U` is V, as the compiler knows it.
    @inline(__always)
    private func collected<U, Root, V>(
        _ path: KeyPath<Root, V>, _ read: (RowID) throws(StorageError) -> U?
    ) throws(StorageError) -> [U] {
        var values: [U] = []
        try forEachRow { row throws(StorageError) in
            if let value = try read(row) {
                values.append(value)
            } else {
                values.append(unsafe unsafeBitCast(try ask(row, path), to: U.self))
            }
        }
        return values
    }

    /// The values of any type.
    fileprivate func values<Root, V>(
        _ column: ColumnPath, _ path: KeyPath<Root, V>, _ coder: ValueCoder<V>
    ) throws(StorageError) -> [V] {
        var values: [V] = []
        try forEachRow { row throws(StorageError) in
            let value = try column.value(of: row)
            if value == .none {
                values.append(try ask(row, path))
            } else if let decoded = coder.decode(value, context) {
                values.append(decoded)
            } else {
                column.property.foundValueWithoutCase()
                values.append(zeroElement(V.self))
            }
        }
        return values
    }

    /// What a path gives where a column on it is nil: it may end in a computed property that has an answer of its own.
    private func ask<Root, V>(_ row: RowID, _ path: KeyPath<Root, V>) throws(StorageError) -> V {
        let element: Root = unsafe unsafeElement(try binding.object(referenced: row))
        return element[keyPath: path]
    }

    /// Runs `body` for every row, in order.
    @inline(__always)
    fileprivate func forEachRow(_ body: (RowID) throws(StorageError) -> Void) throws(StorageError) {
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
}
