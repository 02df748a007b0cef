// Makes the description of one class from its fields and from one probe instance, whose wrappers say their options.

import QuireStorage

/// Describes one class.
struct ClassDescriptionBuilder {
    private let type: Object.Type
    private let name: String
    private let probe: Object
    private let options: [PropertyOptions]
    private let declaredKey: String?
    private let declaredIndexes: Set<String>
    private let ignored: Set<String>
    private var problems: [SchemaProblem] = []

    init(_ type: Object.Type) {
        self.type = type
        name = Self.name(of: type)
        (probe, options) = DescriptionRecorder.record { type.init() }
        declaredKey = type.primaryKey()
        declaredIndexes = Set(type.indexedProperties())
        ignored = Set(type.ignoredProperties())
    }

    /// The name of a class in files: its own, without module or outer types.
    static func name(of type: Object.Type) -> String { _typeName(type, qualified: false) }

    func build() -> ClassDescription {
        var builder = self
        let properties = builder.makeProperties()
        builder.check(properties)
        return ClassDescription(
            type: type, name: name, properties: properties, definition: definition(properties),
            problems: builder.problems)
    }

    private mutating func report(_ property: String?, _ sentence: String) {
        problems.append(SchemaProblem(className: name, property: property, sentence: sentence))
    }

    // MARK: Properties

    private mutating func makeProperties() -> [PropertyDescription] {
        var properties: [PropertyDescription] = []
        for field in ClassFields.of(type, probe: probe) {
            guard let property = makeProperty(field) else { continue }
            if properties.contains(where: { $0.name == property.name }) {
                report(property.name, "\(name).\(property.name) is declared more than once in the class hierarchy.")
                continue
            }
            properties.append(property)
        }
        return properties
    }

    private mutating func makeProperty(_ field: ClassField) -> PropertyDescription? {
        guard field.name.hasPrefix("_"), let wrapper = field.type as? any PersistedField.Type else {
            return (field.type as? any InverseField.Type).flatMap { makeStoredInverse(field, $0) }
        }
        let propertyName = String(field.name.dropFirst())
        if ignored.contains(propertyName) { return nil }
        guard let accessor = wrapper.makeAccessor(fieldOffset: field.offset), let shape = accessor.shape else {
            report(
                propertyName,
                "\(name).\(propertyName) is of type \(wrapper.valueType), which cannot be stored: use Bool, an integer, "
                    + "Float, Double, Date, String, Data, UUID, an enum, an optional Object, or a List of these.")
            return nil
        }
        let marks = accessor.unmanagedColumn(probe)
        let option = marks & ColumnNumber.markFlag == 0 ? PropertyOptions() : options[ColumnNumber.mark(marks)]
        var kind = accessor.kind
        var origin: Origin?
        if let originType = option.originType {
            kind = kind == .link ? .singleInverse : .inverse
            origin = makeOrigin(propertyName, originType, option.originProperty)
        } else if kind == .inverse {
            report(
                propertyName,
                "\(name).\(propertyName) does not say which property it is the inverse of: write "
                    + "@Persisted(originProperty: \"…\").")
            return nil
        }
        return PropertyDescription(
            name: propertyName, kind: kind, shape: shape,
            isPrimaryKey: option.isPrimaryKey || declaredKey == propertyName,
            isIndexed: option.isIndexed || declaredIndexes.contains(propertyName),
            hasDefault: marks & ColumnNumber.noDefaultFlag == 0 || marks & ColumnNumber.lazyFlag != 0,
            origin: origin, rule: option.rule, accessor: accessor)
    }

    private func makeStoredInverse(_ field: ClassField, _ inverse: any InverseField.Type) -> PropertyDescription? {
        let propertyName = field.name
        if ignored.contains(propertyName) { return nil }
        let accessor = inverse.makeStoredAccessor(fieldOffset: field.offset)
        guard let box = accessor.box(of: probe), let originType = box.originType, let property = box.originProperty
        else {
            return nil
        }
        return PropertyDescription(
            name: propertyName, kind: .inverse, shape: accessor.shape ?? ColumnShape(type: .link), isPrimaryKey: false,
            isIndexed: false, hasDefault: true, origin: Origin(type: originType, property: property), rule: nil,
            accessor: accessor)
    }

    private mutating func makeOrigin(_ property: String, _ type: Object.Type, _ spelling: OriginProperty?) -> Origin? {
        switch spelling {
        case .name(let name): return Origin(type: type, property: name)
        case .path(let path):
            if let names = KeyPathTracer.propertyNames(of: path, root: type), names.count == 1 {
                return Origin(type: type, property: names[0])
            }
            report(
                property,
                "\(name).\(property) names its origin by a key path that is not a single @Persisted property of "
                    + "\(type).")
            return nil
        case nil: return nil
        }
    }

    // MARK: What one class shows

    private mutating func check(_ properties: [PropertyDescription]) {
        if properties.isEmpty && problems.isEmpty {
            report(nil, "\(name) has no @Persisted property: mark what is to be stored.")
        }
        if properties.count >= ColumnNumber.propertyLimit {
            report(nil, "\(name) has more than \(ColumnNumber.propertyLimit - 1) properties.")
        }
        checkKeys(properties)
        for property in properties where property.isIndexed {
            let isScalar = property.kind == .value && property.columnType != .data
            if !isScalar {
                report(property.name, "\(name).\(property.name) cannot be indexed: only scalars can, and not Data.")
            }
        }
        for missing in declaredIndexes.sorted() where !properties.contains(where: { $0.name == missing }) {
            report(missing, "\(name).indexedProperties() names \(missing), which is no @Persisted property of it.")
        }
    }

    private mutating func checkKeys(_ properties: [PropertyDescription]) {
        let keys = properties.filter(\.isPrimaryKey)
        if keys.count > 1 {
            let names = keys.map(\.name).joined(separator: " and ")
            report(keys[1].name, "\(name) has more than one primary key, \(names): a class has one at most.")
        }
        if let declaredKey, !properties.contains(where: { $0.name == declaredKey }) {
            report(declaredKey, "\(name).primaryKey() names \(declaredKey), which is no @Persisted property of it.")
        }
        for key in keys {
            if type is EmbeddedObject.Type {
                report(key.name, "\(name).\(key.name) cannot be a primary key: embedded objects have none.")
                continue
            }
            switch key.columnType {
            case .int8, .int16, .int32, .int64, .text, .uuid: break
            default:
                report(
                    key.name,
                    "\(name).\(key.name) cannot be a primary key: a key is an integer, a String, a UUID, an optional of "
                        + "these, or an enum over them.")
            }
        }
    }

    // MARK: For the engine

    private func definition(_ properties: [PropertyDescription]) -> ClassDefinition {
        let stored = properties.filter(\.isStored)
        let columns = stored.map { property in
            let shape = property.shape
            return ColumnDefinition(
                name: property.name, type: shape.type, isOptional: shape.isOptional, elementType: shape.elementType,
                isElementOptional: shape.isElementOptional, target: shape.target.map(Self.name(of:)),
                isOwning: shape.isOwning, isIndexed: property.isIndexed && !property.isPrimaryKey,
                defaultValue: constantDefault(property))
        }
        return ClassDefinition(
            name: name, columns: columns, primaryKey: stored.firstIndex { $0.isPrimaryKey },
            isEmbedded: type is EmbeddedObject.Type)
    }

    /// The declared default: what rows older than the property read. One that differs from instance to instance, such as
    /// `Date()`, is evaluated once, so that old rows share a value that stays.
    private func constantDefault(_ property: PropertyDescription) -> Value {
        guard property.kind == .value, property.hasDefault else { return .none }
        if property.accessor.unmanagedColumn(probe) & ColumnNumber.lazyFlag != 0 { return .none }
        return property.accessor.unmanagedValue(probe)
    }
}
