// A class as one Realm sees it: the description joined with the file's table.

import QuireStorage

/// A class of one Realm.
@safe
final class ClassBinding {
    /// What an accessor's wrapper is told when it becomes one.
    private struct WrapperNumber {
        let columnOffset: Int
        let ownerOffset: Int
        let column: UInt32
    }

    let description: ClassDescription
    let table: Table
    // The context owns its bindings, and whoever holds a binding holds the context.
    private unowned(unsafe) let owningContext: RealmContext
    /// In the order of the description.
    @safe @exclusivity(unchecked) private(set) var properties: [PropertyBinding] = []
    @safe @exclusivity(unchecked) private(set) var primaryKey: PropertyBinding?
    /// What the key is moved from an instance by.
    @safe @exclusivity(unchecked) private(set) var keyKind = FillKind.general
    /// Some property is a link or a list of links.
    let leadsToObjects: Bool
    /// The order in which a new row is filled: numbers first, because text and links may move the leaf.
    @safe @exclusivity(unchecked) private(set) var fillingOrder: [PropertyBinding] = []
    /// The same for a row that was made for its object.
    @safe @exclusivity(unchecked) private(set) var fillSteps: [FillStep] = []
    /// How many steps at the beginning write numbers in place.
    @safe @exclusivity(unchecked) private(set) var numberStepCount = 0
    /// Those whose unmanaged default may still have to be made.
    @safe @exclusivity(unchecked) private(set) var lazyProperties: [PropertyBinding] = []
    /// The scope in which the first new row was noted; see `RealmContext+Rollbacks`.
    @safe @exclusivity(unchecked) var serialOfFirstNewRow: UInt32 = 0
    /// Its position among the classes of the Realm.
    let number: Int
    let isEmbedded: Bool

    /// Whether an accessor can be pointed at another row, and where its collections are, which may speak against it.
    @safe @exclusivity(unchecked) var reuse = Reuse.unknown
    @safe @exclusivity(unchecked) var collectionOffsets: [Int] = []
    /// By property; nil for what is no link, and before `connect`.
    @exclusivity(unchecked) private(set) var linkRoutes: UnsafeMutablePointer<LinkRoute?>?
    /// Links that `jsonMapping` makes from keys; nil until somebody asks.
    @safe @exclusivity(unchecked) private var knownConnections: [JSONClassMapping.Connection]?

    @safe @exclusivity(unchecked) private var wrapperNumbers: ContiguousArray<WrapperNumber> = []
    @safe @exclusivity(unchecked) private var propertiesToBind: [PropertyBinding] = []
    private var indexByName: [String: Int] = [:]

    init(description: ClassDescription, number: Int, table: Table, context: RealmContext) throws(Realm.Error) {
        self.description = description
        self.number = number
        isEmbedded = description.isEmbedded
        self.table = table
        unsafe owningContext = context
        leadsToObjects = description.properties.contains { $0.isStored && $0.targetType != nil }
        var storedCount = 0
        for (index, property) in description.properties.enumerated() {
            guard let column = property.isStored ? table.column(named: property.name) : -1 else {
                throw Realm.Error(
                    .schemaMismatch,
                    "The file has no property \(description.name).\(property.name), and it was opened read-only: open it "
                        + "to write once.",
                    file: context.path, className: description.name, property: property.name)
            }
            let binding = PropertyBinding(
                description: property, owner: self, index: index, position: property.isStored ? storedCount : nil,
                column: column, wrapperColumn: Self.wrapperColumn(property, index, column, table))
            properties.append(binding)
            if property.isStored { storedCount += 1 }
            indexByName[property.name] = index
            if property.isPrimaryKey {
                primaryKey = binding
                keyKind = property.isOptional ? .general : property.accessor.fillKind
            }
            if let offsets = property.accessor.wrapperOffsets {
                wrapperNumbers.append(
                    WrapperNumber(
                        columnOffset: offsets.column, ownerOffset: offsets.owner, column: binding.wrapperColumn))
            }
            if property.accessor.isLazy { lazyProperties.append(binding) }
            if property.accessor.needsBinding { propertiesToBind.append(binding) }
        }
        let isPlain = { (property: PropertyBinding) in property.wrapperColumn & ColumnNumber.inPlaceFlag != 0 }
        fillingOrder = properties.filter(isPlain) + properties.filter { !isPlain($0) }
        fillSteps = fillingOrder.map { FillStep($0, table) }
        fillSteps.sort { $0.kind.isNumber && !$1.kind.isNumber }
        numberStepCount = fillSteps.count { $0.kind.isNumber }
    }

    private static func wrapperColumn(
        _ property: PropertyDescription, _ index: Int, _ column: Int, _ table: Table
    ) -> UInt32 {
        var place = column < 0 ? nil : table.leafColumn(column)
        if property.columnType == .text, !SmallText.isProven { place = nil }
        if let found = place, found >= Int(ColumnNumber.leafMask) { place = nil }
        return ColumnNumber.managed(
            leafColumn: place, property: index, isLink: property.kind == .link || property.kind == .singleInverse,
            isInPlace: column >= 0 && !property.isPrimaryKey && table.isPlain(column))
    }

    deinit { unsafe linkRoutes?.deallocate() }

    /// Finds the classes that properties lead to; every class of the Realm is bound by now.
    func connect() {
        for property in properties { property.connect() }
        let routes = UnsafeMutablePointer<LinkRoute?>.allocate(capacity: max(properties.count, 1))
        for (index, property) in properties.enumerated() {
            unsafe (routes + index).initialize(to: LinkRoute(property))
        }
        unsafe linkRoutes = routes
    }

    var context: RealmContext { unsafe owningContext }
    var type: Object.Type { description.type }
    var name: String { description.name }
    /// Instances hold lists or inverses.
    var hasCollections: Bool { !propertiesToBind.isEmpty }
    var connections: [JSONClassMapping.Connection] {
        if let knownConnections { return knownConnections }
        let found = JSONClassMapping.of(description).connections
        knownConnections = found
        return found
    }

    /// The property of a name.
    func property(named name: String) -> PropertyBinding? { indexByName[name].map { properties[$0] } }

    /// Tells the wrappers and collections of an instance which row they belong to.
    @inline(__always)
    func bindFields(of object: Object, _ row: RowID) {
        tellWrappers(of: object)
        bindCollections(of: object, row)
    }

    /// Only the collections and inverses.
    @inline(__always)
    func bindCollections(of object: Object, _ row: RowID) {
        for property in propertiesToBind { property.description.accessor.bind(object, property, row) }
    }

    /// Only the wrappers: their columns and their owner.
    func tellWrappers(of object: Object) {
        let storage = unsafe object.storage
        for number in wrapperNumbers {
            unsafe storage.storeBytes(of: number.column, toByteOffset: number.columnOffset, as: UInt32.self)
            // The owner is a reference without a count: the same word.
            unsafe storage.storeBytes(of: storage, toByteOffset: number.ownerOffset, as: UnsafeMutableRawPointer.self)
        }
    }
}

extension ClassBinding {
    /// Where a row is to which something in the file leads: a row that does not exist is damage, and no misuse of an
    /// object that was deleted.
    @inline(__always)
    func locate(referenced row: RowID) throws(StorageError) -> RowLocation {
        guard let location = try table.locate(row) else { throw table.missing(row) }
        return location
    }

    /// A new accessor of such a row.
    func object(referenced row: RowID) throws(StorageError) -> Object {
        let location = try locate(referenced: row)
        let object = context.object(self, row)
        object.take(location)
        return object
    }
}

/// A property of one Realm.
@safe
final class PropertyBinding {
    let description: PropertyDescription
    private unowned(unsafe) let owningBinding: ClassBinding
    /// Its position among the properties of the class.
    let index: Int
    /// Its position among those that are stored; nil for an inverse.
    let position: Int?
    /// The stored column; -1 for an inverse.
    let column: Int
    /// The number for the wrapper; see `ColumnNumber`.
    let wrapperColumn: UInt32
    // Bindings of one context refer to each other and live as long as it does.
    @exclusivity(unchecked) private unowned(unsafe) var uncheckedTarget: ClassBinding?
    @exclusivity(unchecked) private unowned(unsafe) var uncheckedOrigin: PropertyBinding?

    init(
        description: PropertyDescription, owner: ClassBinding, index: Int, position: Int?, column: Int,
        wrapperColumn: UInt32
    ) {
        self.description = description
        unsafe owningBinding = owner
        self.index = index
        self.position = position
        self.column = column
        self.wrapperColumn = wrapperColumn
    }

    func connect() {
        unsafe uncheckedTarget = description.targetType.flatMap { owner.context.bindingIfKnown($0) }
        if let named = description.origin {
            unsafe uncheckedOrigin = owner.context.bindingIfKnown(named.type)?.property(named: named.property)
        }
    }

    var owner: ClassBinding { unsafe owningBinding }
    /// The class that a link, a list of links or an inverse leads to.
    var target: ClassBinding? { unsafe uncheckedTarget }
    /// For an inverse: where the links come from.
    var origin: PropertyBinding? { unsafe uncheckedOrigin }
    var name: String { description.name }
    var table: Table { owner.table }
    var context: RealmContext { owner.context }
    /// The values are links to embedded objects.
    var isOwning: Bool { description.shape.isOwning }
}

extension PropertyBinding {
    /// The coder of the property's values, whose type the caller knows from the wrapper.
    func coder<T>(of type: T.Type) -> ValueCoder<T> {
        guard let coder = description.accessor.coder as? ValueCoder<T> else {
            preconditionFailure("\(owner.name).\(name) is read or written as \(type), which is not its type")
        }
        return coder
    }

    /// A stored raw value that no case of the enum has, in the property or in its list: damage, as far as the program can
    /// tell. A made-up value would be worse.
    func foundValueWithoutCase() {
        if context.isDoomed { return }
        context.found(
            Realm.Error(
                .damaged,
                "\(owner.name).\(name) holds a value that no case of its type has: "
                    + "make the property optional, or add the case.",
                file: context.path, className: owner.name, property: name))
    }
}
