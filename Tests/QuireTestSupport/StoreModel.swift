// What a store should hold, in plain dictionaries and arrays: the opposite of an engine.

package import QuireStorage

/// Classes with links, lists, inverses, ghosts and owned objects, by row id.
package struct StoreModel {
    package enum Class: String, CaseIterable, Sendable {
        case person = "Person"
        case thing = "Thing"
        case address = "Address"
        case log = "Log"
        /// Leaves of many pages; only in the models that ask for it.
        case wide = "Wide"
        /// Few trees, for tests that open a store very often; only in the models that ask for it.
        case note = "Note"

        package static let usual: [Class] = [.person, .thing, .address, .log]
    }

    package struct Entry: Equatable {
        package var key: Value?
        /// By column number; links raw, ghosts included.
        package var values: [Int: Value] = [:]
        package var lists: [Int: [Value]] = [:]
    }

    package struct Ghost: Hashable {
        package var className: Class
        package var row: UInt64
    }

    package var entries: [Class: [UInt64: Entry]] = [:]
    /// Key by row of the keys that wait.
    package var ghosts: [Class: [UInt64: Value]] = [:]

    package let classes: [Class]

    package init(_ classes: [Class] = Class.usual) {
        self.classes = classes
        for name in classes {
            entries[name] = [:]
            ghosts[name] = [:]
        }
    }

    // MARK: The classes

    package static let definitions = Class.usual.map(definition)

    private static let allDefinitions: [ClassDefinition] = [
        ClassDefinition(
            name: "Person",
            columns: [
                ColumnDefinition(name: "id", type: .text),
                ColumnDefinition(name: "name", type: .text, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "age", type: .int32, isIndexed: true),
                ColumnDefinition(name: "score", type: .double, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "picture", type: .data, isOptional: true),
                ColumnDefinition(name: "best", type: .link, isOptional: true, target: "Person"),
                ColumnDefinition(name: "friends", type: .list, elementType: .link, target: "Person"),
                ColumnDefinition(name: "tags", type: .list, elementType: .text, isElementOptional: true),
                ColumnDefinition(name: "home", type: .link, isOptional: true, target: "Address", isOwning: true),
                ColumnDefinition(name: "rooms", type: .list, elementType: .link, target: "Address", isOwning: true),
            ], primaryKey: 0),
        ClassDefinition(
            name: "Thing",
            columns: [
                ColumnDefinition(name: "number", type: .int64),
                ColumnDefinition(name: "owner", type: .link, isOptional: true, target: "Person"),
                ColumnDefinition(name: "users", type: .list, elementType: .link, target: "Person"),
                ColumnDefinition(name: "parts", type: .list, elementType: .link, target: "Thing"),
            ], primaryKey: 0),
        ClassDefinition(
            name: "Address",
            columns: [
                ColumnDefinition(name: "street", type: .text),
                ColumnDefinition(name: "thing", type: .link, isOptional: true, target: "Thing"),
            ], isEmbedded: true),
        ClassDefinition(
            name: "Log",
            columns: [
                ColumnDefinition(name: "flag", type: .bool),
                ColumnDefinition(name: "about", type: .link, isOptional: true, target: "Thing"),
                ColumnDefinition(name: "stamps", type: .list, elementType: .int64),
            ]),
        ClassDefinition(
            name: "Wide",
            columns: (0..<40).map { ColumnDefinition(name: "text\($0)", type: .text) }
                + (0..<20).map { ColumnDefinition(name: "number\($0)", type: .int64) }),
        ClassDefinition(
            name: "Note",
            columns: [
                ColumnDefinition(name: "id", type: .int64),
                ColumnDefinition(name: "title", type: .text, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "number", type: .int32),
                ColumnDefinition(name: "flag", type: .bool),
                ColumnDefinition(name: "content", type: .data, isOptional: true),
            ], primaryKey: 0),
    ]

    package static func definition(_ name: Class) -> ClassDefinition {
        allDefinitions.first { $0.name == name.rawValue } ?? allDefinitions[0]
    }

    /// The class that a column's links lead to.
    package static func target(_ name: Class, _ column: Int) -> Class? {
        definition(name).columns[column].target.flatMap { Class(rawValue: $0) }
    }

    // MARK: Changes

    package mutating func insert(_ name: Class, _ row: UInt64, key: Value?) {
        var entry = Entry(key: key)
        for (column, description) in Self.definition(name).columns.enumerated() {
            if description.type == .list {
                entry.lists[column] = []
            } else if let key, column == Self.definition(name).primaryKey {
                entry.values[column] = key
            } else {
                entry.values[column] = Self.zero(description)
            }
        }
        entries[name]?[row] = entry
        ghosts[name]?[row] = nil
    }

    private static func zero(_ column: ColumnDefinition) -> Value {
        if column.isOptional { return .none }
        switch column.type {
        case .bool: return .bool(false)
        case .text: return .text("")
        case .double: return .double(0)
        default: return .int(0)
        }
    }

    package mutating func set(_ name: Class, _ row: UInt64, _ column: Int, _ value: Value) {
        let old = entries[name]?[row]?.values[column]
        guard old != value else { return }
        entries[name]?[row]?.values[column] = value
        if case .link(let gone)? = old { dropped(name, column, gone.rawValue) }
    }

    /// A link of a column went: an owned object dies, a ghost that nothing waits for goes.
    private mutating func dropped(_ name: Class, _ column: Int, _ target: UInt64) {
        guard let targetClass = Self.target(name, column) else { return }
        if Self.definition(name).columns[column].isOwning {
            delete(targetClass, target)
        } else {
            dropGhostIfUnused(targetClass, target)
        }
    }

    private mutating func dropGhostIfUnused(_ name: Class, _ row: UInt64) {
        guard ghosts[name]?[row] != nil, origins(of: name, row).isEmpty else { return }
        ghosts[name]?[row] = nil
    }

    package mutating func delete(_ name: Class, _ row: UInt64) {
        guard let entry = entries[name]?[row] else { return }
        entries[name]?[row] = nil
        unlink(name, row)
        for (column, value) in entry.values {
            if case .link(let target) = value { dropped(name, column, target.rawValue) }
        }
        for (column, list) in entry.lists {
            for case .link(let target) in list { dropped(name, column, target.rawValue) }
        }
    }

    /// Removes every link to a row or ghost.
    package mutating func unlink(_ name: Class, _ row: UInt64) {
        let link = Value.link(RowID(row))
        for origin in classes {
            for (column, description) in Self.definition(origin).columns.enumerated()
            where description.target == name.rawValue {
                for id in Array((entries[origin] ?? [:]).keys) {
                    if entries[origin]?[id]?.values[column] == link {
                        entries[origin]?[id]?.values[column] = Value.none
                    }
                    entries[origin]?[id]?.lists[column]?.removeAll { $0 == link }
                }
            }
        }
    }

    package mutating func removeGhosts(_ name: Class) {
        for row in Array((ghosts[name] ?? [:]).keys) {
            unlink(name, row)
            ghosts[name]?[row] = nil
        }
    }

    // MARK: Lists

    package func isGhost(_ name: Class, _ value: Value) -> Bool {
        if case .link(let row) = value { return ghosts[name]?[row.rawValue] != nil }
        return false
    }

    /// Raw positions of the visible elements.
    package func visible(_ name: Class, _ row: UInt64, _ column: Int) -> [Int] {
        let list = entries[name]?[row]?.lists[column] ?? []
        guard let target = Self.target(name, column) else { return Array(list.indices) }
        return list.indices.filter { !isGhost(target, list[$0]) }
    }

    package mutating func listInsert(_ name: Class, _ row: UInt64, _ column: Int, at index: Int, _ values: [Value]) {
        let visible = visible(name, row, column)
        let place = index < visible.count ? visible[index] : entries[name]?[row]?.lists[column]?.count ?? 0
        entries[name]?[row]?.lists[column]?.insert(contentsOf: values, at: place)
    }

    package mutating func listRemove(_ name: Class, _ row: UInt64, _ column: Int, _ range: Range<Int>) {
        let visible = visible(name, row, column)
        var gone: [Value] = []
        for index in range.reversed() {
            if let value = entries[name]?[row]?.lists[column]?.remove(at: visible[index]) { gone.append(value) }
        }
        for case .link(let target) in gone { dropped(name, column, target.rawValue) }
    }

    package mutating func listSet(_ name: Class, _ row: UInt64, _ column: Int, at index: Int, _ value: Value) {
        let place = visible(name, row, column)[index]
        guard let old = entries[name]?[row]?.lists[column]?[place], old != value else { return }
        entries[name]?[row]?.lists[column]?[place] = value
        if case .link(let target) = old { dropped(name, column, target.rawValue) }
    }

    package mutating func listRemoveAll(_ name: Class, _ row: UInt64, _ column: Int) {
        let old = entries[name]?[row]?.lists[column] ?? []
        entries[name]?[row]?.lists[column] = []
        for case .link(let target) in old { dropped(name, column, target.rawValue) }
    }

    package mutating func listMove(_ name: Class, _ row: UInt64, _ column: Int, from: Int, to: Int) {
        var order = Array(visible(name, row, column).indices)
        order.insert(order.remove(at: from), at: to)
        listReorder(name, row, column, order)
    }

    /// Elements in another order; ghosts go with their left neighbour, leading ones stay first.
    package mutating func listReorder(_ name: Class, _ row: UInt64, _ column: Int, _ order: [Int]) {
        guard let list = entries[name]?[row]?.lists[column] else { return }
        let visible = visible(name, row, column)
        var result = Array(list.prefix(visible.first ?? list.count))
        for place in order {
            result.append(list[visible[place]])
            var next = visible[place] + 1
            while next < list.count, !visible.contains(next) {
                result.append(list[next])
                next += 1
            }
        }
        entries[name]?[row]?.lists[column] = result
    }

    package mutating func listSwap(_ name: Class, _ row: UInt64, _ column: Int, _ a: Int, _ b: Int) {
        let visible = visible(name, row, column)
        entries[name]?[row]?.lists[column]?.swapAt(visible[a], visible[b])
    }

    // MARK: Inverses

    /// Every link to a row, as (class, column, origin), sorted.
    package func origins(of name: Class, _ row: UInt64) -> [String] {
        let link = Value.link(RowID(row))
        var origins: [String] = []
        for origin in classes {
            for (column, description) in Self.definition(origin).columns.enumerated()
            where description.target == name.rawValue {
                for (id, entry) in entries[origin] ?? [:] {
                    if entry.values[column] == link { origins.append("\(origin.rawValue).\(column) \(id)") }
                    for value in entry.lists[column] ?? [] where value == link {
                        origins.append("\(origin.rawValue).\(column) \(id)")
                    }
                }
            }
        }
        return origins.sorted()
    }
}
