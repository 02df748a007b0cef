// Values that are read in the pass that finds the members: those whose property takes them as they stand. Anything
// unusual is left for the rules, which then also report it.

import QuireStorage

extension JSONImport {
    /// Reads or passes over the value at the cursor, which stands in a slot. Its grammar is checked in any case.
    @inline(__always)
    mutating func readDirectly(_ slot: JSONSlotReading, _ index: Int, depth: Int) throws(JSONFault) {
        var reading = JSONDirectReading()
        reading.state = .other
        switch try reader.peekKind() {
        case .string:
            let text = try reader.string()
            if slot.kind == .text {
                reading.state = text.hasEscapes ? .escaped : .bytes
                reading.offset = text.offset
                reading.byteCount = text.byteCount
            } else if slot.kind == .date, !text.hasEscapes,
                let seconds = JSONDateText.iso8601(reader.bytes.slice(text.offset, text.byteCount))
            {
                reading.state = .bits
                reading.bits = seconds.bitPattern
            }
        case .number:
            if let bits = bits(try reader.number(), slot.kind) {
                reading.state = .bits
                reading.bits = bits
            }
        case .bool:
            let flag = try reader.bool()
            if slot.kind == .bool {
                reading.state = .bits
                reading.bits = flag ? 1 : 0
            }
        case .null:
            try reader.null()
            if slot.takesNull { reading.state = .null }
        case .array, .object:
            try reader.skipValue(depth: depth)
        }
        if reading.state == .other { hasOther = true }
        direct[index] = reading
    }

    /// A number as a column of a kind holds it; nil if it does not suit. Mutating, as all that the hot path calls, so
    /// that the importer is not copied for the call.
    @inline(__always)
    private mutating func bits(_ number: JSONNumber, _ kind: JSONDirectKind) -> UInt64? {
        switch kind {
        case .double:
            guard case .value(let value) = reader.double(number) else { return nil }
            return value.bitPattern
        case .float:
            guard case .value(let value) = reader.float(number) else { return nil }
            return UInt64(value.bitPattern)
        case .int8, .int16, .int32, .int64:
            guard case .value(let value) = reader.integer(number) else { return nil }
            switch kind {
            case .int8: return Int8(exactly: value).map { UInt64(UInt8(bitPattern: $0)) }
            case .int16: return Int16(exactly: value).map { UInt64(UInt16(bitPattern: $0)) }
            case .int32: return Int32(exactly: value).map { UInt64(UInt32(bitPattern: $0)) }
            default: return UInt64(bitPattern: value)
            }
        case .general, .text, .bool, .date: return nil
        }
    }

    /// The value is read by its property's rule.
    @inline(__always)
    func isGeneral(_ column: JSONColumn) -> Bool {
        column.kind == .general || direct[column.slot].state == .other
    }

    /// What a rule gave for the value at a position; nil for one that was read directly.
    func reading(ofValue index: Int, _ plan: JSONPlan) -> JSONReading? {
        guard isGeneral(plan.columns[index]) else { return nil }
        var position = 0
        for earlier in 0..<index where isGeneral(plan.columns[earlier]) { position += 1 }
        return readings[position]
    }

    /// The payload has a value to write at a position.
    func brings(_ index: Int, _ plan: JSONPlan) -> Bool {
        guard let reading = reading(ofValue: index, plan) else {
            return direct[plan.columns[index].slot].state != .absent
        }
        switch reading {
        case .value, .bytes, .list: return true
        case .absent, .keep, .useDefault, .failed: return false
        }
    }

    // MARK: - The row

    /// The row can be found or made by the key as it was read. The general way is for unusual keys, for files with
    /// placeholders.
    @inline(__always)
    func canFindDirectly(_ plan: JSONPlan) -> Bool {
        guard let column = plan.keyColumn, !hasPlaceholders else { return false }
        switch column.kind {
        case .text:
            return direct[column.slot].state == .bytes && direct[column.slot].byteCount <= plan.table.longestTextKey
        case .int64: return direct[column.slot].state == .bits
        default: return false
        }
    }

    /// The row of the object on top; only if it can be found directly.
    mutating func findOrInsertDirectly(
        _ top: Int, _ plan: JSONPlan, _ column: JSONColumn
    ) throws(StorageError) -> RowID {
        if plan.binding.serialOfFirstNewRow != context.lastSerial {
            return try findOrInsertFirst(top, plan, column)
        }
        let key = direct[column.slot]
        let found =
            column.kind == .text
            ? try plan.table.findOrInsert(keyBytes: reader.bytes.view(key.offset, key.byteCount))
            : try plan.table.findOrInsert(keyNumber: Int64(bitPattern: key.bits))
        if found.isNew {
            frames[top].isFresh = true
            frames[top].isBlank = true
            noteInserted(plan, found.row)
        }
        return found.row
    }

    /// The first new row of a class in a scope is made by the context, which wants to know of it.
    private mutating func findOrInsertFirst(
        _ top: Int, _ plan: JSONPlan, _ column: JSONColumn
    ) throws(StorageError) -> RowID {
        let key = direct[column.slot]
        let value: Value
        if column.kind == .text {
            let bytes = reader.bytes.view(key.offset, key.byteCount)
            if let row = try plan.table.find(keyBytes: bytes) { return row }
            value = .text(reader.text(key.text))
        } else {
            value = .int(Int64(bitPattern: key.bits))
            if let row = try plan.table.find(key: value) { return row }
        }
        let row = try context.insert(plan.binding, key: value)
        frames[top].isFresh = true
        frames[top].isBlank = true
        noteInserted(plan, row)
        return row
    }

    // MARK: - Values

    /// Writes a value that was read directly and is there; true if it was another before.
    @inline(__always)
    mutating func write(
        _ reading: JSONDirectReading, _ column: JSONColumn, _ plan: JSONPlan, _ index: Int,
        _ cursor: inout JSONRowCursor
    ) throws(StorageError) -> Bool {
        switch reading.state {
        case .bits:
            if column.isPlain { return try cursor.write(reading.bits, isNull: false, column) }
            let property = plan.values[index]
            return try cursor.writeGeneral(JSONPlainColumn.value(reading.bits, property.type), property.binding)
        case .bytes: return try cursor.write(reader.bytes.view(reading.offset, reading.byteCount), column)
        case .escaped:
            return try reader.unescaped(reading.text).withView { bytes throws(StorageError) in
                try cursor.write(bytes, column)
            }
        case .null:
            if !column.isPlain { return try cursor.writeGeneral(.none, plan.values[index].binding) }
            return try cursor.write(0, isNull: true, column)
        case .absent, .other: return false
        }
    }
}
