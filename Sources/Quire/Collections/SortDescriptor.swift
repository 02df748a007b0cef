// One criterion of a sort, by the name of a property.

/// A property to sort by, and the direction. Foundation has a type of this name too; ``RealmSortDescriptor`` is another
/// name of this one.
public struct SortDescriptor: Hashable, Sendable {
    /// A property's name, or several joined by dots: all but the last are to-one links.
    public let keyPath: String
    /// Smallest first; nil comes first.
    public let ascending: Bool

    /// By a name, or several joined by dots.
    public init(keyPath: String, ascending: Bool = true) {
        self.keyPath = keyPath
        self.ascending = ascending
    }

    /// By a key path of a model class. One that is no property, or that leads through more than to-one links, stops the
    /// program.
    public init<Root: Object>(keyPath: PartialKeyPath<Root>, ascending: Bool = true) {
        guard let names = KeyPathTracer.propertyNames(of: keyPath, root: Root.self), !names.isEmpty else {
            stopForMisuse(
                "A sort key of \(Root.self) is no stored property: sort by a key path to one, such as \\.name.")
        }
        self.init(keyPath: names.joined(separator: "."), ascending: ascending)
    }

    /// The same property in the other direction.
    public func reversed() -> SortDescriptor {
        SortDescriptor(keyPath: keyPath, ascending: !ascending)
    }
}

/// The same type under a name that does not clash with Foundation's.
public typealias RealmSortDescriptor = SortDescriptor

extension SortDescriptor: CustomStringConvertible {
    /// "name ascending".
    public var description: String { "\(keyPath) \(ascending ? "ascending" : "descending")" }
}

extension SortDescriptor: ExpressibleByStringLiteral {
    /// Ascending by the property of this name.
    public init(stringLiteral value: String) {
        self.init(keyPath: value)
    }
}
