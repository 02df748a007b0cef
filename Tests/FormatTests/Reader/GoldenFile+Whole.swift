// Golden files of stores that were closed in peace.

import QuireTestSupport

@testable import QuireStorage

extension GoldenFile {
    static var wholeFiles: [GoldenFile] {
        [
            GoldenFile("empty") { try GoldenStore(pageSize: 4096).bytes },
            GoldenFile("classes-without-rows") { try GoldenStore([EveryType.definition], pageSize: 4096).bytes },
            GoldenFile("every-type") { try everyType(pageSize: 4096) },
            GoldenFile("every-type-in-small-pages") { try everyType(pageSize: 512) },
            GoldenFile("unicode", make: unicode),
            GoldenFile("keys", make: keys),
            GoldenFile("deep-trees", make: deepTrees),
            GoldenFile("overflow-runs", make: overflowRuns),
            GoldenFile("lists", make: lists),
            GoldenFile("ghosts", make: ghosts),
            GoldenFile("embedded-objects", make: embeddedObjects),
            GoldenFile("freed-pages", make: freedPages),
            GoldenFile("free-bitmap-of-two-leaves", make: largeBitmap),
            GoldenFile("deleted-rows", make: deletedRows),
            GoldenFile("column-groups", make: columnGroups),
            GoldenFile("old-layouts", make: oldLayouts),
            GoldenFile("cut-index-entries", make: cutIndexEntries),
            GoldenFile("dropped-index", make: droppedIndex),
        ]
    }

    private static func everyType(pageSize: Int) throws -> [UInt8] {
        let store = try GoldenStore([EveryType.definition], pageSize: pageSize)
        try store.write { try EveryType.insertExtremes($0.table("Every")) }
        return store.bytes
    }

    /// Names, keys and values beyond ASCII. Two spellings of one letter are two keys.
    private static func unicode() throws -> [UInt8] {
        let words = [
            "", "\0", "Straße", "STRASSE", "é", "e\u{301}", "日本語のテキスト", "🧑‍🧑‍🧒‍🧒", "🇩🇪", "שלום", "\u{FEFF}mark", "\u{FFFD}",
            "\u{10FFFF}", "line\nfeed", String(repeating: "ü", count: 32),
        ]
        let word = ClassDefinition(
            name: "Wörter 📖",
            columns: [
                ColumnDefinition(name: "Schlüssel", type: .text),
                ColumnDefinition(name: "値", type: .text, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "👥", type: .list, elementType: .link, target: "Wörter 📖"),
            ], primaryKey: 0)
        let store = try GoldenStore([word])
        try store.write { store in
            let table = try store.table(word.name)
            var last: RowID?
            for text in words {
                let row = try table.insert(key: .text(text))
                try table.put(row, "値", .text(text + text))
                if let last { try table.put(row, "👥", .link(last), .link(row)) }
                last = row
            }
        }
        return store.bytes
    }

    /// Primary keys of each type, nil among them.
    private static func keys() throws -> [UInt8] {
        let types: [ColumnType] = [.int8, .int16, .int32, .int64, .text, .uuid]
        let classes = types.map { type in
            ClassDefinition(
                name: "\(type)",
                columns: [ColumnDefinition(name: "key", type: type, isOptional: true, isIndexed: true)], primaryKey: 0)
        }
        let store = try GoldenStore(classes)
        try store.write { store in
            for type in types {
                let table = try store.table("\(type)")
                // The longest text is no key in small pages.
                for key in EveryType.extremes(type).prefix(7) + [Value.none] { _ = try table.insert(key: key) }
            }
        }
        return store.bytes
    }

    /// Keys whose beginnings are long and alike make inner nodes of few entries.
    private static func deepTrees() throws -> [UInt8] {
        let definition = ClassDefinition(
            name: "Deep",
            columns: [
                ColumnDefinition(name: "key", type: .text),
                ColumnDefinition(name: "number", type: .int32, isIndexed: true),
                ColumnDefinition(name: "next", type: .link, isOptional: true, target: "Deep"),
            ], primaryKey: 0)
        let store = try GoldenStore([definition])
        try store.write { store in
            let table = try store.table("Deep")
            var random = SeededGenerator(seed: 5)
            var last: RowID?
            for number in (0..<130).shuffled(using: &random) {
                let letter = Character(Unicode.Scalar(UInt8(97 + number / 10)))
                let row = try table.insert(key: .text(String(repeating: letter, count: 44) + "\(100 + number % 10)"))
                try table.put(row, "number", .int(Int64(number / 7)))
                try table.put(row, "next", last.map { .link($0) } ?? Value.none)
                last = row
            }
        }
        return store.bytes
    }

    /// Values in pages of their own; one of them was replaced, another one became short.
    private static func overflowRuns() throws -> [UInt8] {
        let definition = ClassDefinition(
            name: "Long",
            columns: [
                ColumnDefinition(name: "text", type: .text),
                ColumnDefinition(name: "data", type: .data, isOptional: true),
                ColumnDefinition(name: "texts", type: .list, elementType: .text),
            ])
        let store = try GoldenStore([definition])
        try store.write { store in
            let table = try store.table("Long")
            for count in [600, 900, 2000] {
                let row = try table.insert(key: nil)
                try table.put(row, "text", .text(String(repeating: "text ", count: count / 5)))
                try table.put(row, "data", .data([UInt8](repeating: 0, count: count) + [1]))
                try table.put(row, "texts", .text("short"), .text(String(repeating: "-", count: count)))
            }
        }
        try store.write { store in
            let table = try store.table("Long")
            try table.put(RowID(2), "text", .text(String(repeating: "replaced ", count: 100)))
            try table.put(RowID(3), "text", .text("short"))
        }
        return store.bytes
    }

    /// Short and long lists of links and values. One link stands so often in a list that its backlinks fill several
    /// leaves.
    private static func lists() throws -> [UInt8] {
        let definition = ClassDefinition(
            name: "Node",
            columns: [
                ColumnDefinition(name: "links", type: .list, elementType: .link, target: "Node"),
                ColumnDefinition(name: "numbers", type: .list, elementType: .int16),
                ColumnDefinition(name: "words", type: .list, elementType: .text, isElementOptional: true),
            ])
        let store = try GoldenStore([definition])
        try store.write { store in
            let table = try store.table("Node")
            let rows = try (0..<6).map { _ in try table.insert(key: nil) }
            try table.put(rows[0], "links", .link(rows[1]), .link(rows[0]), .link(rows[1]))
            try table.put(rows[1], "links", Array(repeating: .link(rows[2]), count: 800))
            try table.put(rows[2], "links", (0..<70).map { .link(rows[$0 % 6]) })
            try table.put(rows[3], "numbers", .int(-1), .int(0), .int(1))
            try table.put(rows[4], "numbers", (0..<500).map { .int($0) })
            try table.put(rows[3], "words", .text(""), Value.none, .text("word"))
            try table.put(rows[4], "words", (0..<100).map { $0 % 3 == 0 ? Value.none : .text("word \($0)") })
        }
        try store.write { store in
            let table = try store.table("Node")
            try table.listRemove(RowID(3), 0, 40..<50)
            try table.listRemoveAll(RowID(1), 0)
        }
        return store.bytes
    }

    /// Links to keys that are not there yet, from links and from both kinds of lists; one ghost arrived.
    private static func ghosts() throws -> [UInt8] {
        let classes = [ColumnType.text, .int64, .uuid].map { type in
            ClassDefinition(
                name: "\(type)",
                columns: [
                    ColumnDefinition(name: "key", type: type),
                    ColumnDefinition(name: "one", type: .link, isOptional: true, target: "\(type)"),
                    ColumnDefinition(name: "many", type: .list, elementType: .link, target: "\(type)"),
                ], primaryKey: 0)
        }
        let keys: [[Value]] = [
            ["a", "b", "c", "a key that is longer than fifteen bytes"].map { .text($0) },
            [.min, 0, 7, .max].map { .int($0) }, (1...4).map { .uuid($0, ~$0) },
        ]
        let store = try GoldenStore(classes)
        try store.write { store in
            for (definition, keys) in zip(classes, keys) {
                let table = try store.table(definition.name)
                let row = try table.insert(key: keys[0])
                let ghosts = try keys.dropFirst().map { try table.findOrReserve(key: $0) }
                try table.put(row, "one", .link(ghosts[0]))
                try table.put(row, "many", .link(ghosts[1]), .link(row), .link(ghosts[2]), .link(ghosts[1]))
            }
        }
        try store.write { store in
            for (definition, keys) in zip(classes, keys) {
                let table = try store.table(definition.name)
                let row = try table.insert(key: keys[2])
                let ghost = try table.findOrReserve(key: keys[3])
                try table.put(row, "many", (0..<60).map { .link($0 % 2 == 0 ? ghost : row) })
            }
        }
        // Leaves of short keys of one length, in which the small numbers of rows and the large ones of ghosts mix.
        try store.write { store in
            let table = try store.table("text")
            for number in 100..<140 {
                let key = Value.text("k\(number)")
                let row = try number % 4 == 0 ? table.findOrReserve(key: key) : table.insert(key: key)
                if number % 4 == 0 { try table.put(RowID(1), "many", .link(row)) }
            }
        }
        return store.bytes
    }

    /// Objects that others own, one in a link and several in a list; some were replaced or died with their owner.
    private static func embeddedObjects() throws -> [UInt8] {
        let address = ClassDefinition(
            name: "Address",
            columns: [
                ColumnDefinition(name: "street", type: .text),
                ColumnDefinition(name: "inner", type: .link, isOptional: true, target: "Address", isOwning: true),
            ], isEmbedded: true)
        let person = ClassDefinition(
            name: "Person",
            columns: [
                ColumnDefinition(name: "home", type: .link, isOptional: true, target: "Address", isOwning: true),
                ColumnDefinition(name: "others", type: .list, elementType: .link, target: "Address", isOwning: true),
            ])
        let store = try GoldenStore([address, person])
        try store.write { store in
            let (addresses, people) = (try store.table("Address"), try store.table("Person"))
            var number = 0
            let make = {
                number += 1
                let row = try addresses.insert(key: nil)
                try addresses.put(row, "street", .text("Street \(number)"))
                return Value.link(row)
            }
            for _ in 0..<4 {
                let row = try people.insert(key: nil)
                try people.put(row, "home", make())
                try people.put(row, "others", make(), make())
            }
            if case .link(let home) = try people.rawValue(1, 0) { try addresses.put(home, "inner", make()) }
            try people.put(RowID(2), "home", make())
            try people.put(RowID(3), "home", Value.none)
            try people.delete(RowID(4))
        }
        return store.bytes
    }

    private static let note = ClassDefinition(
        name: "Note",
        columns: [
            ColumnDefinition(name: "text", type: .text),
            ColumnDefinition(name: "number", type: .int64, isIndexed: true),
        ])

    /// Most rows went again, so that free pages lie between pages in use.
    private static func freedPages() throws -> [UInt8] {
        let store = try GoldenStore([note])
        try store.write { store in
            let table = try store.table("Note")
            for number in 0..<90 {
                let row = try table.insert(key: nil)
                try table.put(row, "text", .text("note \(number) with a text"))
                try table.put(row, "number", .int(Int64(number % 10)))
            }
        }
        try store.write { store in
            let table = try store.table("Note")
            for number in 1...90 where !(60...75).contains(number) { try table.delete(RowID(UInt64(number))) }
        }
        try store.write { try $0.table("Note").put(RowID(70), "text", .text("changed")) }
        return store.bytes
    }

    /// A value of two million zeros came and went: the file is long, and its free bitmap has an inner node.
    private static func largeBitmap() throws -> [UInt8] {
        let definition = ClassDefinition(name: "Large", columns: [ColumnDefinition(name: "data", type: .data)])
        let store = try GoldenStore([definition])
        try store.write { store in
            let table = try store.table("Large")
            for count in [1, 2_000_000, 2] {
                try table.put(table.insert(key: nil), "data", .data([UInt8](repeating: 0, count: count)))
            }
        }
        try store.write { try $0.table("Large").delete(RowID(2)) }
        return store.bytes
    }

    /// So few rows are left that leaves list their ids.
    private static func deletedRows() throws -> [UInt8] {
        let definition = ClassDefinition(
            name: "Row", columns: [ColumnDefinition(name: "flag", type: .bool, isOptional: true)])
        let store = try GoldenStore([definition])
        try store.write { store in
            let table = try store.table("Row")
            for number in 0..<1200 {
                let row = try table.insert(key: nil)
                if number % 3 > 0 { try table.put(row, "flag", .bool(number % 3 == 1)) }
            }
        }
        try store.write { store in
            let table = try store.table("Row")
            for number in 1...1200 where number % 300 != 0 { try table.delete(RowID(UInt64(number))) }
            for _ in 0..<3 { _ = try table.insert(key: nil) }
        }
        return store.bytes
    }

    /// A class of one Bool got so many columns that they lie in groups of their own; some old rows have a place there.
    private static func columnGroups() throws -> [UInt8] {
        let narrow = ClassDefinition(name: "Wide", columns: [ColumnDefinition(name: "flag", type: .bool)])
        let more = (0..<12).map { number in
            let texts = ColumnDefinition(name: "text \(number)", type: .text, defaultValue: .text("default \(number)"))
            let numbers = ColumnDefinition(
                name: "number \(number)", type: .int32, isOptional: true, isIndexed: number < 3)
            let links = ColumnDefinition(name: "list \(number)", type: .list, elementType: .link, target: "Wide")
            return [texts, numbers, links][number % 3]
        }
        let store = try GoldenStore([narrow], pageSize: 4096)
        try store.write { store in
            for _ in 0..<6 { _ = try store.table("Wide").insert(key: nil) }
        }
        try store.write { store in
            try store.session.adopt([ClassDefinition(name: "Wide", columns: narrow.columns + more)])
            let table = try store.table("Wide")
            try table.put(RowID(2), "text 9", .text("changed"))
            try table.put(RowID(3), "number 10", .int(7))
            try table.put(RowID(4), "list 11", .link(RowID(1)), .link(RowID(4)))
            _ = try table.insert(key: nil)
        }
        return store.bytes
    }

    /// Columns that came later, with a default of every kind; the leaves of most rows lack them.
    private static func oldLayouts() throws -> [UInt8] {
        let first = ClassDefinition(name: "Old", columns: [ColumnDefinition(name: "flag", type: .bool)])
        let later = EveryType.types.flatMap { type in
            let values = EveryType.extremes(type)
            return [
                ColumnDefinition(name: "\(type) or nil", type: type, isOptional: true, isIndexed: true),
                ColumnDefinition(name: "\(type)s", type: .list, elementType: type),
                ColumnDefinition(name: "\(type) with default", type: type, defaultValue: values[values.count / 2]),
            ]
        }
        let store = try GoldenStore([first], pageSize: 16_384)
        try store.write { store in
            for _ in 0..<10 { _ = try store.table("Old").insert(key: nil) }
        }
        for count in [6, later.count] {
            try store.write { store in
                try store.session.adopt([ClassDefinition(name: "Old", columns: first.columns + later.prefix(count))])
            }
        }
        return store.bytes
    }

    /// One index was dropped and another one made, after there were rows.
    private static func droppedIndex() throws -> [UInt8] {
        let store = try GoldenStore([note])
        let changed = ClassDefinition(
            name: "Note",
            columns: [
                ColumnDefinition(name: "text", type: .text, isIndexed: true),
                ColumnDefinition(name: "number", type: .int64),
            ])
        try store.write { store in
            let table = try store.table("Note")
            for number in 0..<5 { try table.put(table.insert(key: nil), "number", .int(Int64(number))) }
        }
        try store.write { try $0.session.adopt([changed]) }
        return store.bytes
    }

    /// Long values of an indexed column that differ only behind what their entries hold, and zeros among their bytes.
    private static func cutIndexEntries() throws -> [UInt8] {
        let definition = ClassDefinition(
            name: "Cut",
            columns: [
                ColumnDefinition(name: "text", type: .text, isIndexed: true),
                ColumnDefinition(name: "data", type: .data, isOptional: true, isIndexed: true),
            ])
        let store = try GoldenStore([definition])
        try store.write { store in
            let table = try store.table("Cut")
            for number in 0..<24 {
                let row = try table.insert(key: nil)
                try table.put(row, "text", .text(String(repeating: "same ", count: number) + "\(number % 5)"))
                if number % 4 > 0 { try table.put(row, "data", .data([UInt8](repeating: 0, count: 24 + number % 6))) }
            }
        }
        return store.bytes
    }
}
