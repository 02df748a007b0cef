// Bool and numbers: one load, one store. Each type spells its methods out, because those of a protocol extension are not
// inlined into other modules.

/// A number that lies in the leaf as it lies in memory.
public protocol _LeafNumber: PersistableValue, BitwiseCopyable {
    /// Writes a column that cannot be written in place.
    static func _writeSlowly(_ value: Self, _ owner: Object, _ column: UInt32)
}

extension Object {
    @inlinable @inline(__always)
    final func readNumber<N: _LeafNumber>(_ column: UInt32, _ type: N.Type) -> N {
        guard isInLeaf(column) else { return readGeneral(column, N.self) ?? N._zero }
        return load(column, as: N.self)
    }

    @inlinable @inline(__always)
    final func writeNumber<N: _LeafNumber>(_ column: UInt32, _ value: N) {
        if isWritableInPlace(column) { store(column, value) } else { N._writeSlowly(value, self, column) }
    }
}

extension Int: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Int { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Int { owner.readNumber(column, Int.self) }
    @inlinable
    public static func _write(_ value: Int, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Int, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(value))
    }
}

extension Int8: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Int8 { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Int8 { owner.readNumber(column, Int8.self) }
    @inlinable
    public static func _write(_ value: Int8, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Int8, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(value))
    }
}

extension Int16: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Int16 { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Int16 { owner.readNumber(column, Int16.self) }
    @inlinable
    public static func _write(_ value: Int16, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Int16, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(value))
    }
}

extension Int32: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Int32 { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Int32 { owner.readNumber(column, Int32.self) }
    @inlinable
    public static func _write(_ value: Int32, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Int32, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(value))
    }
}

extension Int64: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Int64 { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Int64 { owner.readNumber(column, Int64.self) }
    @inlinable
    public static func _write(_ value: Int64, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Int64, _ owner: Object, _ column: UInt32) {
        owner.writeInteger(column, Int64(value))
    }
}

extension Double: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Double { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Double { owner.readNumber(column, Double.self) }
    @inlinable
    public static func _write(_ value: Double, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Double, _ owner: Object, _ column: UInt32) {
        owner.writeDouble(column, value)
    }
}

extension Float: PersistableValue, _LeafNumber {
    @inlinable public static var _isLeafNumber: Bool { true }
    @inlinable public static var _zero: Float { 0 }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Float { owner.readNumber(column, Float.self) }
    @inlinable
    public static func _write(_ value: Float, _ owner: Object, _ column: UInt32) { owner.writeNumber(column, value) }
    @inlinable
    public static func _writeSlowly(_ value: Float, _ owner: Object, _ column: UInt32) {
        owner.writeFloat(column, value)
    }
}

extension Bool: PersistableValue {
    @inlinable public static var _zero: Bool { false }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Bool {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Bool.self) ?? false }
        return owner.load(column, as: UInt8.self) & 1 != 0
    }
    @inlinable
    public static func _write(_ value: Bool, _ owner: Object, _ column: UInt32) {
        if owner.isWritableInPlace(column) {
            owner.store(column, value ? 1 : 0 as UInt8)
        } else {
            owner.writeBool(column, value)
        }
    }
}
