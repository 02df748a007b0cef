// Compiles the plans of an import: the root's class and all that it leads to.

import QuireStorage

/// The plans of one import: the root's class and all that it leads to.
final class JSONPlanSet {
    private var made: [Int: JSONPlan] = [:]
    private var indexByName: [String: Int] = [:]
    private let usesLooseKeys: Bool

    init(_ keys: JSONImportOptions.Keys) { usesLooseKeys = keys == .snakeCase }

    /// By number; complete once `index(of:)` has returned to its first caller.
    var plans: [JSONPlan] { made.sorted { $0.key < $1.key }.map(\.value) }

    /// The number of the plan of a class, compiled if need be, with the plans of all classes that it leads to.
    func index(of binding: ClassBinding) -> Int {
        if let known = indexByName[binding.name] { return known }
        let index = indexByName.count
        indexByName[binding.name] = index
        made[index] = compile(binding, index)
        return index
    }

    private func compile(_ binding: ClassBinding, _ index: Int) -> JSONPlan {
        let mapping = JSONClassMapping.of(binding.description)
        var slots = SlotBuilder()
        var read: [(property: PropertyBinding, rule: AnyJSONRule)] = []
        var places: [(sources: [JSONSource], outside: JSONOutsideSource)] = []
        var unreadDefaults: [PropertyBinding] = []
        for property in binding.properties {
            let rule = mapping.rule(of: property.description)
            if rule.isIgnoredOnImport {
                let isInverse = !property.description.isStored
                slots.add(property.name, isInverse ? .inverse(property: property.name) : .ignored)
                if property.description.hasDefault, property.description.kind == .value {
                    unreadDefaults.append(property)
                }
            } else {
                read.append((property, rule))
                places.append(slots.sources(of: property.name, rule))
            }
        }
        let properties = zip(read, places).enumerated().map { index, entry in
            let ((property, rule), (sources, outside)) = entry
            let related = property.target ?? property.origin?.owner
            return JSONPlanProperty(
                binding: property, rule: rule, index: index, sources: slots.withoutNeedlessDoubt(sources),
                outside: outside, target: related.map { self.index(of: $0) } ?? -1)
        }
        let connections = mapping.connections.compactMap { connection -> JSONPlanConnection? in
            guard let link = self.property(connection.link, binding, properties),
                let key = self.property(connection.key, binding, properties)
            else { return nil }
            return JSONPlanConnection(link: link, key: key, missing: connection.missing)
        }
        return JSONPlan(
            binding: binding, index: index, mapping: mapping,
            keys: JSONKeyTable(keys: slots.exact, looseKeys: usesLooseKeys ? slots.loose : []), slots: slots.uses,
            properties: properties, connections: connections, unreadDefaults: unreadDefaults)
    }

    /// Also one that is not read from JSON itself.
    private func property(
        _ name: String, _ binding: ClassBinding, _ properties: [JSONPlanProperty]
    ) -> JSONPlanProperty? {
        if let read = properties.first(where: { $0.name == name }) { return read }
        guard let property = binding.property(named: name) else { return nil }
        return JSONPlanProperty(
            binding: property, rule: AnyJSONRule(), index: -1, sources: [], outside: .none,
            target: property.target.map { index(of: $0) } ?? -1)
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

        /// Whether a key matched only loosely has to be asked only where one can.
        func withoutNeedlessDoubt(_ sources: [JSONSource]) -> [JSONSource] {
            let looseSlots = Set(loose.map(\.slot))
            return sources.map { source in
                let isExact = source.isExact && looseSlots.contains(source.slot)
                return JSONSource(slot: source.slot, steps: source.steps, isExact: isExact)
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
