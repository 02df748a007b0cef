// A class as one Realm sees it: the description joined with the file's table.

import QuireStorage

/// A class of one Realm.
final class ClassBinding {
    let description: ClassDescription
    let table: Table
    unowned let context: RealmContext
    /// In the order of the description.
    private(set) var properties: [PropertyBinding] = []
    private(set) var primaryKey: PropertyBinding?

    init(description: ClassDescription, table: Table, context: RealmContext) {
        self.description = description
        self.table = table
        self.context = context
    }

    var type: Object.Type { description.type }
    var name: String { description.name }
    var isEmbedded: Bool { description.isEmbedded }

    /// The property of a name. O(properties).
    func property(named name: String) -> PropertyBinding? {
        properties.first { $0.description.name == name }
    }
}

/// A property of one Realm.
final class PropertyBinding {
    let description: PropertyDescription
    unowned let owner: ClassBinding
    /// Its position among the properties of the class.
    let index: Int
    /// The stored column; -1 for an inverse.
    let column: Int
    /// The number for the wrapper; see `ColumnNumber`.
    let wrapperColumn: UInt32
    /// The class that a link or a list of links leads to.
    private(set) unowned var target: ClassBinding?
    /// For an inverse: where the links come from.
    private(set) unowned var origin: PropertyBinding?

    init(description: PropertyDescription, owner: ClassBinding, index: Int, column: Int, wrapperColumn: UInt32) {
        self.description = description
        self.owner = owner
        self.index = index
        self.column = column
        self.wrapperColumn = wrapperColumn
    }

    var name: String { description.name }
    var table: Table { owner.table }
    var context: RealmContext { owner.context }
}
