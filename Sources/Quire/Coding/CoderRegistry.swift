// The coder of each type, made once per process.

import QuireStorage

/// The coders made so far.
enum CoderRegistry {
    private static let made = Lock<[ObjectIdentifier: AnyValueCoder]>([:])

    /// The coder of a type; nil if it cannot be stored.
    static func coder<T>(for type: T.Type) -> ValueCoder<T>? {
        let key = ObjectIdentifier(type)
        if let known = made.withLock({ $0[key] }) { return known as? ValueCoder<T> }
        guard let coder = make(type) else { return nil }
        made.withLock { $0[key] = coder }
        return coder as? ValueCoder<T>
    }

    /// The types that a column holds without help, found without asking the runtime what they conform to: the first such
    /// question about a type makes it search every library of the program, and every class description asks several.
    private static let scalars: [ObjectIdentifier: AnyValueCoder] = {
        Dictionary(uniqueKeysWithValues: storableScalars.map { (ObjectIdentifier($0), makeScalar($0)) })
    }()

    /// True for a scalar or a class of objects: neither an optional nor an enum.
    static func isPlain<T>(_ type: T.Type) -> Bool { scalars[ObjectIdentifier(type)] != nil || type is Object.Type }

    private static func make<T>(_ type: T.Type) -> AnyValueCoder? {
        if let scalar = scalars[ObjectIdentifier(type)] { return scalar }
        if let object = type as? Object.Type { return LinkCoder<T>(object) }
        if let optional = type as? any OptionalValue.Type { return optional.makeCoder() }
        if let anyEnum = type as? any PersistableEnum.Type { return makeEnum(anyEnum) }
        return nil
    }

    private static func makeEnum<E: PersistableEnum>(_ type: E.Type) -> AnyValueCoder? {
        ValueCoder<E.RawValue>.shared.map { EnumCoder<E>($0) }
    }

    private static func makeScalar<S: StorableScalar>(_ type: S.Type) -> AnyValueCoder { ScalarCoder<S>() }
}
