// A store that grows until it cannot, beside what must be in it.

import Foundation
import QuireStorage
import QuireTestSupport

final class FillingStore {
    /// Key and text of every row that was acknowledged.
    private(set) var rows: [(key: Int64, text: String)] = []
    private let session: Session
    private let table: Table
    private let text: Int
    private var next: Int64 = 0

    var byteCount: Int { session.database.fileByteCount }

    init(_ path: String) throws {
        session = try Session(database: Database.open(.file(path: path), Database.Options()))
        try session.beginWrite()
        let columns = [
            ColumnDefinition(name: "key", type: .int64), ColumnDefinition(name: "text", type: .text),
            ColumnDefinition(name: "number", type: .double, isIndexed: true),
        ]
        try session.adopt([ClassDefinition(name: "Filler", columns: columns, primaryKey: 0)])
        try session.commit()
        guard let table = session.table("Filler"), let text = table.column(named: "text") else {
            throw TortureError("the class is missing")
        }
        self.table = table
        self.text = text
    }

    /// One transaction that adds rows; false if the disk is full, with nothing changed.
    func add(
        _ count: Int, textByteCount: Int, _ durability: Durability, _ dice: inout SeededGenerator
    ) throws -> Bool {
        var added: [(key: Int64, text: String)] = []
        return try write(durability) { () throws(StorageError) in
            for _ in 0..<count {
                next += 1
                let content = String(repeating: "\(next % 10)", count: textByteCount)
                let row = try table.insert(key: .int(next))
                try table.set(row, text, .text(content))
                added.append((next, content))
            }
        } whenDone: {
            self.rows += added
        }
    }

    /// One transaction that deletes a row; false if the disk is full.
    func delete(_ index: Int) throws -> Bool {
        let key = rows[index].key
        return try write(.durable) { () throws(StorageError) in
            guard let row = try table.find(key: .int(key)) else { throw StorageError(.fail, "row \(key) is missing") }
            try table.delete(row)
        } whenDone: {
            self.rows.remove(at: index)
        }
    }

    private func write(
        _ durability: Durability, _ body: () throws(StorageError) -> Void, whenDone: () -> Void
    ) throws -> Bool {
        session.durability = durability
        do throws(StorageError) {
            try session.beginWrite()
            try body()
            try session.commit()
            whenDone()
            return true
        } catch {
            if session.isWriting { session.rollback() }
            guard error.code == .diskFull else { throw error }
            return false
        }
    }

    /// The file is whole and has what was acknowledged.
    func check(_ when: String) throws {
        let problems = try FileCheck.run(session.database).problems
        guard problems.isEmpty else { throw TortureError("\(when): \(problems[0].message)") }
        guard try table.count == rows.count else {
            throw TortureError("\(when): \(try table.count) rows, not \(rows.count)")
        }
        for (key, expected) in rows {
            guard let row = try table.find(key: .int(key)), try table.value(row, text) == .text(expected) else {
                throw TortureError("\(when): row \(key) is not what it was")
            }
        }
    }
}
