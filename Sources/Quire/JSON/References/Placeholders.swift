// Objects that `missing: .placeholder` made and that nothing has filled since: visible, with declared defaults, and
// known by a row in a table of the importer's own, so that they are still known after the file was opened again.

import QuireStorage

enum Placeholders {
    /// No model class can have this name.
    static let className = "quire.placeholders"

    static let definition = ClassDefinition(
        name: className, columns: [ColumnDefinition(name: "key", type: .text)], primaryKey: 0)

    private static func entryKey(_ row: RowID, _ table: Table) -> Value {
        .text("\(table.definition.name)/\(row.rawValue)")
    }

    /// The file has some. O(1).
    static func exist(in session: Session) throws(StorageError) -> Bool {
        guard let entries = session.table(className) else { return false }
        return try entries.count > 0
    }

    /// O(1) while the file has no placeholders.
    static func isPlaceholder(_ row: RowID, _ table: Table, _ session: Session) throws(StorageError) -> Bool {
        guard let entries = session.table(className), try entries.count > 0 else { return false }
        return try entries.find(key: entryKey(row, table)) != nil
    }

    /// A payload, add or create has filled the object, or it was deleted.
    static func clear(_ row: RowID, _ table: Table, _ session: Session) throws(StorageError) {
        guard let entries = session.table(className), try entries.count > 0,
            let entry = try entries.find(key: entryKey(row, table))
        else { return }
        try entries.delete(entry)
    }

    /// A new object with this key and the declared defaults. Takes the place of a waiting key.
    static func make(_ binding: ClassBinding, _ key: Value) throws(StorageError) -> RowID {
        let session = binding.context.session
        if session.table(className) == nil { try session.adopt([definition]) }
        let row = try binding.context.insert(binding, key: key)
        let probe = binding.type.init()
        for property in binding.properties
        where property.description.kind == .value && property !== binding.primaryKey {
            property.description.accessor.settle(probe)
            let value = property.description.accessor.unmanagedValue(probe)
            if value.isInitial(optional: property.description.isOptional) { continue }
            try binding.table.set(row, property.column, value)
        }
        if let entries = session.table(className) { _ = try entries.insert(key: entryKey(row, binding.table)) }
        return row
    }
}
