// The way from an object to the property that a query asks about, by name.

/// Names of properties: all but the last lead to one object each.
struct QueryPath {
    /// The class that the way begins at.
    let root: Object.Type
    private(set) var names: [String] = []

    init(root: Object.Type) { self.root = root }

    /// One key path further. `owner` is the class that it is one of.
    func appending<Root, V>(_ path: KeyPath<Root, V>, of owner: Object.Type) -> QueryPath {
        guard let name = KeyPathTracer.propertyName(of: path, root: owner) ?? Self.storedInverse(path, owner) else {
            stopForMisuse(
                "\(root) cannot be queried by something of \(owner) that is not stored: ask for a property with "
                    + "@Persisted, and leave the rest to filter { }.")
        }
        var longer = self
        longer.names.append(name)
        return longer
    }

    /// The rest of the way, from the class to which the first names lead.
    func dropping(_ count: Int, to root: Object.Type) -> QueryPath {
        var rest = QueryPath(root: root)
        rest.names = Array(names.dropFirst(count))
        return rest
    }

    /// The name of an inverse that is a stored `let`, which has no wrapper to trace.
    private static func storedInverse<Root, V>(_ path: KeyPath<Root, V>, _ owner: Object.Type) -> String? {
        guard V.self is any InverseField.Type, let instance = owner.init() as? Root,
            let inverse = instance[keyPath: path] as? any TracedCollection, let object = instance as? Object
        else { return nil }
        return ClassDescription.of(owner).properties.first { property in
            guard let accessor = property.accessor as? InverseAccessor, accessor.wrapperOffsets == nil else {
                return false
            }
            return accessor.box(of: object).map { ObjectIdentifier($0) == inverse.tracedIdentity } ?? false
        }?.name
    }
}

extension QueryPath: CustomStringConvertible {
    /// "Item.product.name".
    var description: String { ([String(describing: root)] + names).joined(separator: ".") }
}
