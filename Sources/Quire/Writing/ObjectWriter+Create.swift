// Objects from dictionaries, arrays and other objects.

import QuireStorage

extension ObjectWriter {
    /// The row of an object made from a value, or updated by it; nil if the scope is doomed. Its values follow in
    /// `run`.
    func place(_ source: ValueSource, _ binding: ClassBinding) -> RowID? {
        if case .copy(let object) = source, let known = copiedRow(object) { return known }
        if case .array(let elements) = source {
            let count = binding.description.definition.columns.count
            guard elements.count <= count else {
                fail(.invalidValue, binding, nil, "\(elements.count) values were given for \(count) properties.")
                return nil
            }
        }
        var key: Value?
        if let property = binding.primaryKey {
            guard let found = keyValue(source, property) else { return nil }
            key = found
        }
        guard let (row, isNew) = place(binding, key: key) else { return nil }
        if case .copy(let object) = source { noteCopy(object, row) }
        wait(
            Entry(
                source: source, binding: binding, row: row, isNew: isNew, keepsEqualValues: policy == .modified))
        return row
    }

    /// Has a row take what a source gives; the rest of it stays.
    func update(_ row: RowID, _ binding: ClassBinding, from source: ValueSource) {
        wait(Entry(source: source, binding: binding, row: row, isNew: false, keepsEqualValues: false))
    }

    /// The key that the source gives, or the declared default.
    private func keyValue(_ source: ValueSource, _ property: PropertyBinding) -> Value? {
        let binding = property.owner
        let position = binding.description.definition.primaryKey ?? 0
        if let given = source.value(for: property.description, at: position) { return coerced(given, property) }
        if property.description.hasDefault {
            return property.description.accessor.unmanagedValue(binding.type.init())
        }
        if property.description.isOptional { return Value.none }
        fail(.missingPrimaryKey, binding, property, "the value has no key, and the property has no default.")
        return nil
    }

    /// Writes what a source gives for a property, or the default of a new object.
    func fill(_ property: PropertyBinding, of entry: Entry) {
        guard let position = property.position, !property.description.isPrimaryKey else { return }
        if let given = entry.source.value(for: property.description, at: position) {
            write(given, property, entry)
        } else if entry.takesDefaults {
            writeDefault(of: defaults(of: entry), property, entry)
        }
    }

    /// An instance that shows the defaults of the entry's class.
    private func defaults(of entry: Entry) -> Object {
        if let (row, instance) = defaults, row == entry.row, type(of: instance) == entry.binding.type {
            return instance
        }
        let instance = entry.binding.type.init()
        defaults = (entry.row, instance)
        return instance
    }

    private func writeDefault(of instance: Object, _ property: PropertyBinding, _ entry: Entry) {
        let accessor = property.description.accessor
        if property.description.kind == .value {
            store(accessor.unmanagedValue(instance), into: property, of: entry)
        } else if let value = accessor.currentValue(instance) {
            write(value, property, entry)
        }
    }

    private func write(_ given: Any, _ property: PropertyBinding, _ entry: Entry) {
        switch property.description.kind {
        case .value:
            if let value = coerced(given, property) { store(value, into: property, of: entry) }
        case .link: writeLink(given, property, entry)
        case .list: writeList(given, property, entry)
        case .inverse, .singleInverse: break
        }
    }

    // MARK: Links

    private func writeLink(_ given: Any, _ property: PropertyBinding, _ entry: Entry) {
        guard let target = property.target else { return }
        guard let present = unwrapped(given) else { return clearLink(property, entry) }
        let stored = entry.isNew ? Value.none : read(property, entry.row)
        if target.isEmbedded, policy == .modified, case .link(let current) = stored {
            update(current, from: present, target, property)
            return
        }
        guard let row = linkedRow(present, target, property) else { return }
        if stored != .link(row) { set(property, entry.row, .link(row)) }
    }

    /// An embedded object that stays and takes other values.
    private func update(_ row: RowID, from given: Any, _ target: ClassBinding, _ property: PropertyBinding) {
        guard let source = ValueSource(given) else {
            fail(.invalidValue, property.owner, property, Self.noObject(given, target))
            return
        }
        if case .copy(let object) = source, object.context === context, object.row == row { return }
        wait(Entry(source: source, binding: target, row: row, isNew: false, keepsEqualValues: true))
    }

    /// The row for one link: of a managed object itself, otherwise of a new or updated one.
    private func linkedRow(_ given: Any, _ target: ClassBinding, _ property: PropertyBinding) -> RowID? {
        guard let source = ValueSource(given) else {
            fail(.invalidValue, property.owner, property, Self.noObject(given, target))
            return nil
        }
        if case .copy(let object) = source {
            if object.isInvalidated {
                stopForMisuse(
                    "A deleted or invalidated object of \(target.name) cannot be linked to: fetch the object again.")
            }
            if object.context === context, object.binding === target, !target.isEmbedded { return object.row }
        }
        return place(source, target)
    }

    private static func noObject(_ given: Any, _ target: ClassBinding) -> String {
        "a value of type \(type(of: given)) is no object of \(target.name)."
    }

    // MARK: Lists

    private func writeList(_ given: Any, _ property: PropertyBinding, _ entry: Entry) {
        guard let present = unwrapped(given) else { return storeElements([], into: property, of: entry) }
        guard let elements = anyElements(present) else {
            fail(.invalidValue, property.owner, property, "a value of type \(type(of: present)) is no list.")
            return
        }
        if let target = property.target {
            writeLinks(elements, property, target, entry)
            return
        }
        guard let coder = property.description.accessor.elementCoder else { return }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = coerced(element, coder, property) else { return }
            values.append(value)
        }
        storeElements(values, into: property, of: entry)
    }

    private func writeLinks(
        _ elements: [Any], _ property: PropertyBinding, _ target: ClassBinding, _ entry: Entry
    ) {
        var kept: [Value] = []
        if target.isEmbedded, !entry.isNew, policy == .modified {
            for (value, element) in zip(storedElements(property, entry.row), elements) {
                guard case .link(let row) = value, let present = unwrapped(element) else { break }
                update(row, from: present, target, property)
                kept.append(value)
            }
        }
        var rows: [Value] = []
        for element in elements.dropFirst(kept.count) {
            guard let present = unwrapped(element) else {
                fail(.missingValue, property.owner, property, "a list of objects cannot hold null.")
                return
            }
            guard let row = linkedRow(present, target, property) else { return }
            rows.append(.link(row))
        }
        if kept.isEmpty {
            storeElements(rows, into: property, of: entry)
        } else {
            replaceTail(from: kept.count, withRows: rows, property, entry)
        }
    }

    // MARK: Scalars

    private func coerced(_ given: Any, _ property: PropertyBinding) -> Value? {
        guard let coder = property.description.accessor.coder else { return nil }
        return coerced(given, coder, property)
    }

    private func coerced(_ given: Any, _ coder: AnyValueCoder, _ property: PropertyBinding) -> Value? {
        do throws(CoercionFailure) { return try coder.coerce(given) } catch {
            let found = unwrapped(given).map { "\($0) of type \(type(of: $0))" } ?? "null"
            switch error {
            case .null: fail(.missingValue, property.owner, property, "null was given for a required value.")
            case .mismatch: fail(.invalidValue, property.owner, property, "\(found) does not fit its type.")
            case .outOfRange: fail(.valueOutOfRange, property.owner, property, "\(found) is beyond what it holds.")
            }
            return nil
        }
    }

    private func fail(
        _ code: Realm.Error.Code, _ binding: ClassBinding, _ property: PropertyBinding?, _ what: String
    ) {
        let place = property.map { "\(binding.name).\($0.name)" } ?? binding.name
        context.doom(
            Realm.Error(
                code, "Cannot create the object: \(place): \(what)", file: context.path, className: binding.name,
                property: property?.name))
    }
}
