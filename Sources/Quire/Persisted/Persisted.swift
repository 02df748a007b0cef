// The property wrapper of stored properties. Inlined whole into the user's module: a managed read of a number is a
// compare and a few loads there.

/// A stored property of a class that inherits from `Object`.
///
/// Options belong to the class, never to the instance, so `_x = try decode…` keeps them.
@propertyWrapper
@safe
@frozen
public struct Persisted<Value: PersistableValue> {
    /// The value while unmanaged; afterwards only collections stay here.
    @usableFromInline var value: Value
    /// See `ColumnNumber`.
    @usableFromInline var column: UInt32
    /// The managed object of which this is a property, so that it can be encoded; nil while unmanaged.
    @usableFromInline var ownerReference: Unmanaged<Object>?

    /// Starts as the type's zero: 0, "", nil, empty; a new UUID, the current Date; the first case.
    @inlinable
    public init() {
        value = ._zero
        column = Self.columnWithoutDefault
        unsafe ownerReference = nil
    }

    /// A declared default, evaluated for each instance.
    @inlinable
    public init(wrappedValue: Value) {
        value = wrappedValue
        column = 0
        unsafe ownerReference = nil
    }

    /// The key: Int, Int8…Int64, String, UUID, their optionals, enums over them; it never changes once managed.
    /// `indexed`: any scalar; adding or dropping it changes no data.
    @inlinable
    public init(
        primaryKey: Bool = false, indexed: Bool = false, json: @autoclosure () -> JSONRule<Value> = .auto
    ) {
        value = ._zero
        column = describe(primaryKey, indexed, json) | Self.columnWithoutDefault
        unsafe ownerReference = nil
    }

    /// A declared default with options.
    @inlinable
    public init(
        wrappedValue: Value, primaryKey: Bool = false, indexed: Bool = false,
        json: @autoclosure () -> JSONRule<Value> = .auto
    ) {
        value = wrappedValue
        column = describe(primaryKey, indexed, json)
        unsafe ownerReference = nil
    }

    @inlinable @inline(__always)
    static var columnWithoutDefault: UInt32 {
        ColumnNumber.noDefaultFlag | (Value._hasLazyDefault ? ColumnNumber.lazyFlag : 0)
    }

    /// Only classes that inherit from `Object` have stored properties.
    @available(*, unavailable, message: "@Persisted works on properties of classes that inherit from Object")
    public var wrappedValue: Value {
        get { stopForMisuse("@Persisted works on properties of classes that inherit from Object.") }
        set { stopForMisuse("@Persisted works on properties of classes that inherit from Object.") }
    }

    /// Managed: one load; a write outside a transaction stops the program. Assigning a list copies its contents into
    /// the one that is there.
    @inlinable
    public static subscript<Owner: Object>(
        _enclosingInstance object: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Self>
    ) -> Value {
        @inline(__always)
        get {
            if Value._staysInWrapper {
                if unsafe object.leaf == nil, object[keyPath: storage].column & ColumnNumber.tracingFlag != 0 {
                    return tracedValue(of: object, object[keyPath: storage].column, Value.self)
                }
                return object[keyPath: storage].value
            }
            if unsafe object.leaf == nil {
                if object[keyPath: storage].column & ColumnNumber.slowReadMask == 0 {
                    return object[keyPath: storage].value
                }
                return object[keyPath: storage].readUnmanagedSlowly(object)
            }
            if unsafe object.readStamp != object.stampCell.unsafelyUnwrapped.pointee,
                !object.locateToRead(object[keyPath: storage].column)
            {
                return ._zero
            }
            let column = object[keyPath: storage].column
            if Value._isLeafNumber, object.isInLeaf(column) { return object.loadValue(column, Value.self) }
            return Value._read(object, column)
        }
        @inline(__always)
        set {
            if Value._staysInWrapper {
                object[keyPath: storage].value._assign(newValue)
            } else if unsafe object.leaf == nil {
                object[keyPath: storage].value = newValue
                object[keyPath: storage].column &= ~ColumnNumber.lazyFlag
            } else {
                let column = object[keyPath: storage].column
                if Value._isLeafNumber, object.isWritableInPlace(column) {
                    object.storeValue(column, newValue)
                } else {
                    Value._write(newValue, object, column)
                }
            }
        }
    }

    /// The managed object of which this is a property.
    var owner: Object? { unsafe ownerReference?.takeUnretainedValue() }

    /// A lazy default, or a tracing instance.
    @usableFromInline
    mutating func readUnmanagedSlowly(_ object: Object) -> Value {
        if column & ColumnNumber.tracingFlag != 0 { return tracedValue(of: object, column, Value.self) }
        value = Value._makeLazyDefault()
        column &= ~ColumnNumber.lazyFlag
        return value
    }
}

/// What an inverse property is made of.
public protocol _Inverse {
    /// The class whose objects link here.
    associatedtype Origin: Object
}

extension LinkingObjects: _Inverse {
    /// The class whose objects link here.
    public typealias Origin = Element
}

/// The single inverse `@Persisted(originProperty: "product") var item: Item?`: one of the objects that link here, nil
/// if none; read-only.
extension Optional: _Inverse where Wrapped: Object {
    /// The class whose objects link here.
    public typealias Origin = Wrapped
}

extension Persisted where Value: _Inverse {
    /// The objects whose property of this name links here; a wrong name is `.invalidSchema` at open with class and
    /// property.
    @inlinable
    public init(originProperty: String, json: @autoclosure () -> JSONRule<Value> = .ignore) {
        value = ._zero
        column = describeInverse(Value.Origin.self, { .name(originProperty) }, json) | 16
        unsafe ownerReference = nil
    }

    /// The same, checked by the compiler: a key path to a link or a list of this class.
    @inlinable
    public init<V>(
        inverse: @autoclosure () -> KeyPath<Value.Origin, V>, json: @autoclosure () -> JSONRule<Value> = .ignore
    ) {
        value = ._zero
        column = describeInverse(Value.Origin.self, { .path(inverse()) }, json) | 16
        unsafe ownerReference = nil
    }
}
