// Every way of asking for rows, in a file that nobody vouches for.

import QuireStorage

enum ScanUse {
    /// Asks every column of every class what a query may ask.
    static func run(_ database: Database) throws {
        let session = try Session(database: database)
        defer { session.unpin() }
        try session.pin()
        for table in session.tables {
            try StoreUse.attempt { _ = try RowScan(table, nil).count() }
            for column in table.definition.columns.indices {
                try StoreUse.attempt { try ask(table, column, session) }
            }
        }
    }

    private static func ask(_ table: Table, _ number: Int, _ session: Session) throws {
        let column = table.definition.columns[number]
        if column.type == .list {
            let empty = ColumnCondition.within(ValueBounds(only: .int(0)))
            try scan(table, CountTest(.list(table, column: number), empty))
        } else if column.type != .link {
            for condition in conditions(of: column.type) { try scan(table, table.test(number, condition)) }
        }
        if table.isScannable(number) {
            _ = try RowScan(table, nil).total(of: number)
            _ = try RowScan(table, nil).extreme(of: number, largest: true)
            _ = try RowScan(table, nil).ordered(by: number, ascending: true).rows
            _ = try RowScan(table, nil).ordered(by: number, ascending: false, limit: 3).rows
        }
        if table.isIndexed(number) {
            for range in ranges(of: column.type) {
                _ = try table.indexCount(number, range)
                _ = try RowScan(table, nil, candidates: table.indexRows(number, range)).rows()
            }
        }
        guard let name = column.target, let target = session.table(name) else { return }
        try scan(target, CountTest(.inverse(origin: table, column: number), .isIn([.int(0), .int(2)])))
        guard column.type == .link else { return }
        let step = LinkStep.link(ScanColumn(table, number), target: target)
        try scan(table, LinkTest(step, to: [RowID(1)], orNil: true))
        for other in target.definition.columns.indices where target.definition.columns[other].type == .text {
            let test = target.test(other, .text(TextCondition(.contains, [UInt8(ascii: "a")], ignoresCase: true)))
            // As for many rows, and as for one.
            try scan(table, LinkedTest(step, test, orNil: true))
            guard let row = try table.last() else { continue }
            _ = try RowScan(table, LinkedTest(step, test, orNil: false), candidates: [row]).rows()
        }
    }

    private static func scan(_ table: Table, _ test: RowTest) throws {
        _ = try RowScan(table, AnyTest([NotTest(test), test])).rows()
    }

    private static func conditions(of type: ColumnType) -> [ColumnCondition] {
        let value = sample(of: type)
        var conditions: [ColumnCondition] = [
            .isNil, .within(ValueBounds(only: value)), .isIn([value, .none]),
            .within(ValueBounds(lower: ValueBounds.Bound(value, isIncluded: false))),
        ]
        for kind in [TextCondition.Kind.contains, .startsWith, .endsWith, .like] where type == .text || type == .data {
            conditions.append(.text(TextCondition(kind, [UInt8(ascii: "a")])))
        }
        return conditions
    }

    private static func ranges(of type: ColumnType) -> [IndexRange] {
        let bound = ValueBounds.Bound(sample(of: type), isIncluded: true)
        var ranges: [IndexRange] = [.nils, .within(ValueBounds(lower: bound)), .within(ValueBounds(upper: bound))]
        if type == .text || type == .data { ranges.append(.startsWith([UInt8(ascii: "a")])) }
        return ranges
    }

    private static func sample(of type: ColumnType) -> Value {
        switch type {
        case .bool: .bool(true)
        case .int8, .int16, .int32, .int64: .int(1)
        case .float: .float(0.5)
        case .double: .double(0.5)
        case .date: .date(0.5)
        case .text: .text("a")
        case .data: .data([97])
        case .uuid: .uuid(1, 2)
        case .link, .list, .reference: .none
        }
    }
}
