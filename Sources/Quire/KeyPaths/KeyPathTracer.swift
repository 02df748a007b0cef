// From key paths to the names of properties. A key path to a wrapped property carries no name, so it is evaluated once
// on an instance whose wrappers note their names; the answer is remembered for the life of the process.
import QuireStorage

/// Finds the names along a key path by evaluating it on a tracing instance.
enum KeyPathTracer {
    /// A key path of a class.
    private struct Key: Hashable, @unchecked Sendable {
        let root: ObjectIdentifier
        // Only hashed and compared, which changes nothing in it.
        let path: AnyKeyPath
    }

    /// What a path turned out to be.
    private struct Traced {
        let names: [String]
        /// It is one property and nothing else.
        let isProperty: Bool
    }

    private static let known = Lock<[Key: Traced?]>([:])

    /// The names of the properties along a path; nil if it leads through something that is not stored.
    ///
    /// A computed property that only hands on a stored one counts as that one. The path is evaluated with made-up
    /// values, so a computed property along it runs once with them.
    static func propertyNames(of path: AnyKeyPath, root: Object.Type) -> [String]? { traced(path, root)?.names }

    /// The name of the property that a path is; nil for one that leads further, or that has an answer of its own where
    /// the property is nil: what such a path gives is not what is stored.
    static func propertyName(of path: AnyKeyPath, root: Object.Type) -> String? {
        traced(path, root).flatMap { $0.isProperty ? $0.names.first : nil }
    }

    private static func traced(_ path: AnyKeyPath, _ root: Object.Type) -> Traced? {
        let key = Key(root: ObjectIdentifier(root), path: path)
        if let traced = known.withLock({ $0[key] }) { return traced }
        // Outside the lock, because the class's own code runs.
        let traced = trace(path, root).map { names in
            Traced(names: names, isProperty: names.count == 1 && handsOnNil(path, root, names))
        }
        known.withLock { $0[key] = .some(traced) }
        return traced
    }

    /// Links are not made nil, and nothing is for a path that cannot give nil: it may unwrap by force.
    private static func handsOnNil(_ path: AnyKeyPath, _ root: Object.Type, _ names: [String]) -> Bool {
        if type(of: path).valueType is any OptionalValue.Type {
            return KeyPathTrace(variant: false, givesNil: true).handsOnNil(path, root, names)
        }
        return ClassDescription.of(root).property(named: names[0]).map { !$0.isOptional } ?? false
    }

    /// Two evaluations with different values must take the same way and hand on what the last property gave: whatever
    /// computes something from properties does not.
    private static func trace(_ path: AnyKeyPath, _ root: Object.Type) -> [String]? {
        guard let names = KeyPathTrace(variant: false).evaluate(path, root), !names.isEmpty,
            KeyPathTrace(variant: true).evaluate(path, root) == names
        else { return nil }
        return names
    }
}

/// One evaluation of a key path.
final class KeyPathTrace: @unchecked Sendable {
    /// The evaluation that this task is in.
    @TaskLocal static var current: KeyPathTrace?

    /// Which of two values every property gives.
    let variant: Bool
    /// Optional properties that are no links give nil.
    let givesNil: Bool
    private var names: [String] = []
    private var last: Any?

    init(variant: Bool, givesNil: Bool = false) {
        self.variant = variant
        self.givesNil = givesNil
    }

    /// The names of the properties that were read, if the path gives what the last of them gave; else nil.
    func evaluate(_ path: AnyKeyPath, _ root: Object.Type) -> [String]? {
        let instance: Any = TracingInstance.make(root)
        let result = Self.$current.withValue(self) { instance[keyPath: path] }
        guard let result, let last, isSame(result, last) else { return nil }
        return names
    }

    /// Whether a path, along which these names are, reads nothing else and gives nil where the property is nil.
    func handsOnNil(_ path: AnyKeyPath, _ root: Object.Type, _ expected: [String]) -> Bool {
        let instance: Any = TracingInstance.make(root)
        let result = Self.$current.withValue(self) { instance[keyPath: path] }
        guard let result, let last, names == expected else { return false }
        return unwrapped(last) == nil ? unwrapped(result) == nil : isSame(result, last)
    }

    /// Notes a property and makes up its value.
    func value<T: PersistableValue>(of name: String, _ type: T.Type) -> T {
        let value = madeUpValue(type, self)
        names.append(name)
        last = value
        return value
    }

    private func isSame(_ result: Any, _ last: Any) -> Bool {
        if let last = last as? Object { return (result as? Object) === last }
        if let last = last as? any TracedCollection {
            return (result as? any TracedCollection)?.tracedIdentity == last.tracedIdentity
        }
        // A number of another type would be equal too.
        guard let result = unwrapped(result), let last = unwrapped(last), type(of: result) == type(of: last),
            let result = result as? AnyHashable, let last = last as? AnyHashable
        else { return false }
        return result == last
    }
}
