// Text, Date, Data and UUID.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension String: PersistableValue {
    /// What a property without a declared default starts as.
    @inlinable public static var _zero: String { "" }
    /// A short text from the bits of its cell, a longer one through the table.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> String {
        if owner.isInLeaf(column) {
            let cell = owner.loadCell(column)
            if let text = SmallText.string(cell.0, cell.1) { return text }
        }
        return owner.readText(column)
    }
    /// Writes a property of a managed object.
    @inlinable public static func _write(_ value: String, _ owner: Object, _ column: UInt32) {
        owner.writeText(column, value)
    }
}

/// Every bit of the Double is kept.
extension Date: PersistableValue {
    /// What a property without a declared default starts as.
    @inlinable public static var _zero: Date { Date(timeIntervalSinceReferenceDate: 0) }
    /// The default is the time of its first use.
    @inlinable public static var _hasLazyDefault: Bool { true }
    /// Now.
    public static func _makeLazyDefault() -> Date { Date() }
    /// Reads a property of a managed object that has been located.
    @inlinable
    public static func _read(_ owner: Object, _ column: UInt32) -> Date {
        guard owner.isInLeaf(column) else { return owner.readGeneral(column, Date.self) ?? ._zero }
        return Date(timeIntervalSinceReferenceDate: owner.load(column, as: Double.self))
    }
    /// Writes a property of a managed object.
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
    /// What a property without a declared default starts as.
    @inlinable public static var _zero: Data { Data() }
}

extension UUID: PersistableValue {
    /// What a property without a declared default starts as.
    @inlinable public static var _zero: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    /// The default is another one for each object.
    @inlinable public static var _hasLazyDefault: Bool { true }
    /// A new one.
    public static func _makeLazyDefault() -> UUID { UUID() }
}
