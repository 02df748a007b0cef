// Puts objects and what they reach into the file. Nothing here recurses: an object gets its row at once, so that links
// can name it, and waits on a stack for its values to follow; graphs of any depth and with cycles are fine.

import QuireStorage

/// One add or create, with everything that it reaches.
final class ObjectWriter {
    /// An object whose row exists and whose values are still to be written.
    struct Entry {
        let source: ValueSource
        @safe unowned(unsafe) let binding: ClassBinding
        let row: RowID
        /// Nothing was written into the row yet.
        var isNew: Bool
        /// The row takes the defaults of what the source does not give.
        var takesDefaults = false
        /// Values that are equal to the stored ones are not written.
        let keepsEqualValues: Bool
    }

    // The context keeps its writers.
    @safe unowned(unsafe) let context: RealmContext
    @safe @exclusivity(unchecked) private(set) var policy: Realm.UpdatePolicy
    /// Whether the file has placeholders, once it was asked; a connection may make the first one.
    @safe @exclusivity(unchecked) var knownPlaceholders: Bool?
    /// A stack; see `ObjectWriter+Order`.
    @safe @exclusivity(unchecked) var waiting: [Step] = []
    /// Rows that were made and not written yet, where several instances may be written into one row.
    @safe @exclusivity(unchecked) var freshRows: Set<FreshRow> = []
    /// Objects given as values that were copied already, so that cycles end.
    @safe @exclusivity(unchecked) private var copies: [ObjectKey: RowID] = [:]
    /// The instance that shows the defaults of the new object whose values are being written.
    @safe @exclusivity(unchecked) var defaults: (row: RowID, instance: Object)?
    /// The values of an object are being written; those that it reaches wait.
    @safe @exclusivity(unchecked) private var isFilling = false

    init(_ context: RealmContext, _ policy: Realm.UpdatePolicy) {
        self.context = context
        self.policy = policy
    }

    /// The writer is used again.
    func begin(_ policy: Realm.UpdatePolicy) { self.policy = policy }

    /// Lets go of everything.
    func end() {
        knownPlaceholders = nil
        if !waiting.isEmpty { waiting.removeAll() }
        if !copies.isEmpty { copies.removeAll() }
        if !freshRows.isEmpty { freshRows.removeAll() }
        defaults = nil
        isFilling = false
    }

    /// Runs `body` and then writes the values of everything that waits.
    func run<R>(_ body: () -> R) -> R {
        let outer = context.writer
        context.writer = self
        defer { context.writer = outer }
        let result = body()
        drain()
        return result
    }

    private func drain() {
        if waiting.isEmpty { return }
        isFilling = true
        defer { isFilling = false }
        while let step = waiting.popLast() {
            if context.isDoomed { return waiting.removeAll() }
            take(step)
        }
    }

    // MARK: Instances that become managed

    /// Gives an unmanaged instance its row and makes it the row's accessor; nil if the scope is doomed.
    func adopt(_ object: Object, _ binding: ClassBinding) -> RowID? {
        settle(object, binding)
        let key = key(of: object, binding)
        guard let (row, isNew) = place(binding, key: key) else { return nil }
        adopt(object, binding, row, isNew: isNew)
        return row
    }

    private func adopt(_ object: Object, _ binding: ClassBinding, _ row: RowID, isNew: Bool) {
        context.bindState(of: object, binding, row)
        binding.tellWrappers(of: object)
        let entry = Entry(
            source: .instance(object), binding: binding, row: row, isNew: isNew, keepsEqualValues: policy == .modified)
        guard isNew, !isFilling, !isOrdered(binding) else { return wait(entry) }
        isFilling = true
        fill(object, entry)
        isFilling = false
        if !context.isDoomed { applyConnections(entry) }
    }

    /// The row for a key: a new one, or by the policy the one that has it.
    func place(_ binding: ClassBinding, key: Value?) -> (row: RowID, isNew: Bool)? {
        guard let key else {
            return context.change(nil) { () throws(StorageError) in (try context.insert(binding, key: nil), true) }
        }
        return context.change(nil, at: binding.primaryKey) { () throws(StorageError) in
            if let found = try existingRow(binding, key) { return (found, false) }
            return (try context.insert(binding, key: key), true)
        }
    }

    /// The row that takes the values. A placeholder takes them under every policy, and is none any more.
    private func existingRow(_ binding: ClassBinding, _ key: Value) throws(StorageError) -> RowID? {
        let hasPlaceholders =
            if let knownPlaceholders { knownPlaceholders } else { try context.hasPlaceholders() }
        knownPlaceholders = hasPlaceholders
        if policy == .error, !hasPlaceholders { return nil }
        guard let found = try binding.table.find(key: key) else { return nil }
        guard hasPlaceholders else { return found }
        let isPlaceholder = try Placeholders.isPlaceholder(found, binding.table, context.session)
        if isPlaceholder { try Placeholders.clear(found, binding.table, context.session) }
        return policy == .error && !isPlaceholder ? nil : found
    }

    // MARK: Links

    /// The row of an object that something managed is to refer to.
    func rowToLink(_ object: Object, _ target: ClassBinding) -> RowID? {
        guard ObjectIdentifier(type(of: object)) == ObjectIdentifier(target.type) else {
            stopForMisuse(
                "A link to \(target.name) cannot hold one of \(type(of: object)): links lead to objects of exactly "
                    + "one class."
            )
        }
        if let owner = object.context {
            if object.isInvalidated {
                stopForMisuse(
                    "A deleted or invalidated object of \(target.name) cannot be linked to: fetch the object "
                        + "again, or link to another.")
            }
            guard owner === context else {
                stopForMisuse(
                    "An object of \(target.name) in another Realm cannot be linked to: fetch it from this Realm by its "
                        + "key, or copy it with create(_:value:update:).")
            }
            if target.isEmbedded {
                stopForMisuse(
                    "This \(target.name) has an owner already, and an embedded object has one only: assign a detached copy "
                        + "of it.")
            }
            return object.row
        }
        return adopt(object, target)
    }

    /// Writes a link of an instance that becomes managed.
    func moveLink(_ object: Object?, into property: PropertyBinding, of entry: Entry) {
        guard let target = property.target else { return }
        guard let object else { return clearLink(property, entry) }
        let stored = entry.isNew ? Value.none : read(property, entry.row)
        // An embedded object that is there already takes the values, where only differences are written.
        if target.isEmbedded, object.context == nil, policy == .modified, case .link(let current) = stored {
            settleAndAdopt(object, target, current)
            return
        }
        guard let row = rowToLink(object, target) else { return }
        if stored != .link(row) { set(property, entry.row, .link(row)) }
    }

    /// Writes nil over a link, also over one that waits for its key.
    func clearLink(_ property: PropertyBinding, _ entry: Entry) {
        if entry.isNew { return }
        context.change((), at: property) { () throws(StorageError) in
            guard try property.table.rawLink(entry.row, property.column) != nil else { return }
            try property.table.set(entry.row, property.column, .none)
        }
    }

    /// Writes a list of links of an instance that becomes managed.
    func moveLinks(_ objects: [Object], into property: PropertyBinding, of entry: Entry) {
        guard let target = property.target else { return }
        var remaining = objects[...]
        if target.isEmbedded, !entry.isNew, policy == .modified {
            for value in storedElements(property, entry.row) {
                guard case .link(let current) = value, let object = remaining.first, object.context == nil else {
                    break
                }
                settleAndAdopt(object, target, current)
                remaining.removeFirst()
            }
            let rows = remaining.compactMap { rowToLink($0, target).map { Value.link($0) } }
            replaceTail(from: objects.count - remaining.count, withRows: rows, property, entry)
            return
        }
        let rows = remaining.compactMap { rowToLink($0, target).map { Value.link($0) } }
        if !context.isDoomed { storeElements(rows, into: property, of: entry) }
    }

    private func settleAndAdopt(_ object: Object, _ binding: ClassBinding, _ row: RowID) {
        settle(object, binding)
        adopt(object, binding, row, isNew: false)
    }

    /// Makes the lazy defaults that nobody has read yet, before the wrappers' columns get another meaning.
    private func settle(_ object: Object, _ binding: ClassBinding) {
        for property in binding.lazyProperties { property.description.accessor.settle(object) }
    }

    /// Puts links in the place of everything from a position on.
    func replaceTail(from start: Int, withRows rows: [Value], _ property: PropertyBinding, _ entry: Entry) {
        context.change((), at: property) { () throws(StorageError) in
            let count = try property.table.listCount(entry.row, property.column)
            if start < count { try property.table.listRemove(entry.row, property.column, start..<count) }
            if !rows.isEmpty { try property.table.listInsert(entry.row, property.column, at: start, rows) }
        }
    }

    // MARK: Writing

    /// Writes a scalar, unless the row shows that it is there.
    func store(_ value: Value, into property: PropertyBinding, of entry: Entry) {
        if entry.isNew {
            if value.isInitial(optional: property.description.isOptional) { return }
        } else if entry.keepsEqualValues, read(property, entry.row) == value {
            return
        }
        set(property, entry.row, value)
    }

    /// Writes the elements of a list.
    func storeElements(_ values: [Value], into property: PropertyBinding, of entry: Entry) {
        if entry.isNew {
            if values.isEmpty { return }
        } else if entry.keepsEqualValues, storedElements(property, entry.row) == values {
            return
        }
        context.change((), at: property) { () throws(StorageError) in
            if !entry.isNew { try property.table.listRemoveAll(entry.row, property.column) }
            if !values.isEmpty { try property.table.listInsert(entry.row, property.column, at: 0, values) }
        }
    }

    func set(_ property: PropertyBinding, _ row: RowID, _ value: Value) {
        context.change((), at: property) { () throws(StorageError) in
            try property.table.set(row, property.column, value)
        }
    }

    func read(_ property: PropertyBinding, _ row: RowID) -> Value {
        context.change(.none, at: property) { () throws(StorageError) in
            try property.table.value(row, property.column)
        }
    }

    func storedElements(_ property: PropertyBinding, _ row: RowID) -> [Value] {
        context.change([], at: property) { () throws(StorageError) in
            try property.table.listValues(row, property.column)
        }
    }

    // MARK: For ObjectWriter+Create

    func copiedRow(_ object: Object) -> RowID? { copies[ObjectKey(object)] }
    func noteCopy(_ object: Object, _ row: RowID) { copies[ObjectKey(object)] = row }
}
