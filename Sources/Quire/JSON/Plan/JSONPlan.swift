// How one class of one Realm is read: its rules joined with the columns of its table. Compiled once per import, then
// only read.

import QuireStorage

/// A link that is made from a key property.
struct JSONPlanConnection {
    let link: JSONPlanProperty
    let key: JSONPlanProperty
    let missing: UnknownReference
}

/// What a slot of the key table is there for, besides properties.
enum JSONSlotUse {
    case read
    /// A property that is not read from JSON.
    case ignored
    /// An inverse without a rule: a note says how many objects stood there.
    case inverse(property: String)
}

/// Everything is constant once made, so that reading it costs no checks.
final class JSONPlan {
    let binding: ClassBinding
    let table: Table
    let name: String
    /// Its position among the plans of the import.
    let index: Int
    let mapping: JSONClassMapping
    let keys: JSONKeyTable
    let slots: [JSONSlotUse]
    /// Those that are read, in order of declaration.
    let properties: [JSONPlanProperty]
    /// The values, without the key; numbers first, which are written while the row's leaf stays where it is.
    let values: [JSONPlanProperty]
    let relations: [JSONPlanProperty]
    /// Of `values`, one by one.
    let columns: JSONFixedArray<JSONColumn>
    let keyColumn: JSONColumn?
    /// Some of them are always read by their rules.
    let hasGeneral: Bool
    /// By slot.
    let slotReadings: JSONFixedArray<JSONSlotReading>
    let key: JSONPlanProperty?
    let connections: [JSONPlanConnection]
    let modifiedBy: JSONPlanProperty?
    /// Stored properties that no rule reads, but which a new object needs: their declared defaults.
    let unreadDefaults: [PropertyBinding]
    /// Objects of the class may stand under keys of a JSON object instead of in an array.
    let readsDictionaryKey: Bool

    init(
        binding: ClassBinding, index: Int, mapping: JSONClassMapping, keys: JSONKeyTable, slots: [JSONSlotUse],
        properties: [JSONPlanProperty], connections: [JSONPlanConnection], unreadDefaults: [PropertyBinding]
    ) {
        self.binding = binding
        self.index = index
        self.mapping = mapping
        self.keys = keys
        self.slots = slots
        self.properties = properties
        self.connections = connections
        self.unreadDefaults = unreadDefaults
        table = binding.table
        name = binding.name
        let isKey = { (property: JSONPlanProperty) in property.binding === binding.primaryKey }
        key = properties.first(where: isKey)
        relations = properties.filter(\.isRelation)
        let values = properties.filter { !$0.isRelation && !isKey($0) }
        let ordered = values.filter { $0.plain != nil } + values.filter { $0.plain == nil }
        self.values = ordered
        let modifiedBy = mapping.modifiedBy.flatMap { name in values.first { $0.name == name } }
        self.modifiedBy = modifiedBy
        keyColumn = key.map { JSONColumn($0) }
        // What stands in a slot is read once: for a second property that takes it, by its rule.
        var directSlots = Set([keyColumn?.slot].compactMap { $0 })
        let columns = ordered.map {
            let isTaken = $0.directSlot >= 0 && !directSlots.insert($0.directSlot).inserted
            return JSONColumn($0, isGeneral: $0 === modifiedBy || isTaken)
        }
        hasGeneral = columns.contains { $0.kind == .general }
        self.columns = JSONFixedArray(columns)
        slotReadings = Self.slotReadings(slots, columns, keyColumn)
        readsDictionaryKey = properties.contains {
            if case .dictionaryKey = $0.outside { true } else { false }
        }
    }

    private static func slotReadings(
        _ slots: [JSONSlotUse], _ columns: [JSONColumn], _ keyColumn: JSONColumn?
    ) -> JSONFixedArray<JSONSlotReading> {
        var readings = slots.map { use in
            if case .inverse = use { JSONSlotReading(isIgnoredInverse: true) } else { JSONSlotReading() }
        }
        for column in columns + [keyColumn].compactMap({ $0 }) where column.kind != .general {
            readings[column.slot].kind = column.kind
            readings[column.slot].takesNull = column.takesNull
        }
        return JSONFixedArray(readings)
    }

    var isEmbedded: Bool { binding.isEmbedded }
    var hasValidators: Bool { !mapping.validators.isEmpty }
}
