// Taking over what the program declares: new classes, new columns with a default, changed indexes. Anything else is a
// difference, and all of them are reported together.

extension Session {
    /// True if `adopt` would change nothing. Throws `.schemaMismatch` where `adopt` would.
    package func isAdopted(_ definitions: [ClassDefinition]) throws(StorageError) -> Bool {
        try pin()
        var differences: [String] = []
        var changes = false
        for definition in definitions {
            guard let table = table(definition.name) else {
                changes = true
                continue
            }
            if Self.compare(definition, table.stored, &differences) { changes = true }
        }
        try Self.refuse(differences)
        return !changes
    }

    /// Inside a write: takes over new classes, new optional or defaulted columns, changed indexes; throws `.schemaMismatch`
    /// listing every other difference, with nothing changed. Classes and their data that are not named stay as they are.
    package func adopt(_ definitions: [ClassDefinition]) throws(StorageError) {
        guard try !isAdopted(definitions) else { return }
        precondition(isWriting, "classes are taken over inside a write")
        for definition in definitions {
            if let table = table(definition.name) {
                try change(table, to: definition)
            } else {
                try create(definition)
            }
        }
        try describe(force: true)
    }

    private static func refuse(_ differences: [String]) throws(StorageError) {
        guard !differences.isEmpty else { return }
        throw StorageError(
            .schemaMismatch,
            "The stored classes differ from the declared ones:\n"
                + differences.map { "- \($0)" }.joined(separator: "\n")
                + "\nDeclare them as they were, or use another file.")
    }

    // MARK: Comparing

    /// Notes what cannot be taken over; true if there is something to take over.
    private static func compare(
        _ new: ClassDefinition, _ stored: StoredClass, _ differences: inout [String]
    ) -> Bool {
        let old = stored.definition
        var changes = false
        if new.isEmbedded != old.isEmbedded {
            differences.append(
                "Class '\(new.name)' has been changed \(new.isEmbedded ? "to" : "from") an embedded class.")
        }
        let newKey = new.primaryKey.map { new.columns[$0].name }
        let oldKey = old.primaryKey.map { old.columns[$0].name }
        switch (oldKey, newKey) {
        case (nil, let key?): differences.append("Primary key '\(key)' of class '\(new.name)' has been added.")
        case (let key?, nil): differences.append("Primary key '\(key)' of class '\(new.name)' has been removed.")
        case (let from?, let to?) where from != to:
            differences.append("The primary key of class '\(new.name)' has been changed from '\(from)' to '\(to)'.")
        default: break
        }
        for column in new.columns {
            guard let known = old.columns.first(where: { $0.name == column.name }) else {
                changes = true
                if !column.isOptional, column.type != .link, column.type != .list, column.defaultValue == .none {
                    differences.append("Property '\(new.name).\(column.name)' has been added without a default.")
                }
                continue
            }
            compare(column, known, new.name, &differences)
            if column.isIndexed != known.isIndexed { changes = true }
        }
        for column in old.columns where !new.columns.contains(where: { $0.name == column.name }) {
            differences.append("Property '\(new.name).\(column.name)' has been removed.")
        }
        return changes
    }

    private static func compare(
        _ new: ColumnDefinition, _ old: ColumnDefinition, _ className: String, _ differences: inout [String]
    ) {
        let property = "Property '\(className).\(new.name)'"
        guard new.type == old.type, new.elementType == old.elementType else {
            differences.append("\(property) has been changed from '\(typeName(old))' to '\(typeName(new))'.")
            return
        }
        if new.target != old.target {
            differences.append("\(property) has been changed from '\(old.target ?? "")' to '\(new.target ?? "")'.")
        } else if new.isOptional != old.isOptional || new.isElementOptional != old.isElementOptional {
            let isOptional = new.isOptional || new.isElementOptional
            differences.append("\(property) has been made \(isOptional ? "optional" : "required").")
        }
    }

    private static func typeName(_ column: ColumnDefinition) -> String {
        guard let element = column.elementType else { return "\(column.type)" }
        return "list of \(element)"
    }

    // MARK: Changing

    private func create(_ definition: ClassDefinition) throws(StorageError) {
        let id = try classes.last() ?? 0
        var record = StoredClass(
            id: ClassID(UInt32(truncatingIfNeeded: id)), name: definition.name, isEmbedded: definition.isEmbedded,
            primaryKey: definition.primaryKey, columns: [], groups: [try newTree()], keys: TreeID(0),
            keyNils: TreeID(0),
            ghosts: TreeID(0))
        if definition.primaryKey != nil {
            record.keys = try newTree()
            record.keyNils = try newTree()
            record.ghosts = try newTree()
        }
        for (number, column) in definition.columns.enumerated() {
            try add(column, to: &record, isKey: number == definition.primaryKey)
        }
        _ = try classes.insert(id + 1)
        try write(record)
    }

    private func write(_ record: StoredClass) throws(StorageError) {
        let row = UInt64(record.id.rawValue) + 1
        try record.name.withBytes { name throws(StorageError) in try classes.setBytes(row, column: 0, name) }
        try record.encoded().withView { bytes throws(StorageError) in try classes.setBytes(row, column: 1, bytes) }
    }

    /// Adds a column in the last group that has room for it, or in a new group.
    private func add(_ column: ColumnDefinition, to record: inout StoredClass, isKey: Bool) throws(StorageError) {
        guard column.type.canDefault(to: column.defaultValue) else {
            throw StorageError(
                .invalidSchema,
                "The default of '\(record.name).\(column.name)' must be of its type and at most "
                    + "\(StoredClass.defaultLimit) bytes long.")
        }
        guard record.columns.count < 65_535 else {
            throw StorageError(.invalidSchema, "Class '\(record.name)' has more than 65,534 properties.")
        }
        var stored = StoredColumn(
            definition: column, group: record.groups.count - 1, index: TreeID(0), indexNils: TreeID(0),
            backlinks: TreeID(0), list: TreeID(0))
        if column.isIndexed, !isKey, column.type != .list, column.type != .link {
            stored.index = try newTree()
            stored.indexNils = try newTree()
        }
        if column.target != nil { stored.backlinks = try newTree() }
        if column.type == .list { stored.list = try newTree() }
        record.columns.append(stored)
        if !fits(record) {
            stored.group += 1
            record.groups.append(try newTree())
            record.columns[record.columns.count - 1] = stored
        }
    }

    /// A leaf must hold eight rows with their directory, and a leaf that was full under the first layout of its group must be
    /// within reach of a directory under the newest one.
    private func fits(_ record: StoredClass) -> Bool {
        let group = record.groups.count - 1
        let layout = record.layout(group)
        guard layout.columns.count > 1 else { return true }
        let largest = min(65_536, space.pageSize * 128)
        let heap = 8 * 8 * layout.cellColumns.count
        guard layout.arraysByteCount(capacity: 8, form: .sparse) + heap <= largest else { return false }
        return layout.arraysByteCount(capacity: mostSlots(record, group), form: .sparse) < 1 << 18
    }

    /// The most slots that a leaf of the group can have: those of its narrowest layout.
    private func mostSlots(_ record: StoredClass, _ group: Int) -> Int {
        guard let table = table(record.name), group < table.stored.groups.count else { return 0 }
        let old = table.stored.layout(group)
        let byteCount = space.pageSize << old.log2Pages(pageSize: space.pageSize)
        return old.capacity(rows: 0, heap: 0, heapPerRow: 0, form: .dense, byteCount: byteCount) ?? 0
    }

    private func change(_ table: Table, to definition: ClassDefinition) throws(StorageError) {
        var record = table.stored
        var toFill: [Int] = []
        for column in definition.columns {
            guard let number = record.columns.firstIndex(where: { $0.definition.name == column.name }) else {
                try add(column, to: &record, isKey: false)
                if column.isIndexed { toFill.append(record.columns.count - 1) }
                continue
            }
            guard record.columns[number].definition.isIndexed != column.isIndexed else { continue }
            record.columns[number].definition.isIndexed = column.isIndexed
            if column.isIndexed {
                guard number != record.primaryKey, column.type != .list, column.type != .link else { continue }
                record.columns[number].index = try newTree()
                record.columns[number].indexNils = try newTree()
                toFill.append(number)
            } else {
                try table.dropIndex(number)
                record.columns[number].index = TreeID(0)
                record.columns[number].indexNils = TreeID(0)
            }
        }
        guard record != table.stored else { return }
        try table.storeRoots()
        try write(record)
        try describe(force: true)
        for number in toFill { try table.fillIndex(number) }
    }
}

extension Table {
    /// Frees the trees of an index.
    func dropIndex(_ column: Int) throws(StorageError) {
        try load()
        try indexes[column]?.removeAll()
    }

    /// Enters every row into a new index.
    func fillIndex(_ column: Int) throws(StorageError) {
        var row = try next(after: nil)
        while let current = row {
            try indexes[column]?.insert(try rawValue(current.rawValue, column), current.rawValue)
            try session.spillIfNeeded()
            row = try next(after: current)
        }
    }
}
