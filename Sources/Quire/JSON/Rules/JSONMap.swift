// What a class writes its rules into: `override class func jsonMapping(_ map: JSONMap)`.

/// The mapping of the class that is being described. Key paths of other classes are `.invalidSchema` at open.
public final class JSONMap {
    /// One property's rule.
    struct Entry {
        let root: Object.Type
        let path: AnyKeyPath
        let rule: AnyJSONRule
    }

    /// One connection.
    struct Connection {
        let root: Object.Type
        let link: AnyKeyPath
        let key: AnyKeyPath
        let missing: UnknownReference
    }

    /// A closure that judges one object.
    struct Validator {
        let root: Object.Type
        let check: @Sendable (Object) throws -> Void
    }

    private(set) var entries: [Entry] = []
    private(set) var connections: [Connection] = []
    private(set) var validators: [Validator] = []
    private(set) var modifiedBy: (root: Object.Type, path: AnyKeyPath)?

    /// What a key that no property reads amounts to.
    public var unknownKeys = UnknownKeys.note

    init() {}

    /// The rule of a property; it wins over the wrapper's. Reads as what was set here, `.auto` before.
    public subscript<O: Object, V>(_ property: KeyPath<O, V>) -> JSONRule<V> {
        get {
            entries.last { $0.path == property }.map { JSONRule(erased: $0.rule) } ?? .auto
        }
        set {
            entries.append(Entry(root: O.self, path: property, rule: newValue.erased))
        }
    }

    /// The link is made from the key property at add, create and import, not at later assignment; an explicit link wins
    /// (`connectConflict`); nil or "" makes none.
    public func connect<O: Object, T: Object, K>(
        _ link: KeyPath<O, T?>, by key: KeyPath<O, K>, missing: UnknownReference = .deferred
    ) {
        connections.append(Connection(root: O.self, link: link, key: key, missing: missing))
    }

    /// The same for a list of links and a list of keys.
    public func connect<O: Object, T: Object, K>(
        _ links: KeyPath<O, List<T>>, by keys: KeyPath<O, List<K>>, missing: UnknownReference = .deferred
    ) {
        connections.append(Connection(root: O.self, link: links, key: keys, missing: missing))
    }

    /// Runs `body` with the class fixed.
    public func callAsFunction<O: Object>(_ type: O.Type, _ body: (JSONMapping<O>) -> Void) {
        body(JSONMapping(map: self))
    }

    func validate<O: Object>(_ check: @escaping @Sendable (O) throws -> Void) {
        validators.append(
            Validator(root: O.self) { object in
                if let object = object as? O { try check(object) }
            })
    }

    func setModifiedBy(_ root: Object.Type, _ path: AnyKeyPath) { modifiedBy = (root, path) }
}

/// A mapping with the class fixed, so that key paths need no class name.
public struct JSONMapping<O: Object> {
    private let map: JSONMap

    init(map: JSONMap) { self.map = map }

    /// The rule of a property.
    public subscript<V>(_ property: KeyPath<O, V>) -> JSONRule<V> {
        get { map[property] }
        nonmutating set { map[property] = newValue }
    }

    /// See `JSONMap.connect`.
    public func connect<T: Object, K>(
        _ link: KeyPath<O, T?>, by key: KeyPath<O, K>, missing: UnknownReference = .deferred
    ) {
        map.connect(link, by: key, missing: missing)
    }

    /// See `JSONMap.connect`.
    public func connect<T: Object, K>(
        _ links: KeyPath<O, List<T>>, by keys: KeyPath<O, List<K>>, missing: UnknownReference = .deferred
    ) {
        map.connect(links, by: keys, missing: missing)
    }

    /// Runs on each imported object at the end; a throw is `validationFailed`.
    public func validate(_ check: @escaping @Sendable (O) throws -> Void) { map.validate(check) }

    /// Payloads older than what is stored count as unchanged.
    public func modifiedBy<V: Comparable>(_ property: KeyPath<O, V>) { map.setModifiedBy(O.self, property) }
}
