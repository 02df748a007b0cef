// Moves values of one Swift type to and from the engine: the general way, for list elements, links, enums and
// everything that is not on the inlined paths. One coder per type, without state.

import QuireStorage

/// Why a value given as `Any` cannot become a property's value.
enum CoercionFailure: Error {
    /// nil or NSNull for a type that has no nil.
    case null
    /// A value of another type.
    case mismatch
    /// The right type, but more than the property holds.
    case outOfRange
}

/// A coder of an unknown type.
class AnyValueCoder: @unchecked Sendable {
    let shape: ColumnShape

    init(shape: ColumnShape) { self.shape = shape }

    /// False for a number outside the Swift type's range and for a raw value that no case has.
    func accepts(_ value: Value) -> Bool { true }

    /// The value of any type as the engine stores it. Numbers, text and raw values are taken as Realm takes them;
    /// objects are not, because they need a Realm.
    func coerce(_ value: Any) throws(CoercionFailure) -> Value { throw .mismatch }

    /// The Swift value of a stored one, in an `Any`; nil if it is no value of the type. Not for links.
    func decodeAny(_ value: Value) -> Any? { nil }

    /// A key as the Swift type that holds it; of an enum its raw value.
    func keyValue(_ value: Value) -> (any Hashable & Sendable)? { nil }
}

/// The coder of `T`.
class ValueCoder<T>: AnyValueCoder, @unchecked Sendable {
    /// The Swift value; nil if the stored one is no value of the type (a raw value without a case).
    func decode(_ value: Value, _ context: RealmContext) -> T? { decodeScalar(value) }

    /// The stored value. An unmanaged object is added first; where that fails the scope is doomed and `.none` given.
    func encode(_ value: T, _ context: RealmContext) -> Value { encodeScalar(value) }

    /// As `decode`, for types that need no Realm; nil for links.
    func decodeScalar(_ value: Value) -> T? { nil }

    /// As `encode`, for types that need no Realm; `.none` for links.
    func encodeScalar(_ value: T) -> Value { .none }

    override func decodeAny(_ value: Value) -> Any? { decodeScalar(value) }

    /// The coder of the type; nil if it cannot be stored.
    static var shared: ValueCoder<T>? { CoderRegistry.coder(for: T.self) }
}

/// Bool, numbers, text, Data, Date, UUID.
final class ScalarCoder<T: StorableScalar>: ValueCoder<T>, @unchecked Sendable {
    init() { super.init(shape: ColumnShape(type: T.columnType)) }

    override func decodeScalar(_ value: Value) -> T? { T(stored: value) }
    override func encodeScalar(_ value: T) -> Value { value.stored }
    override func accepts(_ value: Value) -> Bool { T(stored: value) != nil }
    override func keyValue(_ value: Value) -> (any Hashable & Sendable)? { T(stored: value) }
    override func coerce(_ value: Any) throws(CoercionFailure) -> Value {
        if type(of: value) == T.self, let same = value as? T { return same.stored }
        guard let present = unwrapped(value) else { throw .null }
        return try T.coerced(present).stored
    }
}

/// Enums, by their raw values.
final class EnumCoder<E: PersistableEnum>: ValueCoder<E>, @unchecked Sendable {
    private let rawCoder: ValueCoder<E.RawValue>

    init(_ rawCoder: ValueCoder<E.RawValue>) {
        self.rawCoder = rawCoder
        super.init(shape: rawCoder.shape)
    }

    override func decodeScalar(_ value: Value) -> E? { rawCoder.decodeScalar(value).flatMap(E.init(rawValue:)) }
    override func encodeScalar(_ value: E) -> Value { rawCoder.encodeScalar(value.rawValue) }
    override func accepts(_ value: Value) -> Bool { decodeScalar(value) != nil }
    override func keyValue(_ value: Value) -> (any Hashable & Sendable)? { rawCoder.keyValue(value) }
    override func coerce(_ value: Any) throws(CoercionFailure) -> Value {
        guard let present = unwrapped(value) else { throw .null }
        if let sameEnum = present as? E { return encodeScalar(sameEnum) }
        let raw = try rawCoder.coerce(present)
        guard accepts(raw) else { throw .mismatch }
        return raw
    }
}

/// Optionals of all of these, and links.
final class OptionalCoder<Wrapped>: ValueCoder<Wrapped?>, @unchecked Sendable {
    private let base: ValueCoder<Wrapped>

    init(_ base: ValueCoder<Wrapped>) {
        self.base = base
        var shape = base.shape
        shape.isOptional = true
        super.init(shape: shape)
    }

    override func decode(_ value: Value, _ context: RealmContext) -> Wrapped?? {
        value == .none ? .some(nil) : .some(base.decode(value, context))
    }
    override func encode(_ value: Wrapped?, _ context: RealmContext) -> Value {
        guard let value else { return .none }
        return base.encode(value, context)
    }
    override func decodeScalar(_ value: Value) -> Wrapped?? {
        value == .none ? .some(nil) : .some(base.decodeScalar(value))
    }
    override func encodeScalar(_ value: Wrapped?) -> Value {
        guard let value else { return .none }
        return base.encodeScalar(value)
    }
    override func accepts(_ value: Value) -> Bool { value == .none || base.accepts(value) }
    override func keyValue(_ value: Value) -> (any Hashable & Sendable)? { base.keyValue(value) }
    override func coerce(_ value: Any) throws(CoercionFailure) -> Value {
        if type(of: value) == Wrapped.self { return try base.coerce(value) }
        guard let present = unwrapped(value) else { return .none }
        return try base.coerce(present)
    }
    override func decodeAny(_ value: Value) -> Any? { value == .none ? nil : base.decodeAny(value) }
}

/// Objects, as links. `T` is a subclass of `Object`.
final class LinkCoder<T>: ValueCoder<T>, @unchecked Sendable {
    private let target: Object.Type

    init(_ target: Object.Type) {
        self.target = target
        super.init(shape: ColumnShape(type: .link, target: target))
    }

    override func decode(_ value: Value, _ context: RealmContext) -> T? {
        guard case .link(let row) = value else { return nil }
        let binding = context.binding(target)
        return context.attempt(context.placeholder(binding)) { () throws(StorageError) in
            try binding.object(referenced: row)
        } as? T
    }
    override func encode(_ value: T, _ context: RealmContext) -> Value {
        guard let object = value as? Object else { return .none }
        return context.rowToLink(object, context.binding(target)).map { .link($0) } ?? .none
    }
}

/// What is inside nested optionals; nil for nil and NSNull.
func unwrapped(_ value: Any) -> Any? {
    var current = value
    while let optional = current as? any OptionalValue {
        guard let inner = optional.wrappedAny else { return nil }
        current = inner
    }
    // Foundation's class, which the essentials do not have: its name is asked for only where no model stands.
    guard type(of: current) is AnyClass, !(current is Object) else { return current }
    return String(describing: type(of: current)) == "NSNull" ? nil : current
}

/// Optional, as seen from an `Any`.
protocol OptionalValue {
    var wrappedAny: Any? { get }
    static func makeCoder() -> AnyValueCoder?
}

extension Optional: OptionalValue {
    var wrappedAny: Any? { self }
    static func makeCoder() -> AnyValueCoder? {
        // An optional of an optional has two kinds of nil, of which a column keeps one.
        if !CoderRegistry.isPlain(Wrapped.self), Wrapped.self is any OptionalValue.Type { return nil }
        return ValueCoder<Wrapped>.shared.map { OptionalCoder($0) }
    }
}
