// Values of Swift types in the engine's form, to compare and to add up. For what is not read from columns: unmanaged
// elements, computed properties.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

/// An optional of any type, to tell nil from a type that has no order.
private protocol AnyOptional {
    var unwrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var unwrapped: Any? { self }
}

/// The value in the engine's form; nil for a type that cannot be sorted by.
func comparableValue(_ value: Any) -> Value? {
    switch value {
    case let value as Bool: return .bool(value)
    case let value as Double: return .double(value)
    case let value as Float: return .float(value)
    case let value as String: return .text(value)
    case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
    case let value as Data: return .data([UInt8](value))
    case let value as UUID: return uuidValue(value)
    case let value as any FixedWidthInteger: return Int64(exactly: value).map { .int($0) }
    case let value as any PersistableEnum: return comparableValue(rawValue(of: value))
    case let value as any AnyOptional: return value.unwrapped.map(comparableValue) ?? Value.none
    default: return nil
    }
}

private func rawValue(of value: some RawRepresentable) -> Any { value.rawValue }

private func uuidValue(_ uuid: UUID) -> Value {
    let bytes = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return .uuid(number(bytes[..<8]), number(bytes[8...]))
}

/// A key to sort by; a type without an order stops the program.
func sortValue(_ value: Any, of root: Any.Type) -> Value {
    if let value = comparableValue(value) { return value }
    stopForMisuse(
        "\(root) cannot be sorted by values of \(type(of: value)): sort by a number, text, date, Bool, "
            + "Data, UUID or enum.")
}

/// A stored number or date as the Swift type that it came from; nil if it is another one.
func number<Number>(_ value: Value, as type: Number.Type) -> Number? {
    switch value {
    case .int(let integer): integerValue(integer, as: type)
    case .double(let double): double as? Number ?? Float(double) as? Number
    case .float(let float): float as? Number ?? Double(float) as? Number
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds) as? Number
    default: nil
    }
}

/// The number as the Swift type, if it is an integer type and has room.
func integerValue<Number>(_ integer: some BinaryInteger, as type: Number.Type) -> Number? {
    guard let type = type as? any FixedWidthInteger.Type else { return nil }
    return type.init(exactly: integer) as? Number
}
