// The scalar types in the terms of the engine, and what a dictionary may give for them.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

/// A type that one column holds without help.
protocol StorableScalar: PersistableValue, Hashable, Sendable {
    static var columnType: ColumnType { get }
    /// nil if the stored value is of another type or out of range.
    init?(stored: Value)
    var stored: Value { get }
    /// The value of something from a dictionary; never an optional.
    static func coerced(_ value: Any) throws(CoercionFailure) -> Self
}

/// All of them.
let storableScalars: [any StorableScalar.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Float.self, Double.self, String.self, Date.self,
    Data.self, UUID.self,
]

extension StorableScalar {
    static func coerced(_ value: Any) throws(CoercionFailure) -> Self {
        guard let same = value as? Self else { throw .mismatch }
        return same
    }
}

extension Bool: StorableScalar {
    static var columnType: ColumnType { .bool }
    init?(stored: Value) {
        guard case .bool(let value) = stored else { return nil }
        self = value
    }
    var stored: Value { .bool(self) }
}

/// Int, Int8…Int64.
protocol StorableInteger: StorableScalar, FixedWidthInteger {}

extension StorableInteger {
    init?(stored: Value) {
        guard case .int(let value) = stored else { return nil }
        self.init(exactly: value)
    }
    var stored: Value { .int(Int64(self)) }
    static func coerced(_ value: Any) throws(CoercionFailure) -> Self {
        if let same = value as? Self { return same }
        // `as? Int` also takes the numbers of Foundation.
        if let integer = value as? any FixedWidthInteger {
            guard let result = Self(exactlyAny: integer) else { throw .outOfRange }
            return result
        }
        // A literal with one fraction in it makes all its numbers Doubles.
        if let double = value as? Double, !(value is Bool) {
            guard double == double.rounded(.towardZero) else { throw .mismatch }
            guard let result = Self(exactly: double) else { throw .outOfRange }
            return result
        }
        guard !(value is Bool), !(value is any BinaryFloatingPoint), let number = value as? Int else { throw .mismatch }
        guard let result = Self(exactly: number) else { throw .outOfRange }
        return result
    }
    private init?(exactlyAny value: some FixedWidthInteger) { self.init(exactly: value) }
}

extension Int: StorableInteger { static var columnType: ColumnType { .int64 } }
extension Int8: StorableInteger { static var columnType: ColumnType { .int8 } }
extension Int16: StorableInteger { static var columnType: ColumnType { .int16 } }
extension Int32: StorableInteger { static var columnType: ColumnType { .int32 } }
extension Int64: StorableInteger { static var columnType: ColumnType { .int64 } }

/// A number of any type as a Double; nil for everything else.
private func doubleValue(_ value: Any) -> Double? {
    if value is Bool { return nil }
    if let double = value as? Double { return double }
    if let float = value as? any BinaryFloatingPoint { return Double(anyFloat: float) }
    if let integer = value as? any BinaryInteger { return Double(anyInteger: integer) }
    return nil
}

extension Double {
    fileprivate init(anyFloat value: some BinaryFloatingPoint) { self.init(value) }
    fileprivate init(anyInteger value: some BinaryInteger) { self.init(value) }
}

extension Double: StorableScalar {
    static var columnType: ColumnType { .double }
    init?(stored: Value) {
        guard case .double(let value) = stored else { return nil }
        self = value
    }
    var stored: Value { .double(self) }
    static func coerced(_ value: Any) throws(CoercionFailure) -> Double {
        guard let number = doubleValue(value) else { throw .mismatch }
        return number
    }
}

extension Float: StorableScalar {
    static var columnType: ColumnType { .float }
    init?(stored: Value) {
        guard case .float(let value) = stored else { return nil }
        self = value
    }
    var stored: Value { .float(self) }
    static func coerced(_ value: Any) throws(CoercionFailure) -> Float {
        if let same = value as? Float { return same }
        guard let number = doubleValue(value) else { throw .mismatch }
        let result = Float(number)
        if result.isInfinite, number.isFinite { throw .outOfRange }
        return result
    }
}

extension Date: StorableScalar {
    static var columnType: ColumnType { .date }
    init?(stored: Value) {
        guard case .date(let seconds) = stored else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
    var stored: Value { .date(timeIntervalSinceReferenceDate) }
}

extension String: StorableScalar {
    static var columnType: ColumnType { .text }
    init?(stored: Value) {
        guard case .text(let value) = stored else { return nil }
        self = value
    }
    var stored: Value { .text(self) }
    static func coerced(_ value: Any) throws(CoercionFailure) -> String {
        if let same = value as? String { return same }
        if let part = value as? Substring { return String(part) }
        throw .mismatch
    }
}

extension Data: StorableScalar {
    static var columnType: ColumnType { .data }
    init?(stored: Value) {
        guard case .data(let bytes) = stored else { return nil }
        self.init(bytes)
    }
    var stored: Value { .data([UInt8](self)) }
    static func coerced(_ value: Any) throws(CoercionFailure) -> Data {
        if let same = value as? Data { return same }
        if let bytes = value as? [UInt8] { return Data(bytes) }
        throw .mismatch
    }
}

extension UUID: StorableScalar {
    static var columnType: ColumnType { .uuid }
    init?(stored: Value) {
        guard case .uuid(let first, let second) = stored else { return nil }
        self.init(uuid: unsafe unsafeBitCast((first.bigEndian, second.bigEndian), to: uuid_t.self))
    }
    var stored: Value {
        let halves = unsafe unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        return .uuid(UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
    }
}
