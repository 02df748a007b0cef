// Short lists, kept whole in the heap of their owner's leaf (Spec/FileFormat.md, "Inline list").
//
//   0 count u32 | 4 ghosts u32 | 8 elements
//
// Elements of a fixed size follow each other, behind a bitmap of nils if they may be nil; text and data are a length u32
// (all ones: nil) and the bytes.

enum InlineList {
    private static let nilLength: UInt32 = .max

    private static func hasNulls(_ type: ColumnType, _ isOptional: Bool) -> Bool {
        isOptional && !type.isCell && type != .link
    }

    /// True if the elements take at most `limit` bytes. A long list is not encoded to learn that it is one.
    static func fits(_ values: [Value], type: ColumnType, isOptional: Bool, limit: Int) -> Bool {
        let width = type.isCell ? 4 : type == .link ? 8 : ColumnLeaf.width(type)
        var total = values.isEmpty ? 0 : 8 + (hasNulls(type, isOptional) ? (values.count + 7) / 8 : 0)
        total += width * values.count
        for value in values where type.isCell && total <= limit {
            switch value {
            case .text(let text): total += text.utf8.count
            case .data(let data): total += data.count
            default: break
            }
        }
        return total <= limit
    }

    static func encode(_ values: [Value], ghostCount: Int, type: ColumnType, isOptional: Bool) -> [UInt8]? {
        guard !values.isEmpty else { return [] }
        var writer = ByteWriter()
        writer.u32(UInt32(values.count))
        writer.u32(UInt32(ghostCount))
        if hasNulls(type, isOptional) {
            for start in stride(from: 0, to: values.count, by: 8) {
                var bits: UInt8 = 0
                for index in start..<min(start + 8, values.count) where values[index] == .none {
                    bits |= 1 << UInt8(index - start)
                }
                writer.u8(bits)
            }
        }
        for value in values {
            guard encode(value, type, isOptional, &writer) else { return nil }
        }
        return writer.bytes
    }

    private static func encode(_ value: Value, _ type: ColumnType, _ isOptional: Bool, _ writer: inout ByteWriter)
        -> Bool
    {
        switch (type, value) {
        case (.text, .text(let text)): writer.text(text)
        case (.data, .data(let data)): writer.data(data)
        case (.text, .none), (.data, .none):
            guard isOptional else { return false }
            writer.u32(nilLength)
        case (.bool, .bool(let value)): writer.u8(value ? 1 : 0)
        case (.int8, .int(let value)): writer.u8(UInt8(truncatingIfNeeded: value))
        case (.int16, .int(let value)): writer.u16(Int(truncatingIfNeeded: value))
        case (.int32, .int(let value)): writer.u32(UInt32(truncatingIfNeeded: value))
        case (.int64, .int(let value)): writer.u64(UInt64(bitPattern: value))
        case (.float, .float(let value)): writer.u32(value.bitPattern)
        case (.double, .double(let value)), (.date, .date(let value)): writer.u64(value.bitPattern)
        case (.uuid, .uuid(let high, let low)):
            writer.u64(high.byteSwapped)
            writer.u64(low.byteSwapped)
        case (.link, .link(let row)): writer.u64(row.rawValue)
        case (_, .none):
            guard isOptional, type != .link else { return false }
            for _ in 0..<ColumnLeaf.width(type) { writer.u8(0) }
        default: return false
        }
        return true
    }

    /// How many elements and ghosts; nil if the bytes are no list.
    static func counts(_ bytes: ByteView) -> (count: Int, ghosts: Int)? {
        if bytes.count == 0 { return (0, 0) }
        guard bytes.count >= 8, bytes.u32(4) <= bytes.u32(0), bytes.u32(0) > 0 else { return nil }
        return (Int(bytes.u32(0)), Int(bytes.u32(4)))
    }

    /// The elements; nil if the bytes are no list of this type.
    static func decode(_ bytes: ByteView, type: ColumnType, isOptional: Bool) -> [Value]? {
        guard let (count, _) = counts(bytes) else { return nil }
        guard count > 0 else { return [] }
        let hasNulls = hasNulls(type, isOptional)
        // Nothing is allocated for a count that the bytes cannot hold.
        guard count <= bytes.count else { return nil }
        var reader = ByteReader(bytes.slice(8, bytes.count - 8))
        var bitmap: [UInt8] = []
        if hasNulls { for _ in 0..<(count + 7) / 8 { bitmap.append(reader.u8()) } }
        var values: [Value] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            guard let value = decode(type, isOptional, &reader), !reader.isDamaged else { return nil }
            let isNil = hasNulls && bitmap[index / 8] >> UInt8(index % 8) & 1 != 0
            values.append(isNil ? .none : value)
        }
        return reader.isAtEnd ? values : nil
    }

    private static func decode(_ type: ColumnType, _ isOptional: Bool, _ reader: inout ByteReader) -> Value? {
        switch type {
        case .bool: return .bool(reader.u8() != 0)
        case .int8: return .int(Int64(Int8(bitPattern: reader.u8())))
        case .int16: return .int(Int64(Int16(truncatingIfNeeded: reader.u16())))
        case .int32: return .int(Int64(Int32(bitPattern: reader.u32())))
        case .int64: return .int(Int64(bitPattern: reader.u64()))
        case .float: return .float(Float(bitPattern: reader.u32()))
        case .double: return .double(Double(bitPattern: reader.u64()))
        case .date: return .date(Double(bitPattern: reader.u64()))
        case .uuid: return .uuid(reader.u64().byteSwapped, reader.u64().byteSwapped)
        case .link:
            let row = reader.u64()
            return row == 0 ? nil : .link(RowID(row))
        case .text, .data:
            guard let bytes = reader.optionalBlock(nilLength) else { return isOptional ? Value.none : nil }
            return type == .text ? .text(bytes.text) : .data(bytes.array)
        case .list, .reference: return nil
        }
    }
}

extension ByteReader {
    /// The bytes of a block; nil if its length is `nilLength`.
    fileprivate mutating func optionalBlock(_ nilLength: UInt32) -> ByteView? {
        var probe = self
        if probe.u32() == nilLength {
            self = probe
            return nil
        }
        return block()
    }
}
