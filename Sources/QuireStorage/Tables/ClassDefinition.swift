// How the object layer declares its classes to the engine.

/// A stored property.
package struct ColumnDefinition: Sendable, Equatable {
    package var name: String
    package var type: ColumnType
    /// nil is a value of it. Links always are; lists never.
    package var isOptional: Bool
    /// For a list: the type of its elements, and whether they may be nil.
    package var elementType: ColumnType?
    package var isElementOptional: Bool
    /// For a link or a list of links: the class that it leads to.
    package var target: String?
    /// For those: the target is an embedded object, which lives and dies with its owner.
    package var isOwning: Bool
    /// A secondary index is kept.
    package var isIndexed: Bool
    /// What rows that are older than the column read.
    package var defaultValue: Value

    package init(
        name: String, type: ColumnType, isOptional: Bool = false, elementType: ColumnType? = nil,
        isElementOptional: Bool = false, target: String? = nil, isOwning: Bool = false, isIndexed: Bool = false,
        defaultValue: Value = .none
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.elementType = elementType
        self.isElementOptional = isElementOptional
        self.target = target
        self.isOwning = isOwning
        self.isIndexed = isIndexed
        self.defaultValue = defaultValue
    }

    /// The same in every respect; a default of NaN is the same as itself.
    package static func == (a: Self, b: Self) -> Bool {
        a.name == b.name && a.type == b.type && a.isOptional == b.isOptional && a.elementType == b.elementType
            && a.isElementOptional == b.isElementOptional && a.target == b.target && a.isOwning == b.isOwning
            && a.isIndexed == b.isIndexed && a.defaultValue.isIdentical(to: b.defaultValue)
    }
}

/// A class and its stored properties.
package struct ClassDefinition: Sendable, Equatable {
    package var name: String
    package var columns: [ColumnDefinition]
    /// The position in `columns` of the primary key.
    package var primaryKey: Int?
    /// Objects of the class live inside others.
    package var isEmbedded: Bool

    package init(name: String, columns: [ColumnDefinition], primaryKey: Int? = nil, isEmbedded: Bool = false) {
        self.name = name
        self.columns = columns
        self.primaryKey = primaryKey
        self.isEmbedded = isEmbedded
    }
}
