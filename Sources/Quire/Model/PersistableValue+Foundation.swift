// Text, Date, Data and UUID.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension String: PersistableValue {
    @inlinable public static var _zero: String { "" }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> String {
        if owner.isInLeaf(column) {
            let cell = owner.loadCell(column)
            if let text = SmallText.string(cell.0, cell.1) { return text }
        }
        return owner.readText(column)
    }
    @inlinable public static func _write(_ value: String, _ owner: Object, _ column: UInt32) {
        owner.writeText(column, value)
    }
}

/// Every bit of the Double is kept.
extension Date: PersistableValue {
    @inlinable public static var _zero: Date { Date(timeIntervalSinceReferenceDate: 0) }
    @inlinable public static var _hasLazyDefault: Bool { true }
    public static func _makeLazyDefault() -> Date { Date() }
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Date {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Date.self) ?? ._zero }
        return Date(timeIntervalSinceReferenceDate: owner.load(column, as: Double.self))
    }
    @inlinable
    public static func _write(_ value: Date, _ owner: Object, _ column: UInt32) {
        if owner.isWritableInPlace(column) {
            owner.store(column, value.timeIntervalSinceReferenceDate)
        } else {
            owner.writeDate(column, value.timeIntervalSinceReferenceDate)
        }
    }
}

/// Up to 2 GiB.
extension Data: PersistableValue {
    @inlinable public static var _zero: Data { Data() }
}

extension UUID: PersistableValue {
    @inlinable public static var _zero: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    @inlinable public static var _hasLazyDefault: Bool { true }
    public static func _makeLazyDefault() -> UUID { UUID() }
}
