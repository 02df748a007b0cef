// A class with a property of every type, optional and not, indexed, with a default, and in lists.

import QuireTestSupport

@testable import QuireStorage

enum EveryType {
    static let types: [ColumnType] = [
        .bool, .int8, .int16, .int32, .int64, .float, .double, .date, .text, .data, .uuid,
    ]

    static let definition = ClassDefinition(
        name: "Every",
        columns: [ColumnDefinition(name: "id", type: .int64, isOptional: true)] + types.flatMap(columns), primaryKey: 0)

    private static func columns(_ type: ColumnType) -> [ColumnDefinition] {
        [
            ColumnDefinition(name: "\(type)", type: type),
            ColumnDefinition(name: "\(type) or nil", type: type, isOptional: true, isIndexed: true),
            ColumnDefinition(name: "\(type)s", type: .list, elementType: type),
            ColumnDefinition(name: "\(type)s or nil", type: .list, elementType: type, isElementOptional: true),
        ]
    }

    /// The ends of a type's range, and what is special inside.
    static func extremes(_ type: ColumnType) -> [Value] {
        switch type {
        case .bool: [.bool(false), .bool(true)]
        case .int8: integers(Int8.self)
        case .int16: integers(Int16.self)
        case .int32: integers(Int32.self)
        case .int64: integers(Int64.self) + [.int(1 << 53 + 1)]
        case .float: floats.map { .float($0) }
        case .double: doubles.map { .double($0) }
        case .date: doubles.map { .date($0) } + [.date(-978_307_200), .date(0.1)]
        case .text: texts.map { .text($0) }
        case .data:
            [0, 1, 15, 16, 70].map { count in .data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }) }
        case .uuid:
            [.uuid(0, 0), .uuid(.max, .max), .uuid(0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210)]
        case .link, .list, .reference: []
        }
    }

    private static func integers<I: FixedWidthInteger & SignedInteger>(_: I.Type) -> [Value] {
        [0, .min, .max, -1, 1].map { (value: I) in .int(Int64(value)) }
    }

    private static let floats: [Float] = [
        0, -0.0, 1.5, 0.1, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
        Float(bitPattern: 0xFFC1_2345),
    ]

    private static let doubles: [Double] = [
        0, -0.0, 1.5, 0.1, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e16, 12_345_678_901_234_568, 0x1p54,
        1e-5, .infinity, -.infinity, .nan, Double(bitPattern: 0xFFF8_0000_DEAD_BEEF),
    ]

    private static let texts = [
        "", "a", "fifteen letters", "sixteen letters!", "nul \0 inside",
        "quotes \" \\ / and \t\r\n\u{8}\u{C}\u{1F}\u{7F}",
        "é e\u{301} 😀 \u{202E}עברית \u{FFFF}\u{10FFFF}", String(repeating: "long ", count: 15),
    ]

    static func random(_ type: ColumnType, _ random: inout SeededGenerator) -> Value {
        if random.below(3) == 0 {
            let values = extremes(type)
            return values[random.below(values.count)]
        }
        switch type {
        case .bool: return .bool(random.below(2) == 0)
        case .int8: return .int(Int64(Int8(truncatingIfNeeded: random.next())))
        case .int16: return .int(Int64(Int16(truncatingIfNeeded: random.next())))
        case .int32: return .int(Int64(Int32(truncatingIfNeeded: random.next())))
        case .int64: return .int(Int64(truncatingIfNeeded: random.next()))
        // Quiet ones: a signalling NaN need not survive a move.
        case .float: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) | 0x0040_0000))
        case .double: return .double(Double(bitPattern: random.next() | 1 << 51))
        case .date: return .date(Double(random.below(1 << 30)) / 8)
        case .text:
            let letters = Array("abcdefghé😀\0")
            return .text(String((0..<random.below(60)).map { _ in letters[random.below(letters.count)] }))
        case .data: return .data((0..<random.below(random.below(20) == 0 ? 90_000 : 80)).map { UInt8($0 & 0xFF) })
        case .uuid: return .uuid(random.next(), random.next())
        case .link, .list, .reference: return .none
        }
    }

    /// Rows that take the extremes of each type in turn, nil among them.
    static func insertExtremes(_ table: Table) throws {
        for number in 0..<8 {
            let row = try table.insert(key: number == 7 ? Value.none : .int(Int64(number) - 3))
            for type in types {
                let values = extremes(type)
                try table.put(row, "\(type)", values[number % values.count])
                let withNil = [Value.none] + values
                try table.put(row, "\(type) or nil", withNil[number % withNil.count])
                // Most lists are empty or short; some are long where pages are small.
                if number % 3 == 0 { try table.put(row, "\(type)s", Array(values.prefix(number * 2))) }
                if number % 3 == 1 { try table.put(row, "\(type)s or nil", Array(withNil.prefix(number))) }
            }
        }
    }

    /// A file of random rows of the class, changed and deleted at random.
    static func makeRandom(seed: UInt64, pageSize: Int) throws -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let store = try GoldenStore([definition], pageSize: pageSize, seed: seed)
        for _ in 0..<4 {
            try store.write { store in
                let table = try store.table("Every")
                for _ in 0..<15 { try change(table, &random) }
            }
        }
        return store.bytes
    }

    private static func change(_ table: Table, _ random: inout SeededGenerator) throws {
        let key = Value.int(Int64(random.below(40)))
        let row = try table.find(key: key) ?? table.insert(key: key)
        if random.below(6) == 0 { return try table.delete(row) }
        for (number, column) in table.definition.columns.enumerated() where random.below(4) == 0 && number > 0 {
            if column.type == .list, random.below(4) == 0 {
                try table.listRemoveAll(row, number)
            } else {
                let type = column.elementType ?? column.type
                let mayBeNil = column.isOptional || column.isElementOptional
                let count = column.type == .list ? 1 + random.below(random.below(5) == 0 ? 90 : 6) : 1
                let values = (0..<count).map { _ in
                    mayBeNil && random.below(5) == 0 ? Value.none : EveryType.random(type, &random)
                }
                try table.put(row, column.name, values)
            }
        }
    }
}
