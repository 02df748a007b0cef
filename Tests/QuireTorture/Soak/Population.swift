// Rows that come and go, beside a dictionary of what they are.

import Foundation
import QuireStorage
import QuireTestSupport

struct Population {
    private(set) var rows: [Int64: (text: String, number: Int64)] = [:]
    private(set) var transactions = 0
    private var next: Int64 = 0
    private static let target = 3_000

    /// About what the rows take in a full file: values, key and index entries.
    var liveByteCount: Int { rows.values.reduce(0) { $0 + $1.text.utf8.count + 120 } }

    func adopt(_ session: Session) throws -> Table {
        try session.pin()
        if session.table("Being") == nil {
            try session.beginWrite()
            try session.adopt([
                ClassDefinition(
                    name: "Being",
                    columns: [
                        ColumnDefinition(name: "key", type: .int64), ColumnDefinition(name: "text", type: .text),
                        ColumnDefinition(name: "number", type: .int64, isIndexed: true),
                        ColumnDefinition(name: "friend", type: .link, isOptional: true, target: "Being"),
                    ],
                    primaryKey: 0)
            ])
            try session.commit()
        }
        guard let table = session.table("Being") else { throw TortureError("the class is missing") }
        return table
    }

    /// One transaction of a few changes; one in ten is rolled back.
    mutating func change(_ session: Session, _ table: Table, _ dice: inout SeededGenerator) throws {
        let before = (rows, next)
        let isDropped = dice.below(10) == 0
        do throws(StorageError) {
            try session.beginWrite()
            for _ in 0...dice.below(12) { try changeOne(table, &dice) }
            if isDropped {
                session.rollback()
                (rows, next) = before
            } else {
                try session.commit()
                transactions += 1
            }
        } catch {
            if session.isWriting { session.rollback() }
            (rows, next) = before
            throw error
        }
    }

    private mutating func changeOne(_ table: Table, _ dice: inout SeededGenerator) throws(StorageError) {
        let grows = rows.count < Self.target / 2 || dice.below(2 * Self.target) > rows.count
        guard !grows, let key = rows.keys.randomElement(using: &dice), let row = try table.find(key: .int(key)) else {
            return try insert(table, &dice)
        }
        switch dice.below(3) {
        case 0: try set(table, row, key, &dice)
        default:
            try table.delete(row)
            rows[key] = nil
        }
    }

    private mutating func insert(_ table: Table, _ dice: inout SeededGenerator) throws(StorageError) {
        next += 1
        let row = try table.insert(key: .int(next))
        rows[next] = ("", 0)
        try set(table, row, next, &dice)
    }

    private mutating func set(
        _ table: Table, _ row: RowID, _ key: Int64, _ dice: inout SeededGenerator
    ) throws(StorageError) {
        let length = dice.below(50) == 0 ? 1 << (8 + dice.below(7)) : dice.below(40)
        let value = (text: String(repeating: "q", count: length), number: Int64(dice.below(500)))
        guard let text = table.column(named: "text"), let number = table.column(named: "number"),
            let friend = table.column(named: "friend")
        else { throw StorageError(.fail, "a column is missing") }
        try table.set(row, text, .text(value.text))
        try table.set(row, number, .int(value.number))
        if let other = rows.keys.randomElement(using: &dice), let target = try table.find(key: .int(other)) {
            try table.set(row, friend, .link(target))
        }
        rows[key] = value
    }

    /// Throws unless the table has these rows and no others.
    func compare(_ table: Table) throws {
        guard try table.count == rows.count else {
            throw TortureError("\(try table.count) rows instead of \(rows.count)")
        }
        guard let text = table.column(named: "text"), let number = table.column(named: "number") else {
            throw TortureError("a column is missing")
        }
        for (key, expected) in rows {
            guard let row = try table.find(key: .int(key)), try table.value(row, text) == .text(expected.text),
                try table.value(row, number) == .int(expected.number)
            else { throw TortureError("row \(key) is not what it should be") }
        }
    }
}
