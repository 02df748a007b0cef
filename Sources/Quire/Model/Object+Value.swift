// Unmanaged objects from dictionaries, arrays and other objects.

import QuireStorage

extension Object {
    /// Unmanaged, from a dictionary, an array in property order, or an object; absent keys keep their defaults; a value
    /// of a wrong type stops the program.
    public convenience init(value: Any) {
        self.init()
        guard let source = ValueSource(value) else {
            stopForMisuse(
                "An object of \(type(of: self)) cannot be made from a value of type \(type(of: value)): give a "
                    + "dictionary, an array or an object.")
        }
        UnmanagedFiller.fill(self, from: source)
    }

    /// Gives an unmanaged object other values.
    final func fill(with values: [String: Any]) { UnmanagedFiller.fill(self, from: .dictionary(values)) }
}

/// Puts values into unmanaged objects.
private enum UnmanagedFiller {
    static func fill(_ object: Object, from source: ValueSource) {
        let description = ClassDescription.of(type(of: object))
        if case .array(let elements) = source, elements.count > description.definition.columns.count {
            stopForMisuse(
                "\(elements.count) values were given for the \(description.definition.columns.count) properties of "
                    + "\(description.name).")
        }
        var position = 0
        for property in description.properties where property.isStored {
            if let given = source.value(for: property, at: position) { set(given, property, of: object) }
            position += 1
        }
    }

    private static func set(_ given: Any, _ property: PropertyDescription, of object: Object) {
        let accessor = property.accessor
        switch property.kind {
        case .value: accessor.setUnmanagedValue(object, coerced(given, accessor.coder, property, object))
        case .link:
            let target = unwrapped(given).map { self.object($0, property, of: object) }
            accessor.setUnmanagedLink(object, target)
        case .list: setList(given, property, of: object)
        case .inverse, .singleInverse: break
        }
    }

    private static func setList(_ given: Any, _ property: PropertyDescription, of object: Object) {
        guard let present = unwrapped(given) else { return property.accessor.setUnmanagedElements(object, values: []) }
        guard let elements = anyElements(present) else { stop(given, property, object) }
        if property.targetType == nil {
            let coder = property.accessor.elementCoder
            property.accessor.setUnmanagedElements(
                object, values: elements.map { coerced($0, coder, property, object) })
        } else {
            property.accessor.setUnmanagedElements(
                object, objects: elements.map { self.object($0, property, of: object) })
        }
    }

    /// An object as it is, or one made of a dictionary or an array.
    private static func object(_ given: Any, _ property: PropertyDescription, of owner: Object) -> Object {
        guard let target = property.targetType, let present = unwrapped(given) else { stop(given, property, owner) }
        if let object = present as? Object, type(of: object) == target { return object }
        guard let source = ValueSource(present) else { stop(given, property, owner) }
        let made = target.init()
        fill(made, from: source)
        return made
    }

    private static func coerced(
        _ given: Any, _ coder: AnyValueCoder?, _ property: PropertyDescription, _ object: Object
    ) -> Value {
        guard let coder, let value = try? coder.coerce(given) else { stop(given, property, object) }
        return value
    }

    private static func stop(_ given: Any, _ property: PropertyDescription, _ object: Object) -> Never {
        let found = unwrapped(given).map { "\($0) of type \(type(of: $0))" } ?? "nil"
        stopForMisuse("\(found) does not fit \(type(of: object)).\(property.name): give a value of its own type.")
    }
}
