// A file with every kind of tree, and ways to use all of it.

package import QuireStorage

package enum SampleFile {
    /// Random operations in many transactions, 30 in each, over every kind of tree.
    package static func make(seed: UInt64, pageSize: Int, transactions: Int = 20) throws -> [UInt8] {
        let file = MemoryFile(name: "determinism")
        var options = Database.Options()
        options.pageSize = pageSize
        let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt(classes)
        // The other classes are of one column, so that many rows share a leaf and many columns are missing there later.
        try session.adopt([old])
        try session.commit()
        guard let items = session.table("Item"), let groups = session.table("Group") else {
            throw StorageError(.fail, "The classes were declared.")
        }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<transactions {
            try session.beginWrite()
            for _ in 0..<30 { try change(items, groups, &random) }
            if random.below(5) == 0 { session.rollback() } else { try session.commit() }
        }
        try session.beginWrite()
        if let table = session.table("Old") { for _ in 0..<15 * transactions { _ = try table.insert(key: nil) } }
        try session.commit()
        try session.beginWrite()
        try session.adopt([changed])
        try session.commit()
        session.unpin()
        return file.bytes
    }

    private static let old = ClassDefinition(name: "Old", columns: [ColumnDefinition(name: "flag", type: .bool)])

    /// Leaves under the older layout stay as they are.
    private static let changed = ClassDefinition(
        name: "Old",
        columns: old.columns + [
            ColumnDefinition(name: "note", type: .text, defaultValue: .text("a default longer than a cell")),
            ColumnDefinition(name: "size", type: .int16, isOptional: true, isIndexed: true),
        ])

    private static let classes = [
        ClassDefinition(
            name: "Item",
            columns: [
                ColumnDefinition(name: "key", type: .text),
                ColumnDefinition(name: "text", type: .text, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "number", type: .int32, isIndexed: true),
                ColumnDefinition(name: "group", type: .link, isOptional: true, target: "Group"),
            ], primaryKey: 0),
        ClassDefinition(
            name: "Group",
            columns: [
                ColumnDefinition(name: "key", type: .int64),
                ColumnDefinition(name: "items", type: .list, elementType: .link, target: "Item"),
            ], primaryKey: 0),
    ]

    private static func change(_ items: Table, _ groups: Table, _ random: inout SeededGenerator) throws {
        let key = Value.text("item \(random.below(100))")
        let column = { (table: Table, name: String) throws(StorageError) in
            guard let column = table.column(named: name) else {
                throw StorageError(.schemaMismatch, "The file has no column \(name).")
            }
            return column
        }
        let existing = try items.find(key: key)
        guard let row = existing else {
            let row = try items.insert(key: key)
            let length = [3, 40, 3000][random.below(3)]
            try items.set(row, column(items, "text"), .text(String(repeating: "t", count: length)))
            return
        }
        switch random.below(6) {
        case 0: try items.delete(row)
        case 1: try items.set(row, column(items, "number"), .int(Int64(random.below(50))))
        case 2: try items.set(row, column(items, "text"), .none)
        case 3:
            let group = try groups.findOrReserve(key: .int(Int64(random.below(8))))
            try items.set(row, column(items, "group"), .link(group))
        default:
            let key = Value.int(Int64(random.below(8)))
            let found = try groups.find(key: key)
            let group = try found ?? groups.insert(key: key)
            let count = try groups.listCount(group, column(groups, "items"))
            let links = [Value](repeating: .link(row), count: 1 + random.below(20))
            try groups.listInsert(group, column(groups, "items"), at: random.below(count + 1), links)
        }
    }

    /// Reads everything and changes most of it; throws what the engine throws.
    package static func use(_ database: Database, seed: UInt64) throws {
        let session = try Session(database: database)
        defer { session.unpin() }
        try session.pin()
        for name in ["Item", "Group", "Old"] {
            guard let table = session.table(name) else { continue }
            try read(table)
        }
        guard let items = session.table("Item"), let groups = session.table("Group") else { return }
        guard items.column(named: "text") != nil, groups.column(named: "items") != nil else { return }
        var random = SeededGenerator(seed: seed)
        try session.beginWrite()
        do {
            for _ in 0..<60 { try change(items, groups, &random) }
            if let old = session.table("Old"), let size = old.column(named: "size") {
                for row in 1...20 as ClosedRange<UInt64> where try old.contains(RowID(row * 15)) {
                    try old.set(RowID(row * 15), size, .int(1))
                }
                _ = try old.insert(key: nil)
                try old.delete(RowID(7))
            }
            try session.commit()
        } catch {
            session.rollback()
            throw error
        }
    }

    private static func read(_ table: Table) throws {
        let columns = table.definition.columns
        var row = try table.next(after: nil)
        var seen = 0
        while let current = row, seen < 10_000 {
            seen += 1
            for (number, column) in columns.enumerated() {
                if column.type == .list {
                    _ = try table.listValues(current, number)
                } else {
                    _ = try table.value(current, number)
                }
                if column.target != nil { _ = try table.backlinkCount(number, to: current) }
                if column.isIndexed { _ = try table.rows(number, equalTo: table.value(current, number)) }
            }
            _ = try table.rank(of: current)
            row = try table.next(after: current)
        }
        _ = try table.row(at: try table.count / 2)
        _ = try table.ghosts()
    }
}
