// A class of a thousand columns: several column groups for each row, and a column more later.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class WideClassTests: PageTestCase {
    /// Columns of every type in turn.
    private func definition(_ columnCount: Int) -> ClassDefinition {
        let types: [ColumnType] = [.bool, .int8, .int64, .double, .text, .data, .uuid, .link, .list, .date, .float]
        var columns = [ColumnDefinition(name: "id", type: .int64)]
        for number in 1..<columnCount {
            let type = types[number % types.count]
            columns.append(
                ColumnDefinition(
                    name: "column\(number)", type: type, isOptional: type == .link || number % 3 == 0 && type != .list,
                    elementType: type == .list ? .text : nil, target: type == .link ? "Wide" : nil,
                    defaultValue: type == .int64 && number % 3 != 0 ? .int(Int64(number)) : .none))
        }
        return ClassDefinition(name: "Wide", columns: columns, primaryKey: 0)
    }

    /// A value of a column that tells row and column apart.
    private func sample(_ definition: ColumnDefinition, _ number: Int, _ row: RowID) -> Value? {
        let mixed = number &* 31 &+ Int(row.rawValue) &* 7
        switch definition.type {
        case .bool: return .bool(mixed % 2 == 0)
        case .int8: return .int(Int64(mixed % 100))
        case .int64: return .int(Int64(mixed) << 32)
        case .double: return .double(Double(mixed) / 8)
        case .float: return .float(Float(mixed % 1_000) / 8)
        case .date: return .date(Double(mixed))
        case .text: return .text("text \(mixed)")
        case .data: return .data([UInt8(mixed & 255), 1, 2])
        case .uuid: return .uuid(UInt64(mixed), row.rawValue)
        case .link: return .link(row)
        default: return nil
        }
    }

    func testThousandColumns_setReadReopenedAndExtended_keepTheirValues() throws {
        try overEveryStore { store in
            let columnCount = 1_000
            let rowCount = 20
            let definition = self.definition(columnCount)
            do {
                let session = try Session(database: try store.open())
                try session.beginWrite()
                try session.adopt([definition])
                let table = try XCTUnwrap(session.table("Wide"))
                for key in 0..<rowCount { _ = try table.insert(key: .int(Int64(key))) }
                try session.commit()

                // One value of one row, far right.
                try session.beginWrite()
                let last = try XCTUnwrap(table.column(named: "column991"))
                XCTAssertEqual(definition.columns[last].type, .int8)
                try table.set(RowID(3), last, .int(7))
                try session.commit()
                XCTAssertEqual(try table.value(RowID(3), last), .int(7), store.name)
                XCTAssertNotEqual(try table.value(RowID(2), last), .int(7), store.name)

                try session.beginWrite()
                for row in (1...rowCount).map({ RowID(UInt64($0)) }) where row.rawValue % 2 == 0 {
                    for (number, column) in definition.columns.enumerated() where number > 0 {
                        if column.type == .list {
                            try table.listInsert(row, number, at: 0, [.text("element \(number)")])
                        } else if let value = self.sample(column, number, row) {
                            try table.set(row, number, value)
                        }
                    }
                }
                try session.commit()
            }
            // A column more, after the file was closed.
            var wider = self.definition(columnCount)
            wider.columns.append(ColumnDefinition(name: "added", type: .int64, defaultValue: .int(41)))
            let session = try Session(database: try store.open())
            XCTAssertFalse(try session.isAdopted([wider]))
            try session.beginWrite()
            try session.adopt([wider])
            try session.commit()
            let table = try XCTUnwrap(session.table("Wide"))
            let added = try XCTUnwrap(table.column(named: "added"))
            for row in (1...rowCount).map({ RowID(UInt64($0)) }) {
                XCTAssertEqual(try table.value(row, added), .int(41), store.name)
                for (number, column) in definition.columns.enumerated() where number > 0 && row.rawValue % 2 == 0 {
                    if column.type == .list {
                        XCTAssertEqual(try table.listValues(row, number), [.text("element \(number)")], store.name)
                    } else {
                        XCTAssertEqual(
                            try table.value(row, number), self.sample(column, number, row),
                            "\(column.name), \(store.name)")
                    }
                }
            }
            try session.beginWrite()
            try table.set(RowID(3), added, .int(42))
            try table.delete(RowID(4))
            try session.commit()
            XCTAssertEqual(try table.value(RowID(3), added), .int(42), store.name)
            XCTAssertEqual(try table.value(RowID(5), added), .int(41), store.name)
            XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [], store.name)
        }
    }
}
