// Moves values of one Swift type to and from the engine: the general way, for list elements, links, enums and everything
// that is not on the inlined paths. One coder per type, without state.

import QuireStorage

/// What the schema needs to know about a type.
struct ColumnShape: Equatable {
    var type: ColumnType
    var isOptional = false
    var elementType: ColumnType?
    var isElementOptional = false
    /// The class that a link or a list of links leads to.
    var target: Object.Type?
    /// The target is an embedded object.
    var isOwning: Bool { target.map { $0 is EmbeddedObject.Type } ?? false }

    static func == (a: Self, b: Self) -> Bool {
        a.type == b.type && a.isOptional == b.isOptional && a.elementType == b.elementType
            && a.isElementOptional == b.isElementOptional && a.target == b.target
    }
}

/// A coder of an unknown type.
class AnyValueCoder: @unchecked Sendable {
    let shape: ColumnShape

    init(shape: ColumnShape) { self.shape = shape }

    /// False for a number outside the Swift type's range and for a raw value that no case has.
    func accepts(_ value: Value) -> Bool { true }
    /// The value of any type as the engine stores it; nil if it does not fit the type. Numbers, text and raw values are
    /// taken as Realm takes them; nothing is added or linked.
    func coerce(_ value: Any) -> Value? { nil }
}

/// The coder of `T`.
class ValueCoder<T>: AnyValueCoder, @unchecked Sendable {
    /// The Swift value; nil if the stored one is no value of the type (a raw value without a case).
    func decode(_ value: Value, _ context: RealmContext) -> T? { nil }
    /// The stored value. An unmanaged object is added first.
    func encode(_ value: T, _ context: RealmContext) -> Value { .none }
    /// The coder of a type; nil if it cannot be stored.
    static var shared: ValueCoder<T>? { CoderRegistry.coder(for: T.self) }
}

/// The coders made so far.
enum CoderRegistry {
    /// The coder of a type; nil if it cannot be stored.
    static func coder<T>(for type: T.Type) -> ValueCoder<T>? { nil }
}
