// How one class of one Realm is read: its rules joined with the columns of its table. Compiled once per import, then only
// read.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import QuireStorage

/// One way to a value: the member of a slot, then steps down from it.
struct JSONSource {
    let slot: Int
    let steps: [String]
    /// A key that matched only loosely does not count.
    let isExact: Bool
}

/// A way to a value that is not among the object's members.
enum JSONOutsideSource {
    case none
    case parent(JSONPath)
    case root(JSONPath)
    case index
    case dictionaryKey
}

/// A date format ready to read with.
enum JSONDateReader {
    case iso8601
    case number(perSecond: Double)
    case pattern(JSONDatePattern)
}

/// One property of a plan.
final class JSONPlanProperty {
    let binding: PropertyBinding
    let rule: AnyJSONRule
    let name: String
    let className: String
    /// Its position in `JSONPlan.properties`.
    let index: Int
    let kind: PropertyKind
    let column: Int
    /// Of the value; of the elements for a list.
    let type: ColumnType
    /// nil is a value of it (of an element, for a list).
    let isOptional: Bool
    let isList: Bool
    let coder: AnyValueCoder?
    /// The coder where it may refuse a value of the right type and range: that of an enum.
    let caseCoder: AnyValueCoder?
    /// The column lies in the row's leaf and may be written there; nil for any other.
    let plain: JSONPlainColumn?
    /// Where a text lies in the row's leaf; -1 elsewhere.
    let leafColumn: Int
    /// A text that is stored as it stands in the document.
    let takesBytes: Bool
    let sources: [JSONSource]
    let outside: JSONOutsideSource
    let dateReaders: [JSONDateReader]
    /// The declaration gives a value; that a type invents one (UUID, Date) does not count here.
    let hasDefault: Bool
    /// A new object must have it from the payload.
    let isRequired: Bool
    /// The plan of the class that it leads to, or whose objects link here; -1 for values.
    let target: Int

    init(
        binding: PropertyBinding, rule: AnyJSONRule, index: Int, sources: [JSONSource], outside: JSONOutsideSource,
        target: Int
    ) {
        let description = binding.description
        self.binding = binding
        self.rule = rule
        self.index = index
        self.sources = sources
        self.outside = outside
        self.target = target
        name = description.name
        className = binding.owner.name
        kind = description.kind
        column = binding.column
        isList = description.kind == .list || description.kind == .inverse
        type = description.elementType ?? description.columnType
        isOptional = description.kind == .list ? description.shape.isElementOptional : description.isOptional
        coder = description.kind == .list ? description.accessor.elementCoder : description.accessor.coder
        caseCoder = coder.flatMap { Self.isPlainScalar($0) ? nil : $0 }
        let isValue = description.kind == .value
        plain = isValue ? JSONPlainColumn(binding) : nil
        leafColumn = isValue ? binding.table.leafColumn(binding.column) ?? -1 : -1
        takesBytes =
            isValue && description.columnType == .text && caseCoder == nil && rule.transform == nil
            && binding.table.takesBytes(binding.column)
        hasDefault = Self.hasDeclaredDefault(binding)
        isRequired = description.kind == .value && !description.isOptional && !hasDefault
        dateReaders = Self.dateReaders(rule)
    }

    /// Types all of whose values of the right range are good.
    private static func isPlainScalar(_ coder: AnyValueCoder) -> Bool {
        coder is ValueCoder<String> || coder is ValueCoder<String?> || coder is ValueCoder<Int>
            || coder is ValueCoder<Int?> || coder is ValueCoder<Double> || coder is ValueCoder<Double?>
            || coder is ValueCoder<Bool> || coder is ValueCoder<Bool?> || coder is ValueCoder<Date>
            || coder is ValueCoder<Date?> || coder is ValueCoder<Int64> || coder is ValueCoder<Int64?>
            || coder is ValueCoder<Int32> || coder is ValueCoder<Int32?> || coder is ValueCoder<Float>
            || coder is ValueCoder<Float?> || coder is ValueCoder<UUID> || coder is ValueCoder<UUID?>
            || coder is ValueCoder<Data> || coder is ValueCoder<Data?>
    }

    /// An instance without a declared default has none before somebody reads it, if its type invents one.
    private static func hasDeclaredDefault(_ binding: PropertyBinding) -> Bool {
        let description = binding.description
        guard description.hasDefault, description.kind == .value, description.accessor.isLazy else {
            return description.hasDefault
        }
        let probe = binding.owner.type.init()
        let before = description.accessor.unmanagedValue(probe)
        description.accessor.settle(probe)
        return description.accessor.unmanagedValue(probe) == before
    }

    private static func dateReaders(_ rule: AnyJSONRule) -> [JSONDateReader] {
        guard !rule.dateFormats.isEmpty else { return [.iso8601] }
        return rule.dateFormats.compactMap { format in
            switch format {
            case .iso8601: .iso8601
            case .unixSeconds: .number(perSecond: 1)
            case .unixMilliseconds: .number(perSecond: 1_000)
            case .format(let pattern): JSONDatePattern(pattern).map { .pattern($0) }
            }
        }
    }

    /// Leads to objects, or from them.
    var isRelation: Bool { target >= 0 }
    var isInverse: Bool { kind == .inverse || kind == .singleInverse }

    /// The type as issues name it.
    var expected: String {
        if isInverse || isRelation { return binding.target?.name ?? binding.origin?.owner.name ?? "Object" }
        return Self.typeName(type)
    }

    static func typeName(_ type: ColumnType) -> String {
        switch type {
        case .bool: "Bool"
        case .int8: "Int8"
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64: "Int"
        case .float: "Float"
        case .double: "Double"
        case .date: "Date"
        case .text: "String"
        case .data: "Data"
        case .uuid: "UUID"
        case .link: "Object"
        case .list: "List"
        case .reference: "Reference"
        }
    }
}

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

final class JSONPlan {
    let binding: ClassBinding
    let table: Table
    let name: String
    /// Its position among the plans of the import.
    let index: Int
    let mapping: JSONClassMapping
    fileprivate(set) var keys = JSONKeyTable(keys: [], looseKeys: [])
    fileprivate(set) var slots: [JSONSlotUse] = []
    /// Those that are read, in order of declaration.
    fileprivate(set) var properties: [JSONPlanProperty] = []
    /// The values, without the key.
    fileprivate(set) var values: [JSONPlanProperty] = []
    fileprivate(set) var relations: [JSONPlanProperty] = []
    fileprivate(set) var key: JSONPlanProperty?
    fileprivate(set) var connections: [JSONPlanConnection] = []
    fileprivate(set) var modifiedBy: JSONPlanProperty?
    /// Stored properties that no rule reads, but which a new object needs: their declared defaults.
    fileprivate(set) var unreadDefaults: [PropertyBinding] = []

    init(binding: ClassBinding, index: Int) {
        self.binding = binding
        self.index = index
        table = binding.table
        name = binding.name
        mapping = JSONClassMapping.of(binding.description)
    }

    var isEmbedded: Bool { binding.isEmbedded }
    var hasValidators: Bool { !mapping.validators.isEmpty }
    /// Objects of the class may stand under keys of a JSON object instead of in an array.
    var readsDictionaryKey: Bool {
        properties.contains { if case .dictionaryKey = $0.outside { true } else { false } }
    }
}

/// The plans of one import: the root's class and all that it leads to.
final class JSONPlanSet {
    private(set) var plans: [JSONPlan] = []
    private var indexByName: [String: Int] = [:]
    private let usesLooseKeys: Bool

    init(_ keys: JSONImportOptions.Keys) { usesLooseKeys = keys == .snakeCase }

    /// The number of the plan of a class, compiled if need be, with the plans of all classes that it leads to.
    func index(of binding: ClassBinding) -> Int {
        if let known = indexByName[binding.name] { return known }
        let plan = JSONPlan(binding: binding, index: plans.count)
        plans.append(plan)
        indexByName[binding.name] = plan.index
        compile(plan)
        return plan.index
    }

    private func compile(_ plan: JSONPlan) {
        var slots = SlotBuilder()
        for property in plan.binding.properties {
            let rule = plan.mapping.rule(of: property.description)
            let isInverse = !property.description.isStored
            if rule.isIgnoredOnImport {
                let isSilent = plan.mapping.rules[property.name] != nil && !isInverse
                slots.add(property.name, isInverse && !isSilent ? .inverse(property: property.name) : .ignored)
                if property.description.hasDefault, property.description.kind == .value {
                    plan.unreadDefaults.append(property)
                }
                continue
            }
            let (sources, outside) = slots.sources(of: property.name, rule)
            let related = property.target ?? property.origin?.owner
            let made = JSONPlanProperty(
                binding: property, rule: rule, index: plan.properties.count, sources: sources, outside: outside,
                target: related.map { index(of: $0) } ?? -1)
            plan.properties.append(made)
            if property === plan.binding.primaryKey {
                plan.key = made
            } else if made.isRelation {
                plan.relations.append(made)
            } else {
                plan.values.append(made)
            }
        }
        // Numbers first: they are written while the row's leaf stays where it is.
        plan.values = plan.values.filter { $0.plain != nil } + plan.values.filter { $0.plain == nil }
        plan.slots = slots.uses
        plan.keys = JSONKeyTable(keys: slots.exact, looseKeys: usesLooseKeys ? slots.loose : [])
        plan.connections = plan.mapping.connections.compactMap { connection in
            guard let link = property(connection.link, of: plan), let key = property(connection.key, of: plan) else {
                return nil
            }
            return JSONPlanConnection(link: link, key: key, missing: connection.missing)
        }
        plan.modifiedBy = plan.mapping.modifiedBy.flatMap { name in plan.values.first { $0.name == name } }
    }

    /// Also one that is not read from JSON itself.
    private func property(_ name: String, of plan: JSONPlan) -> JSONPlanProperty? {
        if let read = plan.properties.first(where: { $0.name == name }) { return read }
        guard let binding = plan.binding.property(named: name) else { return nil }
        return JSONPlanProperty(
            binding: binding, rule: AnyJSONRule(), index: -1, sources: [], outside: .none,
            target: binding.target.map { index(of: $0) } ?? -1)
    }

    /// Gathers the keys of a class.
    private struct SlotBuilder {
        var uses: [JSONSlotUse] = []
        var exact: [(name: String, slot: Int)] = []
        var loose: [(name: String, slot: Int)] = []
        private var slotByName: [String: Int] = [:]

        /// The slot of a name that is no property to read; a rule that reads the same key wins.
        mutating func add(_ name: String, _ use: JSONSlotUse) {
            let isKnown = slotByName[name] != nil
            let slot = slot(name, isAutomatic: true)
            if !isKnown { uses[slot] = use }
        }

        mutating func slot(_ name: String, isAutomatic: Bool) -> Int {
            let slot: Int
            if let known = slotByName[name] {
                slot = known
            } else {
                slot = uses.count
                uses.append(.read)
                slotByName[name] = slot
                exact.append((name, slot))
            }
            if isAutomatic { loose.append((name, slot)) }
            return slot
        }

        mutating func sources(of name: String, _ rule: AnyJSONRule) -> ([JSONSource], JSONOutsideSource) {
            switch rule.source {
            case .automatic, .ignored: return ([own(name)], .none)
            case .paths(let paths): return (paths.compactMap { source($0) }, .none)
            case .parent(let path): return ([own(name)], .parent(path))
            case .root(let path): return ([], .root(path))
            case .index: return ([], .index)
            case .dictionaryKey: return ([], .dictionaryKey)
            }
        }

        private mutating func own(_ name: String) -> JSONSource {
            let slot = slot(name, isAutomatic: true)
            uses[slot] = .read
            return JSONSource(slot: slot, steps: [], isExact: false)
        }

        private mutating func source(_ path: JSONPath) -> JSONSource? {
            guard let first = path.components.first else { return nil }
            let slot = slot(first, isAutomatic: false)
            uses[slot] = .read
            return JSONSource(slot: slot, steps: Array(path.components.dropFirst()), isExact: true)
        }
    }
}
