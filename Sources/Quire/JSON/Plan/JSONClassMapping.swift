// The rules of one class, gathered once per process from its wrappers and its `jsonMapping`, key paths turned into
// names.

import QuireStorage

/// How a class is read from JSON, whatever the file.
final class JSONClassMapping: @unchecked Sendable {
    struct Connection {
        let link: String
        let key: String
        let missing: UnknownReference
    }

    let description: ClassDescription
    /// By property name: of `jsonMapping`, else of the wrapper.
    let rules: [String: AnyJSONRule]
    let connections: [Connection]
    let unknownKeys: UnknownKeys
    let validators: [@Sendable (Object) throws -> Void]
    /// The property by which older payloads are known.
    let modifiedBy: String?
    /// Key paths that lead nowhere in this class, as sentences.
    let keyPathProblems: [String]

    private static let cache = Lock<[ObjectIdentifier: JSONClassMapping]>([:])

    /// The mapping of a class, made at the first call.
    static func of(_ description: ClassDescription) -> JSONClassMapping {
        let key = ObjectIdentifier(description.type)
        if let known = cache.withLock({ $0[key] }), known.description === description { return known }
        let made = JSONClassMapping(description)
        cache.withLock { $0[key] = made }
        return made
    }

    private init(_ description: ClassDescription) {
        let map = JSONMap()
        description.type.jsonMapping(map)
        var resolver = Resolver(description: description)
        var rules: [String: AnyJSONRule] = [:]
        for property in description.properties {
            if let rule = property.rule { rules[property.name] = rule }
        }
        for entry in map.entries {
            if let name = resolver.name(entry.path, root: entry.root) { rules[name] = entry.rule }
        }
        var connections: [Connection] = []
        for connection in map.connections {
            guard let link = resolver.name(connection.link, root: connection.root),
                let key = resolver.name(connection.key, root: connection.root)
            else { continue }
            // The last word about a link counts.
            connections.removeAll { $0.link == link }
            connections.append(Connection(link: link, key: key, missing: connection.missing))
        }
        modifiedBy = map.modifiedBy.flatMap { resolver.name($0.path, root: $0.root) }
        for validator in map.validators { resolver.checkRoot(validator.root, "a validate closure") }
        self.description = description
        self.rules = rules
        self.connections = connections
        unknownKeys = map.unknownKeys
        validators = map.validators.map(\.check)
        keyPathProblems = resolver.problems
    }

    func rule(of property: PropertyDescription) -> AnyJSONRule {
        if let rule = rules[property.name] { return rule }
        let isInverse = property.kind == .inverse || property.kind == .singleInverse
        return AnyJSONRule(isInverse ? .ignored : .automatic)
    }

    /// Turns key paths into property names and notes those that do not suit the class.
    private struct Resolver {
        let description: ClassDescription
        var problems: [String] = []

        mutating func checkRoot(_ root: Object.Type, _ what: String) {
            guard !isSameOrSuperclass(root) else { return }
            problems.append("\(description.name): jsonMapping names \(what) of \(root), which is another class")
        }

        mutating func name(_ path: AnyKeyPath, root: Object.Type) -> String? {
            guard isSameOrSuperclass(root) else {
                problems.append(
                    "\(description.name): jsonMapping names a property of \(root), which is another class")
                return nil
            }
            guard let names = KeyPathTracer.propertyNames(of: path, root: root), names.count == 1,
                description.properties.contains(where: { $0.name == names[0] })
            else {
                problems.append("\(description.name): jsonMapping names \(path), which is no stored property of it")
                return nil
            }
            return names[0]
        }

        private func isSameOrSuperclass(_ root: Object.Type) -> Bool {
            var candidate: AnyClass? = description.type
            while let type = candidate {
                if type == root { return true }
                candidate = _getSuperclass(type)
            }
            return false
        }
    }
}
