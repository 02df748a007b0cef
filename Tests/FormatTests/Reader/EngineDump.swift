// Everything that a file holds as the engine reads it, in the JSON of Spec/reader.py.

import Foundation
import QuireTestSupport

@testable import QuireStorage

struct EngineDump {
    private let session: Session

    /// Opens the bytes as a read-only file.
    static func open(_ bytes: [UInt8]) throws -> Database {
        var options = Database.Options()
        options.isReadOnly = true
        let file = try MemoryFile(name: "dumped", bytes: bytes)
        return try Database.open(storage: file, options, system: SimulatedSystem(seed: 1))
    }

    /// The JSON text, with a line feed at its end.
    static func text(_ bytes: [UInt8]) throws -> String {
        let database = try open(bytes)
        let session = try Session(database: database)
        try session.pin()
        defer { session.unpin() }
        let dump = EngineDump(session: session)
        // The low half of the file's id comes first.
        let id = bytes[FileHeader.Offset.fileID..<FileHeader.Offset.fileID + 16].reversed()
        let tables = session.tables.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let json = OrderedJSON.object([
            ("format", .integer(Int64(FileLayout.formatVersion))),
            ("pageSize", .integer(Int64(database.pageSize))),
            ("fileID", .text(id.map { OrderedJSON.hexadecimal(UInt64($0), digits: 2) }.joined())),
            ("transaction", .integer(Int64(session.snapshot.rawValue))),
            ("classes", .array(try tables.map(dump.table))),
        ])
        return json.laidOut() + "\n"
    }

    // MARK: Classes

    private func table(_ table: Table) throws -> OrderedJSON {
        try table.load()
        var members: [(String, OrderedJSON)] = [
            ("name", .text(table.name)),
            ("embedded", .bool(table.definition.isEmbedded)),
            ("nextRow", .integer(Int64(table.nextRow))),
        ]
        if let key = table.primaryKeyColumn {
            members.append(("primaryKey", .text(table.definition.columns[key].name)))
        }
        members.append(("columns", .array(try table.stored.columns.map(column))))
        var rows: [OrderedJSON] = []
        var row = try table.next(after: nil)
        while let current = row {
            rows.append(try self.row(table, current))
            row = try table.next(after: current)
        }
        members.append(("rows", .array(rows)))
        let ghosts = try table.ghosts().sorted { $0.row < $1.row }
        if !ghosts.isEmpty { members.append(("ghosts", .array(try ghosts.map(ghost)))) }
        return .object(members)
    }

    private func column(_ column: StoredColumn) throws -> OrderedJSON {
        let definition = column.definition
        var members: [(String, OrderedJSON)] = [
            ("name", .text(definition.name)), ("type", .text(name(definition.type))),
        ]
        if let element = definition.elementType { members.append(("elements", .text(name(element)))) }
        let attributes = [
            ("optional", definition.isOptional), ("elementsOptional", definition.isElementOptional),
            ("owning", definition.isOwning), ("indexed", definition.isIndexed),
        ]
        members += attributes.filter(\.1).map { ($0.0, .bool(true)) }
        if let target = definition.target { members.append(("target", .text(target))) }
        if column.group > 0 { members.append(("group", .integer(Int64(column.group)))) }
        if definition.defaultValue != .none || isNotANumber(definition.defaultValue) {
            members.append(("default", try value(definition.defaultValue, target: nil)))
        }
        return .object(members)
    }

    private func isNotANumber(_ value: Value) -> Bool {
        switch value {
        case .float(let value): value.isNaN
        case .double(let value), .date(let value): value.isNaN
        default: false
        }
    }

    /// As the specification's table of column types has it.
    private func name(_ type: ColumnType) -> String {
        switch type {
        case .bool: "Bool"
        case .int8: "Int8"
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64: "Int64"
        case .float: "Float"
        case .double: "Double"
        case .date: "Date"
        case .text: "text"
        case .data: "data"
        case .uuid: "UUID"
        case .link: "link"
        case .list: "list"
        case .reference: "reference"
        }
    }

    // MARK: Rows

    private func row(_ table: Table, _ row: RowID) throws -> OrderedJSON {
        var values: [(String, OrderedJSON)] = []
        for (number, column) in table.definition.columns.enumerated() {
            let target = table.targets[number]?.table
            if column.type == .list {
                let elements = try table.storedList(row, number)
                values.append((column.name, .array(try elements.map { try value($0, target: target) })))
            } else {
                values.append((column.name, try value(table.rawValue(row.rawValue, number), target: target)))
            }
        }
        var inverse: [(String, OrderedJSON)] = []
        for source in table.incoming {
            let count = try source.table.backlinkCount(source.column, to: row)
            let name = "\(source.table.name).\(source.table.definition.columns[source.column].name)"
            if count > 0 { inverse.append((name, .integer(Int64(count)))) }
        }
        var members: [(String, OrderedJSON)] = [("id", .integer(Int64(row.rawValue))), ("values", .object(values))]
        if !inverse.isEmpty {
            members.append(("inverse", .object(inverse.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })))
        }
        return .object(members)
    }

    private func ghost(_ ghost: (key: Value, incoming: Int, row: RowID)) throws -> OrderedJSON {
        .object([
            ("id", .integer(Int64(ghost.row.rawValue))), ("key", try value(ghost.key, target: nil)),
            ("links", .integer(Int64(ghost.incoming))),
        ])
    }

    private func value(_ value: Value, target: Table?) throws -> OrderedJSON {
        switch value {
        case .none: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return .integer(value)
        case .float(let value):
            // Every Float is exact as a Double.
            return number(Double(value), bits: UInt64(value.bitPattern), digits: 8)
        case .double(let value), .date(let value): return number(value, bits: value.bitPattern, digits: 16)
        case .text(let text): return .text(text)
        case .data(let bytes): return .text(Data(bytes).base64EncodedString())
        case .uuid(let high, let low):
            let digits = OrderedJSON.hexadecimal(high, digits: 16) + OrderedJSON.hexadecimal(low, digits: 16)
            let ends = [8, 12, 16, 20, 32]
            let parts = zip([0] + ends, ends).map { digits.dropFirst($0).prefix($1 - $0) }
            return .text(parts.joined(separator: "-"))
        case .link(let row):
            let id = OrderedJSON.integer(Int64(row.rawValue))
            return try target?.isGhost(row) == true ? .object([("ghost", id)]) : id
        }
    }

    private func number(_ value: Double, bits: UInt64, digits: Int) -> OrderedJSON {
        if value.isNaN { return .text("nan:" + OrderedJSON.hexadecimal(bits, digits: digits)) }
        return value.isInfinite ? .text(value < 0 ? "-inf" : "inf") : .number(value)
    }
}
