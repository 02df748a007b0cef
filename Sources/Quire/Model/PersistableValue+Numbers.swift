// Bool and numbers: one load, one store.

/// A number that lies in the leaf as it lies in memory.
public protocol _LeafNumber: PersistableValue, BitwiseCopyable {
    /// Writes a column that cannot be written in place.
    static func _writeSlowly(_ value: Self, _ owner: Object, _ column: UInt32)
}

extension _LeafNumber {
    @inlinable @inline(__always)
    public static func _read(_ owner: Object, _ column: UInt32) -> Self {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Self.self) ?? ._zero }
        return owner.load(column, as: Self.self)
    }
    @inlinable @inline(__always)
    public static func _write(_ value: Self, _ owner: Object, _ column: UInt32) {
        if owner.isWritableInPlace(column) { owner.store(column, value) } else { _writeSlowly(value, owner, column) }
    }
}

/// Int, Int8…Int64.
public protocol _LeafInteger: _LeafNumber, FixedWidthInteger {}

extension _LeafInteger {
    @inlinable public static var _zero: Self { 0 }
    @inlinable public static func _writeSlowly(_ value: Self, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(truncatingIfNeeded: value))
    }
}

extension Int: _LeafInteger {}
extension Int8: _LeafInteger {}
extension Int16: _LeafInteger {}
extension Int32: _LeafInteger {}
extension Int64: _LeafInteger {}

extension Double: _LeafNumber {
    @inlinable public static var _zero: Double { 0 }
    @inlinable public static func _writeSlowly(_ value: Double, _ owner: Object, _ column: UInt32) {
        owner.writeDouble(column, value)
    }
}

extension Float: _LeafNumber {
    @inlinable public static var _zero: Float { 0 }
    @inlinable public static func _writeSlowly(_ value: Float, _ owner: Object, _ column: UInt32) {
        owner.writeFloat(column, value)
    }
}

extension Bool: PersistableValue {
    @inlinable public static var _zero: Bool { false }
    @inlinable @inline(__always)
    public static func _read(_ owner: Object, _ column: UInt32) -> Bool {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Bool.self) ?? false }
        return owner.load(column, as: UInt8.self) & 1 != 0
    }
    @inlinable @inline(__always)
    public static func _write(_ value: Bool, _ owner: Object, _ column: UInt32) {
        if owner.isWritableInPlace(column) {
            owner.store(column, value ? 1 : 0 as UInt8)
        } else {
            owner.writeBool(column, value)
        }
    }
}
