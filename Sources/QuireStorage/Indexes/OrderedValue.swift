// Values as numbers and bytes that sort as the values do.

enum OrderedValue {
    /// True if an index on this type sorts numbers; otherwise it sorts bytes.
    static func isNumber(_ type: ColumnType) -> Bool {
        switch type {
        case .bool, .int8, .int16, .int32, .int64, .float, .double, .date, .link: true
        case .text, .data, .uuid, .list, .reference: false
        }
    }

    /// A number that sorts as the value does among values of its type: −0 equals 0, NaN comes last and equals itself.
    static func number(_ value: Value) -> UInt64? {
        switch value {
        case .bool(let value): value ? 1 : 0
        case .int(let value): UInt64(bitPattern: value) ^ (1 << 63)
        case .float(let value): number(Double(value))
        case .double(let value), .date(let value): number(value)
        case .link(let row): row.rawValue
        case .none, .text, .data, .uuid: nil
        }
    }

    private static func number(_ value: Double) -> UInt64 {
        if value.isNaN { return .max }
        if value == 0 { return 1 << 63 }
        let bits = value.bitPattern
        return bits >> 63 != 0 ? ~bits : bits | 1 << 63
    }

    /// Bytes that sort as the value does; nil for values that sort as numbers.
    static func withBytes<R>(
        _ value: Value, _ body: (ByteView) throws(StorageError) -> R
    ) throws(StorageError) -> R? {
        switch value {
        case .text(let text): return try text.withBytes(body)
        case .data(let data): return try data.withView(body)
        case .uuid(let high, let low): return try Self.uuid(high, low).withView(body)
        case .none, .bool, .int, .float, .double, .date, .link: return nil
        }
    }

    static func uuid(_ high: UInt64, _ low: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return bytes
    }
}
