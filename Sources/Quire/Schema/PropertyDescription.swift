// One property of a class, as its Swift declaration says.

import QuireStorage

/// What kind of property it is.
enum PropertyKind: Sendable {
    case value, link, list
    /// `LinkingObjects`, in a wrapper or as a stored `let`.
    case inverse
    /// A single inverse.
    case singleInverse
}

/// Where the links of an inverse come from.
struct Origin: Sendable {
    let type: Object.Type
    let property: String
}

/// One property of a class, without any file.
final class PropertyDescription: @unchecked Sendable {
    let name: String
    let kind: PropertyKind
    let shape: ColumnShape
    let isPrimaryKey: Bool
    let isIndexed: Bool
    /// The declaration gives an initial value, or the type is given one anew for each instance (UUID, Date).
    let hasDefault: Bool
    /// For inverses.
    let origin: Origin?
    /// nil if the wrapper says nothing.
    let rule: AnyJSONRule?
    /// Reads and writes the wrapper's storage in an instance.
    let accessor: PropertyAccessor

    init(
        name: String, kind: PropertyKind, shape: ColumnShape, isPrimaryKey: Bool, isIndexed: Bool, hasDefault: Bool,
        origin: Origin?, rule: AnyJSONRule?, accessor: PropertyAccessor
    ) {
        self.name = name
        self.kind = kind
        self.shape = shape
        self.isPrimaryKey = isPrimaryKey
        self.isIndexed = isIndexed
        self.hasDefault = hasDefault
        self.origin = origin
        self.rule = rule
        self.accessor = accessor
    }

    /// A column of the table; inverses are none.
    var isStored: Bool { kind == .value || kind == .link || kind == .list }
    var columnType: ColumnType { shape.type }
    var isOptional: Bool { shape.isOptional }
    var elementType: ColumnType? { shape.elementType }
    var targetType: Object.Type? { shape.target }
}
