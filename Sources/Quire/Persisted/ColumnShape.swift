// The type of a property in the terms of the engine.

import QuireStorage

/// What the schema needs to know about a Swift type.
struct ColumnShape: Equatable, Sendable {
    var type: ColumnType
    var isOptional = false
    /// For a list.
    var elementType: ColumnType?
    var isElementOptional = false
    /// The class that a link or a list of links leads to.
    var target: Object.Type?

    /// The target lives and dies with its owner.
    var isOwning: Bool { target.map { $0 is EmbeddedObject.Type } ?? false }

    static func == (a: Self, b: Self) -> Bool {
        a.type == b.type && a.isOptional == b.isOptional && a.elementType == b.elementType
            && a.isElementOptional == b.isElementOptional && a.target == b.target
    }
}
