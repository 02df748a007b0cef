// Rows that fill their leaf, in a class that gets more columns later.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class FullLeafTests: SalvageTestCase {
    private static let textCount = 24
    private static let listCount = 4

    private func definition(laterTexts: Int) -> ClassDefinition {
        var columns = [ColumnDefinition(name: "id", type: .int64)]
        for number in 0..<Self.textCount { columns.append(ColumnDefinition(name: "text\(number)", type: .text)) }
        for number in 0..<Self.listCount {
            columns.append(ColumnDefinition(name: "list\(number)", type: .list, elementType: .int64))
        }
        for number in 0..<laterTexts {
            columns.append(
                ColumnDefinition(name: "later\(number)", type: .text, defaultValue: .text(self.later(number))))
        }
        return ClassDefinition(name: "Full", columns: columns, primaryKey: 0)
    }

    private func later(_ number: Int) -> String { String(repeating: "\(number % 10)", count: 1_000 + number) }

    private func text(_ row: Int, _ column: Int, _ byteCount: Int) -> String {
        String("\(row)/\(column)/\(String(repeating: "x", count: byteCount))".prefix(byteCount))
    }

    /// A row's values as they should be.
    private struct Row {
        var texts: [String]
        var list: [Int64]
        var later: [String]
    }

    private func expect(_ rows: [Int: Row], _ session: Session, _ name: String) throws {
        let table = try XCTUnwrap(session.table("Full"))
        XCTAssertEqual(try table.count, rows.count, name)
        for (key, row) in rows {
            let id = try XCTUnwrap(try table.find(key: .int(Int64(key))), name)
            for (number, text) in row.texts.enumerated() {
                XCTAssertEqual(try table.value(id, 1 + number), .text(text), "\(name), row \(key), text \(number)")
            }
            let first = 1 + Self.textCount
            XCTAssertEqual(try table.listCount(id, first), row.list.count, name)
            for (place, number) in row.list.enumerated() {
                XCTAssertEqual(try table.listValue(id, first, at: place), .int(number), name)
            }
            for (number, text) in row.later.enumerated() {
                XCTAssertEqual(
                    try table.value(id, first + Self.listCount + number), .text(text), "\(name), later \(number)")
            }
        }
        XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [], name)
    }

    /// The rows are filled to every degree from well below to well above what a leaf holds.
    func testFullRow_underAnOlderLayout_takesEveryChange() throws {
        for laterCount in [1, 2, 9] {
            try overEveryStore { store in
                let name = "\(store.name), \(laterCount) later"
                var rows: [Int: Row] = [:]
                do {
                    let session = try Session(database: try store.open())
                    try session.beginWrite()
                    try session.adopt([self.definition(laterTexts: 0)])
                    let table = try XCTUnwrap(session.table("Full"))
                    let leafByteCount = table.main.leafByteCount
                    for key in 0..<40 {
                        let id = try table.insert(key: .int(Int64(key)))
                        let byteCount = (leafByteCount - 900) * (20 + key) / 50 / Self.textCount
                        var row = Row(texts: [], list: [], later: [])
                        for number in 0..<Self.textCount {
                            let text = self.text(key, number, max(byteCount, 16))
                            row.texts.append(text)
                            try table.set(id, 1 + number, .text(text))
                        }
                        row.list = [Int64(key), 2, 3]
                        try table.listInsert(id, 1 + Self.textCount, at: 0, row.list.map { .int($0) })
                        rows[key] = row
                    }
                    try session.commit()
                    try self.expect(rows, session, name)
                }
                let session = try Session(database: try store.open())
                try session.beginWrite()
                try session.adopt([self.definition(laterTexts: laterCount)])
                try session.commit()
                let defaults = (0..<laterCount).map(self.later)
                for key in rows.keys { rows[key]?.later = defaults }
                try self.expect(rows, session, name)

                let first = 1 + Self.textCount
                for key in 0..<40 where key % 4 != 3 {
                    try session.beginWrite()
                    let table = try XCTUnwrap(session.table("Full"))
                    let id = try XCTUnwrap(try table.find(key: .int(Int64(key))))
                    switch key % 4 {
                    case 0:
                        rows[key]?.texts[5] = "short"
                        try table.set(id, 6, .text("short"))
                    case 1:
                        let long = self.text(key, 5, (rows[key]?.texts[5].utf8.count ?? 0) * 2)
                        rows[key]?.texts[5] = long
                        try table.set(id, 6, .text(long))
                        try table.listInsert(id, first, at: 1, [.int(77)])
                        rows[key]?.list.insert(77, at: 1)
                    default:
                        rows[key]?.later[0] = "set"
                        try table.set(id, first + Self.listCount, .text("set"))
                    }
                    try session.commit()
                }
                try self.expect(rows, session, name)

                try session.beginWrite()
                let table = try XCTUnwrap(session.table("Full"))
                for key in 0..<40 where key % 3 == 0 {
                    try table.delete(try XCTUnwrap(try table.find(key: .int(Int64(key)))))
                    rows[key] = nil
                }
                let id = try table.insert(key: .int(100))
                try table.set(id, 1, .text("new"))
                // Defaults of new rows are the object layer's.
                rows[100] = Row(texts: ["new"], list: [], later: defaults.map { _ in "" })
                try session.commit()
                try self.expect(rows, session, name)
                try self.expectOfCopies(rows, session, name)
            }
        }
    }

    /// Short lists never leave the leaf, so a row's leaf grows for them.
    func testFullRow_takesAllItsLists() throws {
        try overEveryStore { store in
            var rows: [Int: Row] = [:]
            do {
                let session = try Session(database: try store.open())
                try session.beginWrite()
                try session.adopt([self.definition(laterTexts: 0)])
                let table = try XCTUnwrap(session.table("Full"))
                let byteCount = table.main.leafByteCount / Self.textCount
                for key in 0..<12 {
                    let id = try table.insert(key: .int(Int64(key)))
                    var row = Row(texts: [], list: [], later: [])
                    for number in 0..<Self.textCount {
                        row.texts.append(self.text(key, number, byteCount - 4 * key))
                        try table.set(id, 1 + number, .text(row.texts[number]))
                    }
                    row.list = (0..<(key % 2 == 0 ? 7 : 40)).map { Int64(key) << 40 + $0 }
                    for list in 0..<Self.listCount {
                        for (place, number) in row.list.enumerated() {
                            try table.listInsert(id, 1 + Self.textCount + list, at: place, [.int(number)])
                        }
                    }
                    rows[key] = row
                }
                try session.commit()
            }
            let session = try Session(database: try store.open())
            try session.pin()
            try self.expect(rows, session, store.name)
            try self.expectOfCopies(rows, session, store.name)
        }
    }

    /// A copy has the same rows, and what is salvaged of it too.
    private func expectOfCopies(_ rows: [Int: Row], _ session: Session, _ name: String) throws {
        let file = try copy(session.database)
        let copied = try Session(database: try openMemory(file, pageSize: session.database.pageSize))
        try copied.pin()
        try expect(rows, copied, "copy of \(name)")
        let (report, database) = try salvage(file.bytes, name)
        XCTAssertTrue(report.isWhole, "\(report)")
        let salvaged = try Session(database: database)
        try salvaged.pin()
        try expect(rows, salvaged, "salvage of \(name)")
    }
}
