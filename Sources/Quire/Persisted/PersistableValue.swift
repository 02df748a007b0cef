// What a stored property may hold, and how it is read from and written to a managed object.

/// What `@Persisted` stores: Bool, Int, Int8…Int64, Float, Double, Date, String, Data, UUID, enums, links, lists; each
/// scalar optional too. Own conformances are not supported; enums conform to `PersistableEnum`.
public protocol PersistableValue {
    /// What a property without a declared default starts as, and what stands in where nothing could be read.
    static var _zero: Self { get }
    /// The wrapper keeps the value when its object is managed too (collections).
    static var _staysInWrapper: Bool { get }
    /// The value lies in the leaf as it lies in memory, and every bit pattern is one.
    static var _isLeafNumber: Bool { get }
    /// A property without a declared default is given one at its first read.
    static var _hasLazyDefault: Bool { get }
    /// That default.
    static func _makeLazyDefault() -> Self
    /// Takes over the contents of another value of a type that stays in the wrapper.
    func _assign(_ other: Self)
    /// Reads a property of a managed object that has been located.
    static func _read(_ owner: Object, _ column: UInt32) -> Self
    /// Writes a property of a managed object.
    static func _write(_ value: Self, _ owner: Object, _ column: UInt32)
}

extension PersistableValue {
    /// Only collections stay.
    @inlinable public static var _staysInWrapper: Bool { false }
    /// Only numbers do.
    @inlinable public static var _isLeafNumber: Bool { false }
    /// Only UUID and Date have one.
    @inlinable public static var _hasLazyDefault: Bool { false }
    /// Never asked for.
    @inlinable
    public static func _makeLazyDefault() -> Self { _zero }
    /// Only collections are assigned to.
    @inlinable
    public func _assign(_ other: Self) {}
    /// Reads through the table.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Self {
        owner.readGeneral(column, Self.self) ?? _zero
    }
    /// Writes through the table.
    @inlinable
    public static func _write(_ value: Self, _ owner: Object, _ column: UInt32) {
        owner.writeGeneral(column, value)
    }
}

/// An enum stored as its raw value (Int, Int8…Int64, Float, Double, String). Without a declared default it starts as
/// its first case.
public protocol PersistableEnum: PersistableValue, CaseIterable, Comparable, RawRepresentable, Sendable
where RawValue: PersistableValue & Comparable {}

extension PersistableEnum {
    /// The order of the raw values, in which the file sorts and compares them too.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// What a property without a declared default starts as.
    public static var _zero: Self {
        guard let first = allCases.first else {
            stopForMisuse("The enum \(Self.self) has no case: a stored enum needs at least one.")
        }
        return first
    }
    /// Reads a property of a managed object that has been located. Outside of the leaf the property's own coder does,
    /// which is none of raw values.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Self {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Self.self) ?? _zero }
        if let value = Self(rawValue: RawValue._read(owner, column)) { return value }
        owner.foundInvalidCase(column)
        return _zero
    }
    /// Writes a property of a managed object.
    @inlinable
    public static func _write(_ value: Self, _ owner: Object, _ column: UInt32) {
        RawValue._write(value.rawValue, owner, column)
    }
}
