// A model class, as its Swift declaration says; made once per process.

import QuireStorage

/// A model class without any file.
final class ClassDescription: @unchecked Sendable {
    let type: Object.Type
    let name: String
    /// Superclass first, in order of declaration.
    let properties: [PropertyDescription]
    let primaryKey: PropertyDescription?
    let isEmbedded: Bool
    /// As the engine wants it: the stored properties.
    let definition: ClassDefinition
    /// What is wrong with the declaration, as far as one class shows it.
    let problems: [SchemaProblem]

    init(
        type: Object.Type, name: String, properties: [PropertyDescription], definition: ClassDefinition,
        problems: [SchemaProblem]
    ) {
        self.type = type
        self.name = name
        self.properties = properties
        primaryKey = properties.first { $0.isPrimaryKey }
        isEmbedded = type is EmbeddedObject.Type
        self.definition = definition
        self.problems = problems
    }

    /// The property of a name. O(properties).
    func property(named name: String) -> PropertyDescription? { properties.first { $0.name == name } }

    private static let made = Lock<[ObjectIdentifier: ClassDescription]>([:])

    /// The description of a class. The first call makes two instances of the class.
    static func of(_ type: Object.Type) -> ClassDescription {
        let key = ObjectIdentifier(type)
        if let known = made.withLock({ $0[key] }) { return known }
        let description = ClassDescriptionBuilder(type).build()
        return made.withLock { made in
            if let known = made[key] { return known }
            made[key] = description
            return description
        }
    }
}

/// One thing that is wrong with the declarations.
struct SchemaProblem: Sendable {
    let className: String
    let property: String?
    /// A sentence that names class and property.
    let sentence: String
}
