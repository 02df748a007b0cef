// Writes values of one row that differ from what it holds. Numbers are compared and written in the row's leaf, found
// once for all of them; texts are compared as bytes.

import QuireStorage

/// A column of fixed size that may be written in the leaf.
struct JSONPlainColumn {
    let leafColumn: Int
    let width: Int

    /// nil for a column that is not of that kind.
    init?(_ property: PropertyBinding) {
        let width = ColumnLeaf.width(property.description.columnType)
        guard property.table.isPlain(property.column), width <= 8,
            let leafColumn = property.table.leafColumn(property.column)
        else { return nil }
        self.leafColumn = leafColumn
        self.width = width
    }

    @inline(__always)
    static func bits(_ leaf: Node, _ offset: Int, _ width: Int) -> UInt64 {
        switch width {
        case 1: UInt64(leaf.u8(offset))
        case 2: UInt64(leaf.u16(offset))
        case 4: UInt64(leaf.u32(offset))
        default: leaf.u64(offset)
        }
    }

    @inline(__always)
    static func setBits(_ leaf: Node, _ offset: Int, _ width: Int, _ bits: UInt64) {
        switch width {
        case 1: leaf.setU8(offset, UInt8(truncatingIfNeeded: bits))
        case 2: leaf.setU16(offset, UInt16(truncatingIfNeeded: bits))
        case 4: leaf.setU32(offset, UInt32(truncatingIfNeeded: bits))
        default: leaf.setU64(offset, bits)
        }
    }

    /// The value whose bits a column of a type holds.
    static func value(_ bits: UInt64, _ type: ColumnType) -> Value {
        switch type {
        case .bool: .bool(bits != 0)
        case .int8: .int(Int64(Int8(truncatingIfNeeded: bits)))
        case .int16: .int(Int64(Int16(truncatingIfNeeded: bits)))
        case .int32: .int(Int64(Int32(truncatingIfNeeded: bits)))
        case .int64: .int(Int64(bitPattern: bits))
        case .float: .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .double: .double(Double(bitPattern: bits))
        case .date: .date(Double(bitPattern: bits))
        case .text, .data, .uuid, .link, .list, .reference: .none
        }
    }

    /// The bits of a value as the column holds them.
    func bits(of value: Value) -> UInt64 {
        let bits: UInt64
        switch value {
        case .bool(let flag): bits = flag ? 1 : 0
        case .int(let number): bits = UInt64(bitPattern: number)
        case .float(let number): bits = UInt64(number.bitPattern)
        case .double(let number), .date(let number): bits = number.bitPattern
        case .none, .text, .data, .uuid, .link: bits = 0
        }
        return width == 8 ? bits : bits & ((1 &<< UInt64(8 * width)) &- 1)
    }
}

struct JSONRowCursor {
    let table: Table
    let row: RowID
    /// Every column holds zero or nil still.
    let isBlank: Bool
    private var location: RowLocation?
    private var isWritable = false

    init(table: Table, row: RowID, isBlank: Bool) {
        self.table = table
        self.row = row
        self.isBlank = isBlank
    }

    /// Something may have moved the row.
    mutating func forget() {
        location = nil
        isWritable = false
    }

    /// Writes a value; true if it was another before.
    mutating func write(
        _ value: Value, _ property: JSONPlanProperty, _ column: JSONColumn
    ) throws(StorageError) -> Bool {
        guard let plain = property.plain else { return try writeGeneral(value, property.binding) }
        return try write(plain.bits(of: value), isNull: value == .none, column)
    }

    /// Writes the bits of a plain column; true if they were others before.
    mutating func write(_ bits: UInt64, isNull: Bool, _ column: JSONColumn) throws(StorageError) -> Bool {
        if isBlank, column.isOptional ? isNull : bits == 0 { return false }
        guard var place = try find() else { return false }
        let entry = ColumnLeaf.entry(place.leaf, column.leafColumn)
        let nullOffset = ColumnLeaf.nullOffset(entry)
        // The schema says which columns hold nil; the caller has seen to it that only those are given it.
        guard !isNull || nullOffset > 0 else { return false }
        let width = column.width
        let offset = ColumnLeaf.dataOffset(entry) + place.slot * width
        if JSONPlainColumn.bits(place.leaf, offset, width) == bits, Self.isNull(place, nullOffset) == isNull {
            return false
        }
        if !isWritable {
            guard let found = try table.locateForChange(row) else { return false }
            place = found
            location = found
            isWritable = true
        }
        let newEntry = ColumnLeaf.entry(place.leaf, column.leafColumn)
        JSONPlainColumn.setBits(place.leaf, ColumnLeaf.dataOffset(newEntry) + place.slot * width, width, bits)
        Self.setNull(place, ColumnLeaf.nullOffset(newEntry), isNull)
        return true
    }

    /// Writes a declared default that is a number; true if it was another before.
    mutating func writeDefault(
        _ bits: UInt64, _ property: JSONPlanProperty, _ column: JSONColumn
    ) throws(StorageError) -> Bool {
        if let plain = property.plain, plain.leafColumn >= 0 { return try write(bits, isNull: false, column) }
        // Indexed columns too begin as zero.
        if isBlank, bits == 0 { return false }
        return try writeGeneral(JSONPlainColumn.value(bits, property.type), property.binding)
    }

    /// Writes a text; true if it was another before.
    mutating func write(_ bytes: ByteView, _ column: JSONColumn) throws(StorageError) -> Bool {
        if isBlank {
            if bytes.count == 0, !column.isOptional { return false }
            if column.leafColumn >= 0, let place = try find(),
                table.storeBytes(bytes, at: place, leafColumn: column.leafColumn)
            {
                return true
            }
        } else if try holds(bytes, column) {
            return false
        }
        try table.setBytes(row, column.column, bytes)
        forget()
        return true
    }

    /// Writes a value of any column but a list; true if it was another before.
    mutating func writeGeneral(_ value: Value, _ property: PropertyBinding) throws(StorageError) -> Bool {
        if isBlank {
            if value.isInitial(optional: property.description.isOptional) { return false }
        } else if try table.value(row, property.column) == value {
            return false
        }
        try table.set(row, property.column, value)
        forget()
        return true
    }

    private mutating func find() throws(StorageError) -> RowLocation? {
        if let location { return location }
        location = isBlank ? try table.locateForChange(row) : try table.locate(row)
        isWritable = isBlank
        return location
    }

    /// The row's text has these bytes.
    private mutating func holds(_ bytes: ByteView, _ column: JSONColumn) throws(StorageError) -> Bool {
        if column.leafColumn >= 0, let place = try find() {
            let entry = ColumnLeaf.entry(place.leaf, column.leafColumn)
            if Self.isNull(place, ColumnLeaf.nullOffset(entry)) { return false }
            let cell = ColumnLeaf.dataOffset(entry) + place.slot * ColumnLeaf.cellByteCount
            let end = place.leaf.u8(cell + ColumnLeaf.cellByteCount - 1)
            if end < ColumnLeaf.heapCell {
                return Int(end) == bytes.count && place.leaf.bytes(at: cell, count: Int(end)).isEqual(bytes)
            }
            if end == ColumnLeaf.heapCell {
                let count = Int(place.leaf.u32(cell + 4))
                guard count == bytes.count else { return false }
                return place.leaf.bytes(at: Int(place.leaf.u32(cell)), count: count).isEqual(bytes)
            }
        }
        return try table.withBytes(row, column.column) { stored throws(StorageError) in stored.isEqual(bytes) }
            ?? false
    }

    private static func isNull(_ place: RowLocation, _ nullOffset: Int) -> Bool {
        guard nullOffset > 0 else { return false }
        return place.leaf.u8(nullOffset + place.slot >> 3) >> UInt8(place.slot & 7) & 1 != 0
    }

    private static func setNull(_ place: RowLocation, _ nullOffset: Int, _ isNull: Bool) {
        guard nullOffset > 0 else { return }
        let offset = nullOffset + place.slot >> 3
        let mask: UInt8 = 1 << UInt8(place.slot & 7)
        let byte = place.leaf.u8(offset)
        place.leaf.setU8(offset, isNull ? byte | mask : byte & ~mask)
    }
}
