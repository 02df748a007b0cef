// Collections and inverses: the value that the wrapper holds stays the same instance for the object's life.

extension List: PersistableValue {
    /// What a property without a declared default starts as.
    public static var _zero: List { List() }
    /// The instance in the wrapper stays the same one.
    @inlinable public static var _staysInWrapper: Bool { true }
    /// Takes over the contents.
    public func _assign(_ other: List) { assign(other) }
}

extension LinkingObjects: PersistableValue {
    /// What a property without a declared default starts as.
    public static var _zero: LinkingObjects { LinkingObjects() }
    /// The instance in the wrapper stays the same one.
    @inlinable public static var _staysInWrapper: Bool { true }
    /// Stops the program: an inverse cannot be assigned.
    public func _assign(_ other: LinkingObjects) {
        stopForMisuse("An inverse of \(Element.self) cannot be assigned: change the property that links here instead.")
    }
}
