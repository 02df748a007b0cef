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

    init(
        type: Object.Type, name: String, properties: [PropertyDescription], primaryKey: PropertyDescription?,
        isEmbedded: Bool
    ) {
        self.type = type
        self.name = name
        self.properties = properties
        self.primaryKey = primaryKey
        self.isEmbedded = isEmbedded
    }
}
