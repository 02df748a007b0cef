// Collections and inverses: the value that the wrapper holds stays the same instance for the object's life.

extension List: PersistableValue {
    public static var _zero: List { List() }
    @inlinable public static var _staysInWrapper: Bool { true }
    /// Takes over the contents.
    public func _assign(_ other: List) { assign(other) }
}

extension LinkingObjects: PersistableValue {
    public static var _zero: LinkingObjects { LinkingObjects() }
    @inlinable public static var _staysInWrapper: Bool { true }
    /// Stops the program: an inverse cannot be assigned.
    public func _assign(_ other: LinkingObjects) {
        stopForMisuse("An inverse of \(Element.self) cannot be assigned: change the property that links here instead.")
    }
}
