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

    private static func make<T>(_ type: T.Type) -> AnyValueCoder? {
        if let anyEnum = type as? any PersistableEnum.Type { return makeEnum(anyEnum) }
        if let scalar = type as? any StorableScalar.Type { return makeScalar(scalar) }
        if let object = type as? Object.Type { return LinkCoder<T>(object) }
        if let optional = type as? any OptionalValue.Type { return optional.makeCoder() }
        return nil
    }

    private static func makeEnum<E: PersistableEnum>(_ type: E.Type) -> AnyValueCoder? {
        ValueCoder<E.RawValue>.shared.map { EnumCoder<E>($0) }
    }

    private static func makeScalar<S: StorableScalar>(_ type: S.Type) -> AnyValueCoder { ScalarCoder<S>() }
}
