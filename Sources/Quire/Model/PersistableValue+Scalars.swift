// How scalars read and write.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Bool: PersistableValue { @inlinable public static var _zero: Bool { false } }
extension Int: PersistableValue { @inlinable public static var _zero: Int { 0 } }
extension Int8: PersistableValue { @inlinable public static var _zero: Int8 { 0 } }
extension Int16: PersistableValue { @inlinable public static var _zero: Int16 { 0 } }
extension Int32: PersistableValue { @inlinable public static var _zero: Int32 { 0 } }
extension Int64: PersistableValue { @inlinable public static var _zero: Int64 { 0 } }
extension Float: PersistableValue { @inlinable public static var _zero: Float { 0 } }
extension Double: PersistableValue { @inlinable public static var _zero: Double { 0 } }
extension String: PersistableValue { @inlinable public static var _zero: String { "" } }
extension Date: PersistableValue { public static var _zero: Date { Date(timeIntervalSinceReferenceDate: 0) } }
extension Data: PersistableValue { public static var _zero: Data { Data() } }
extension UUID: PersistableValue {
    public static var _zero: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
extension Optional: PersistableValue { @inlinable public static var _zero: Self { nil } }
extension List: PersistableValue {
    public static var _zero: List { List() }
    @inlinable public static var _staysInWrapper: Bool { true }
    /// Takes over the contents.
    public func _assign(_ other: List) { assign(other) }
}
extension LinkingObjects: PersistableValue {
    public static var _zero: LinkingObjects { LinkingObjects() }
    @inlinable public static var _staysInWrapper: Bool { true }
}
