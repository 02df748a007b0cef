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

    func bits(_ leaf: Node, _ offset: Int) -> UInt64 {
        switch width {
        case 1: UInt64(leaf.u8(offset))
        case 2: UInt64(leaf.u16(offset))
        case 4: UInt64(leaf.u32(offset))
        default: leaf.u64(offset)
        }
    }

    func setBits(_ leaf: Node, _ offset: Int, _ bits: UInt64) {
        switch width {
        case 1: leaf.setU8(offset, UInt8(truncatingIfNeeded: bits))
        case 2: leaf.setU16(offset, UInt16(truncatingIfNeeded: bits))
        case 4: leaf.setU32(offset, UInt32(truncatingIfNeeded: bits))
        default: leaf.setU64(offset, bits)
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
    mutating func write(_ value: Value, _ property: JSONPlanProperty) throws(StorageError) -> Bool {
        guard let plain = property.plain else { return try writeGeneral(value, property.binding) }
        if isBlank, value.isInitial(optional: property.isOptional) { return false }
        guard var place = try find() else { return false }
        let entry = ColumnLeaf.entry(place.leaf, plain.leafColumn)
        let isNull = value == .none
        let nullOffset = ColumnLeaf.nullOffset(entry)
        // The schema says which columns hold nil; the caller has seen to it that only those are given it.
        guard !isNull || nullOffset > 0 else { return false }
        let bits = plain.bits(of: value)
        let offset = ColumnLeaf.dataOffset(entry) + place.slot * plain.width
        if plain.bits(place.leaf, offset) == bits, Self.isNull(place, nullOffset) == isNull { return false }
        if !isWritable {
            guard let found = try table.locateForChange(row) else { return false }
            place = found
            location = found
            isWritable = true
        }
        let newEntry = ColumnLeaf.entry(place.leaf, plain.leafColumn)
        plain.setBits(place.leaf, ColumnLeaf.dataOffset(newEntry) + place.slot * plain.width, bits)
        Self.setNull(place, ColumnLeaf.nullOffset(newEntry), isNull)
        return true
    }

    /// Writes a text; true if it was another before.
    mutating func write(_ bytes: ByteView, _ property: JSONPlanProperty) throws(StorageError) -> Bool {
        if isBlank {
            if bytes.count == 0, !property.isOptional { return false }
        } else if try holds(bytes, property) {
            return false
        }
        try table.setBytes(row, property.column, bytes)
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
    private mutating func holds(_ bytes: ByteView, _ property: JSONPlanProperty) throws(StorageError) -> Bool {
        if property.leafColumn >= 0, let place = try find() {
            let entry = ColumnLeaf.entry(place.leaf, property.leafColumn)
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
        return try table.withBytes(row, property.column) { stored throws(StorageError) in stored.isEqual(bytes) }
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
