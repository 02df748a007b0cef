// The classes of a Realm, validated: one error lists everything that is wrong with any of them.

import QuireStorage

/// A validated set of classes.
final class Schema: Sendable {
    /// Sorted by name.
    let classes: [ClassDescription]
    private let types: Set<ObjectIdentifier>

    var definitions: [ClassDefinition] { classes.map(\.definition) }

    private init(_ classes: [ClassDescription]) {
        self.classes = classes
        types = Set(classes.map { ObjectIdentifier($0.type) })
    }

    func contains(_ type: Object.Type) -> Bool { types.contains(ObjectIdentifier(type)) }

    // MARK: Made once for each list of classes

    private static let made = Lock<[[ObjectIdentifier]: Schema]>([:])

    /// The schema of a configuration: of its `objectTypes`, or of all classes of the process.
    static func of(_ configuration: Realm.Configuration) throws(Realm.Error) -> Schema {
        let types: [Object.Type]
        if let given = configuration.objectTypes {
            types = given
        } else if let found = ModelClasses.all {
            types = found
        } else {
            throw Realm.Error(
                .invalidSchema,
                "The model classes of this program cannot be found by themselves: list them in "
                    + "Configuration.objectTypes.")
        }
        let key = types.map { ObjectIdentifier($0) }
        if let known = made.withLock({ $0[key] }) { return known }
        let schema = try validated(types)
        made.withLock { $0[key] = schema }
        return schema
    }

    private static func validated(_ types: [Object.Type]) throws(Realm.Error) -> Schema {
        var seen = Set<ObjectIdentifier>()
        let classes = types.filter { seen.insert(ObjectIdentifier($0)).inserted }.map(ClassDescription.of)
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let problems = SchemaValidator(classes).problems()
        guard let first = problems.first else { return Schema(classes) }
        let list = problems.map { "- " + $0.sentence }.joined(separator: "\n")
        throw Realm.Error(
            .invalidSchema, "The model classes cannot be stored as they are declared:\n\(list)",
            className: first.className, property: first.property)
    }
}
