// Bool and numbers: one load, one store. The wrapper itself does it for whatever lies in the leaf as it lies in memory.

/// A number that lies in the leaf as it lies in memory.
public protocol _LeafNumber: PersistableValue, BitwiseCopyable {
    /// Writes a column that cannot be written in place.
    static func _writeSlowly(_ value: Self, _ owner: Object, _ column: UInt32)
}

extension _LeafNumber {
    /// Every bit pattern is a number.
    @inlinable public static var _isLeafNumber: Bool { true }
    /// Reads it in the leaf, or wherever else it is.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Self {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Self.self) ?? ._zero }
        return owner.load(column, as: Self.self)
    }
    /// Writes it in place, or through the table.
    @inlinable
    public static func _write(_ value: Self, _ owner: Object, _ column: UInt32) {
        if owner.isWritableInPlace(column) { owner.store(column, value) } else { _writeSlowly(value, owner, column) }
    }
}

/// Int, Int8…Int64.
public protocol _LeafInteger: _LeafNumber, FixedWidthInteger {}

extension _LeafInteger {
    /// 0.
    @inlinable public static var _zero: Self { 0 }
    /// Writes an indexed integer, or one outside of the leaf.
    @inlinable
    public static func _writeSlowly(_ value: Self, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(truncatingIfNeeded: value))
    }
}

extension Int: PersistableValue, _LeafInteger {}
extension Int8: PersistableValue, _LeafInteger {}
extension Int16: PersistableValue, _LeafInteger {}
extension Int32: PersistableValue, _LeafInteger {}
extension Int64: PersistableValue, _LeafInteger {}

extension Double: PersistableValue, _LeafNumber {
    /// 0.
    @inlinable public static var _zero: Double { 0 }
    /// Writes an indexed number, or one outside of the leaf.
    @inlinable
    public static func _writeSlowly(_ value: Double, _ owner: Object, _ column: UInt32) {
        owner.writeDouble(column, value)
    }
}

extension Float: PersistableValue, _LeafNumber {
    /// 0.
    @inlinable public static var _zero: Float { 0 }
    /// Writes an indexed number, or one outside of the leaf.
    @inlinable
    public static func _writeSlowly(_ value: Float, _ owner: Object, _ column: UInt32) {
        owner.writeFloat(column, value)
    }
}

extension Bool: PersistableValue {
    /// false.
    @inlinable public static var _zero: Bool { false }
    /// The lowest bit of the byte; a byte of a damaged file could hold others.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Bool {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Bool.self) ?? false }
        return owner.load(column, as: UInt8.self) & 1 != 0
    }
    /// Writes a byte of 0 or 1.
    @inlinable
    public static func _write(_ value: Bool, _ owner: Object, _ column: UInt32) {
        if owner.isWritableInPlace(column) {
            owner.store(column, value ? 1 : 0 as UInt8)
        } else {
            owner.writeBool(column, value)
        }
    }
}
