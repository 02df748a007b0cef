// What the tests of salvage share: a file with every kind of node, and what must hold of whatever comes out.

import QuireTestSupport
import XCTest

@testable import QuireStorage

class SalvageTestCase: CopyTestCase {
    /// Salvages the bytes of a file into one in memory, which must be whole.
    func salvage(_ bytes: [UInt8], _ name: String = "") throws -> (report: SalvageReport, database: Database) {
        let source = try SalvageSource(MemoryFile(name: "damaged", bytes: bytes), bootID: BootID(high: 0, low: 2))
        let database = try openMemory(MemoryFile(name: "salvaged"), pageSize: source.pageSize)
        let report = try Salvage.run(source, into: database)
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], name)
        return (report, database)
    }

    /// Every object of a file.
    struct Objects {
        struct Row {
            /// Neither links nor lists.
            var values: [Value] = []
            /// Links, and lists of any element, by column.
            var links: [Int: Value] = [:]
            var lists: [Int: [Value]] = [:]
        }
        /// By class and row.
        var rows: [String: [UInt64: Row]] = [:]
        var ghosts: [String: [UInt64]] = [:]

        var count: Int { rows.values.reduce(0) { $0 + $1.count } }

        func has(_ className: String?, _ value: Value) -> Bool {
            guard let className, case .link(let row) = value else { return false }
            return rows[className]?[row.rawValue] != nil || ghosts[className]?.contains(row.rawValue) == true
        }
    }

    func objects(_ database: Database) throws -> Objects {
        let session = try Session(database: database)
        try session.pin()
        var objects = Objects()
        for table in session.tables {
            var rows: [UInt64: Objects.Row] = [:]
            var next = try table.next(after: nil)
            while let row = next {
                var content = Objects.Row()
                for (column, definition) in table.definition.columns.enumerated() {
                    switch definition.type {
                    case .list: content.lists[column] = try table.rawList(row.rawValue, column)
                    case .link: content.links[column] = try table.rawValue(row.rawValue, column)
                    default: content.values.append(try table.rawValue(row.rawValue, column))
                    }
                }
                rows[row.rawValue] = content
                next = try table.next(after: row)
            }
            objects.rows[table.name] = rows
            objects.ghosts[table.name] = try table.ghosts().map(\.row.rawValue)
        }
        return objects
    }

    /// What was saved is what there was: values equal, links equal or nil where their target is lost, lists equal or cut. And
    /// the report counts what is missing.
    func compare(
        _ saved: Objects, to original: Objects, _ report: SalvageReport, _ definitions: [ClassDefinition],
        _ name: String
    ) {
        var problems: [String] = []
        for definition in definitions {
            guard let outcome = report.classes.first(where: { $0.name == definition.name }) else {
                // The class is lost as a whole, and counted.
                if (report.lostClassCount ?? 1) == 0 { problems.append("class \(definition.name) is missing") }
                continue
            }
            let before = original.rows[definition.name] ?? [:]
            let after = saved.rows[definition.name] ?? [:]
            if outcome.savedCount != after.count {
                problems.append("\(definition.name): \(outcome) for \(after.count)")
            }
            if let lost = outcome.lostCount, lost != before.count - after.count {
                problems.append("\(definition.name): \(outcome), lost \(before.count - after.count)")
            }
            var cut = 0
            var lostLinks = 0
            for (row, content) in after {
                guard let old = before[row] else {
                    problems.append("\(definition.name) \(row) was not there")
                    continue
                }
                if content.values != old.values {
                    problems.append("\(definition.name) \(row): \(content.values), was \(old.values)")
                }
                for (column, link) in old.links where content.links[column] != link {
                    let isLost = !saved.has(definition.columns[column].target, link)
                    if content.links[column] != Value.none || !isLost {
                        problems.append("\(definition.name).\(column) of \(row)")
                    }
                    lostLinks += 1
                }
                for (column, list) in old.lists where content.lists[column] != list {
                    cut += 1
                    let left = content.lists[column] ?? []
                    if !Self.isSubsequence(left, of: list) {
                        problems.append("list \(definition.name).\(column) of \(row)")
                    }
                }
            }
            if cut != outcome.cutListCount { problems.append("\(definition.name): \(outcome), \(cut) lists cut") }
            if outcome.lostLinkCount < lostLinks {
                problems.append("\(definition.name): \(outcome), \(lostLinks) links lost")
            }
        }
        XCTAssertEqual(problems.prefix(5), [], name)
    }

    private static func isSubsequence(_ part: [Value], of whole: [Value]) -> Bool {
        var rest = part[...]
        for value in whole where value == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    // MARK: A file with everything

    static let definitions: [ClassDefinition] = [
        ClassDefinition(
            name: "Person",
            columns: PersonSample.personColumns + [
                ColumnDefinition(name: "home", type: .link, isOptional: true, target: "Home", isOwning: true)
            ], primaryKey: 0), PersonSample.event,
        ClassDefinition(name: "Home", columns: [ColumnDefinition(name: "street", type: .text)], isEmbedded: true),
    ]

    /// A closed file with pages of 512 bytes that holds every kind of node, and versions of them that are past.
    func sample(people: Int) throws -> [UInt8] {
        let file = MemoryFile(name: "sample")
        do {
            let session = try Session(database: try openMemory(file))
            try session.beginWrite()
            try session.adopt(Self.definitions)
            let persons = try XCTUnwrap(session.table("Person"))
            let events = try XCTUnwrap(session.table("Event"))
            let homes = try XCTUnwrap(session.table("Home"))
            for number in 0..<people {
                let row = try PersonSample.addPerson(number, photoByteCount: 1_500, to: persons)
                if number % 40 == 3 {
                    let tags = (0..<120).map {
                        $0 % 9 == 0
                            ? Value.none : .text($0 % 31 == 0 ? String(repeating: "t", count: 900) : "tag \($0)")
                    }
                    try persons.listInsert(row, 6, at: 0, tags)
                    try persons.listInsert(row, 5, at: 0, (1...60).map { .link(RowID(UInt64($0 % (number + 1) + 1))) })
                }
                if number % 3 == 0 {
                    let home = try homes.insert(key: nil)
                    try homes.set(home, 0, .text("street \(number)"))
                    try persons.set(row, 7, .link(home))
                }
                try PersonSample.addEvent(number, to: events, of: persons)
                if number % 60 == 59 {
                    try session.commit()
                    try session.beginWrite()
                }
            }
            for number in stride(from: 5, to: people, by: 14) { try persons.delete(RowID(UInt64(number))) }
            try session.commit()
            XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
        }
        return file.bytes
    }

    /// What stands in the pages of the newest state: the first page of each node, with its kind and length.
    func nodes(_ bytes: [UInt8]) throws -> [(page: Int, kind: NodeKind, level: Int, tree: UInt32, pageCount: Int)] {
        let database = try openMemory(MemoryFile(name: "nodes", bytes: bytes), boot: 2)
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        let bitmap = try database.freeBitmap(of: snapshot.transaction)
        var result: [(page: Int, kind: NodeKind, level: Int, tree: UInt32, pageCount: Int)] = []
        var page = FileLayout.firstPage(pageSize: 512)
        while page < bitmap.pageCount {
            defer { page += 1 }
            guard !bitmap.isFree(page) else { continue }
            let node = try database.file.memory(PageNumber(UInt32(page)))
            let kind = try XCTUnwrap(node.kind)
            result.append((page, kind, node.level, node.tree.rawValue, node.pageCount))
            page += node.pageCount - 1
        }
        return result
    }
}
