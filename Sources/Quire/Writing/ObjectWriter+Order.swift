// In which order what waits is written. Under `.modified` and `.all` two instances with one key may be reached from one
// object, or from each other; then what is written last stays, and the order is that of a depth-first walk through the
// properties as they are declared: a property is done, with everything that it leads to, before the next one begins.

import QuireStorage

extension ObjectWriter {
    /// What waits on the stack.
    enum Step {
        /// The values of an entry, from one of its properties on.
        case values(Entry, from: Int)
        /// What a link or a list of links held before the objects that it leads to were written: one of them may be
        /// another instance of its owner.
        case link(PropertyBinding, Entry, Value)
        case links(PropertyBinding, Entry, [Value])
    }

    /// A row, among those of one Realm.
    struct FreshRow: Hashable {
        let classNumber: Int
        let row: RowID
    }

    /// The order matters: an object may lead to another instance with its own key.
    func isOrdered(_ binding: ClassBinding) -> Bool { policy != .error && binding.leadsToObjects }

    func wait(_ entry: Entry) {
        if entry.isNew, policy != .error { freshRows.insert(freshRow(entry)) }
        waiting.append(.values(entry, from: 0))
    }

    private func freshRow(_ entry: Entry) -> FreshRow { FreshRow(classNumber: entry.binding.number, row: entry.row) }

    func take(_ step: Step) {
        switch step {
        case .values(var entry, let start):
            if start == 0 {
                if policy != .error { entry.isNew = freshRows.remove(freshRow(entry)) != nil }
                entry.takesDefaults = entry.isNew
            }
            write(entry, from: start)
        case .link(let property, let entry, let value):
            if isGone(entry) { return }
            if read(property, entry.row) != value { set(property, entry.row, value) }
        case .links(let property, let entry, let values):
            if isGone(entry) { return }
            if storedElements(property, entry.row) != values { storeElements(values, into: property, of: entry) }
        }
    }

    private func write(_ entry: Entry, from start: Int) {
        var entry = entry
        let isOrdered = isOrdered(entry.binding)
        if isGone(entry) { return }
        let properties = order(of: entry, isOrdered: isOrdered)
        for index in start..<properties.count {
            if context.isDoomed { return }
            let height = waiting.count
            write(properties[index], of: entry)
            guard isOrdered, waiting.count > height else { continue }
            // The first that was reached is written first, and what waited before them after all of them.
            let reached = waiting[height...].reversed()
            waiting.removeSubrange(height...)
            entry.isNew = false
            waiting.append(.values(entry, from: index + 1))
            confirm(properties[index], of: entry)
            waiting.append(contentsOf: reached)
            return
        }
        if !context.isDoomed { applyConnections(entry) }
    }

    private func order(of entry: Entry, isOrdered: Bool) -> [PropertyBinding] {
        let properties = entry.binding.properties
        switch entry.source {
        case .instance: return isOrdered ? properties : entry.binding.fillingOrder
        case .copy: return properties
        case .dictionary, .array:
            // Defaults come first: they never replace what somebody gave.
            guard isOrdered, entry.takesDefaults else { return properties }
            let isGiven = properties.map { property in
                property.position.flatMap { entry.source.value(for: property.description, at: $0) } != nil
            }
            return properties.indices.filter { !isGiven[$0] }.map { properties[$0] }
                + properties.indices.filter { isGiven[$0] }.map { properties[$0] }
        }
    }

    private func write(_ property: PropertyBinding, of entry: Entry) {
        if case .instance(let object) = entry.source {
            property.description.accessor.moveIn(object, property, self, entry)
        } else {
            fill(property, of: entry)
        }
    }

    /// Has a link written again if it does not survive what it leads to. An owned object does not come back: whoever
    /// writes another in its place deletes it.
    private func confirm(_ property: PropertyBinding, of entry: Entry) {
        if context.isDoomed || property.isOwning { return }
        switch property.description.kind {
        case .link: waiting.append(.link(property, entry, read(property, entry.row)))
        case .list: waiting.append(.links(property, entry, storedElements(property, entry.row)))
        case .value, .inverse, .singleInverse: break
        }
    }

    /// An embedded object is gone if another instance of its owner was written in between.
    private func isGone(_ entry: Entry) -> Bool {
        guard policy != .error, entry.binding.isEmbedded else { return false }
        return !context.change(true) { () throws(StorageError) in try entry.binding.table.contains(entry.row) }
    }
}
