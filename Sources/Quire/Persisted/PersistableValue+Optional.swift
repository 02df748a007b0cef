// Optionals: links, and scalars that may be nil. Optional conforms whatever it wraps, because `Object?` must; what
// cannot be stored is found when the class is described. Comparing metatypes costs nothing where the compiler knows the
// type.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Optional: PersistableValue {
    /// What a property without a declared default starts as.
    @inlinable public static var _zero: Self { nil }

    /// Reads a property of a managed object that has been located.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Self {
        if Wrapped.self == Int.self { return numberRead(owner, column, Int.self) }
        if Wrapped.self == Double.self { return numberRead(owner, column, Double.self) }
        if Wrapped.self == Int32.self { return numberRead(owner, column, Int32.self) }
        if Wrapped.self == Int64.self { return numberRead(owner, column, Int64.self) }
        if Wrapped.self == Float.self { return numberRead(owner, column, Float.self) }
        if Wrapped.self == Bool.self {
            guard owner.isInLeaf(column) else { return owner.readGeneral(column, Self.self) ?? nil }
            return unsafe owner.isNull(column) ? nil : unsafeBitCast(Bool._read(owner, column), to: Wrapped.self)
        }
        if Wrapped.self == Date.self {
            guard owner.isInLeaf(column) else { return owner.readGeneral(column, Self.self) ?? nil }
            return unsafe owner.isNull(column) ? nil : unsafeBitCast(Date._read(owner, column), to: Wrapped.self)
        }
        if Wrapped.self == String.self {
            if owner.isInLeaf(column) {
                if owner.isNull(column) { return nil }
                let cell = owner.loadCell(column)
                if let text = SmallText.string(cell.0, cell.1) { return unsafe unsafeBitCast(text, to: Wrapped.self) }
            }
            return unsafe unsafeBitCast(owner.readOptionalText(column), to: Self.self)
        }
        if column & ColumnNumber.linkFlag != 0 { return unsafe unsafeBitCast(owner.readLink(column), to: Self.self) }
        return owner.readGeneral(column, Self.self) ?? nil
    }

    /// Writes a property of a managed object.
    @inlinable
    public static func _write(_ value: Self, _ owner: Object, _ column: UInt32) {
        if Wrapped.self == Int.self { return numberWrite(value, owner, column, Int.self) }
        if Wrapped.self == Double.self { return numberWrite(value, owner, column, Double.self) }
        if Wrapped.self == Int32.self { return numberWrite(value, owner, column, Int32.self) }
        if Wrapped.self == Int64.self { return numberWrite(value, owner, column, Int64.self) }
        if Wrapped.self == Float.self { return numberWrite(value, owner, column, Float.self) }
        if Wrapped.self == String.self {
            return owner.writeText(column, unsafe unsafeBitCast(value, to: String?.self))
        }
        if column & ColumnNumber.linkFlag != 0 {
            return owner.writeLink(column, unsafe unsafeBitCast(value, to: Object?.self))
        }
        owner.writeGeneral(column, value)
    }

    @inlinable @inline(__always)
    static func numberRead<N: _LeafNumber>(_ owner: Object, _ column: UInt32, _ type: N.Type) -> Self {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Self.self) ?? nil }
        return unsafe owner.isNull(column) ? nil : unsafeBitCast(owner.load(column, as: N.self), to: Wrapped.self)
    }

    @inlinable @inline(__always)
    static func numberWrite<N: _LeafNumber>(_ value: Self, _ owner: Object, _ column: UInt32, _ type: N.Type) {
        if let present = value {
            let number = unsafe unsafeBitCast(present, to: N.self)
            if owner.isWritableInPlace(column) {
                owner.setNull(column, false)
                owner.store(column, number)
            } else {
                N._writeSlowly(number, owner, column)
            }
        } else if owner.isWritableInPlace(column) {
            owner.setNull(column, true)
            owner.store(column, N._zero)
        } else {
            owner.writeNil(column)
        }
    }
}
