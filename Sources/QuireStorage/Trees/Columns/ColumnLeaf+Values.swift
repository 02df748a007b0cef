// Reading and writing single values of a column leaf.

/// Where the bytes of a text, data or list cell are.
package enum Cell {
    /// In the leaf; valid as long as the node is.
    case bytes(ByteView)
    /// In an overflow run.
    case overflow(NodeReference, byteCount: Int)
    /// A long list: the root of its positions tree, and how many of its elements are ghosts.
    case tree(NodeReference, ghostCount: Int)
}

extension ColumnLeaf {
    // MARK: nil

    @inline(__always)
    static func isNull(_ node: Node, _ entry: UInt64, _ slot: Int) -> Bool {
        let offset = nullOffset(entry)
        return offset != 0 && node.u8(offset + slot >> 3) >> UInt8(slot & 7) & 1 != 0
    }

    @inline(__always)
    static func setNull(_ node: Node, _ entry: UInt64, _ slot: Int, _ isNull: Bool) {
        let offset = nullOffset(entry)
        guard offset != 0 else { return }
        setBit(node, offset, slot, isNull)
    }

    @inline(__always)
    static func setBit(_ node: Node, _ offset: Int, _ index: Int, _ value: Bool) {
        let byte = node.u8(offset + index >> 3)
        let mask = UInt8(1) << UInt8(index & 7)
        node.setU8(offset + index >> 3, value ? byte | mask : byte & ~mask)
    }

    // MARK: Fixed sizes

    /// A link: the 48 bits of a row id.
    @inline(__always)
    package static func link(_ node: Node, _ offset: Int) -> UInt64 {
        UInt64(node.u32(offset)) | UInt64(node.u16(offset + 4)) << 32
    }

    @inline(__always)
    static func setLink(_ node: Node, _ offset: Int, _ row: UInt64) {
        node.setU32(offset, UInt32(truncatingIfNeeded: row))
        node.setU16(offset + 4, UInt16(truncatingIfNeeded: row >> 32))
    }

    /// The bits of a value of 1, 2, 4, 6 or 8 bytes, zero-extended.
    @inline(__always)
    static func bits(_ node: Node, _ entry: UInt64, width: Int, _ slot: Int) -> UInt64 {
        let offset = dataOffset(entry) + slot * width
        switch width {
        case 1: return UInt64(node.u8(offset))
        case 2: return UInt64(node.u16(offset))
        case 4: return UInt64(node.u32(offset))
        case 6: return link(node, offset)
        default: return node.u64(offset)
        }
    }

    @inline(__always)
    static func setBits(_ node: Node, _ entry: UInt64, width: Int, _ slot: Int, _ bits: UInt64) {
        let offset = dataOffset(entry) + slot * width
        switch width {
        case 1: node.setU8(offset, UInt8(truncatingIfNeeded: bits))
        case 2: node.setU16(offset, UInt16(truncatingIfNeeded: bits))
        case 4: node.setU32(offset, UInt32(truncatingIfNeeded: bits))
        case 6: setLink(node, offset, bits)
        default: node.setU64(offset, bits)
        }
    }

    /// A value of a fixed-size column; cells are the caller's to read.
    static func fixedValue(_ node: Node, _ entry: UInt64, _ type: ColumnType, _ slot: Int) -> Value {
        if isNull(node, entry, slot) { return .none }
        let offset = dataOffset(entry) + slot * width(type)
        switch type {
        case .bool: return .bool(node.u8(offset) != 0)
        case .int8: return .int(Int64(Int8(bitPattern: node.u8(offset))))
        case .int16: return .int(Int64(Int16(bitPattern: node.u16(offset))))
        case .int32: return .int(Int64(Int32(bitPattern: node.u32(offset))))
        case .int64: return .int(Int64(bitPattern: node.u64(offset)))
        case .float: return .float(Float(bitPattern: node.u32(offset)))
        case .double: return .double(Double(bitPattern: node.u64(offset)))
        case .date: return .date(Double(bitPattern: node.u64(offset)))
        case .uuid: return .uuid(node.u64(offset).byteSwapped, node.u64(offset + 8).byteSwapped)
        case .link:
            let row = link(node, offset)
            return row == 0 ? .none : .link(RowID(row))
        case .text, .data, .list, .reference: return .none
        }
    }

    /// Writes a value of a fixed-size column; false if the value is not of the column's type.
    static func setFixedValue(_ node: Node, _ entry: UInt64, _ type: ColumnType, _ slot: Int, _ value: Value) -> Bool {
        let offset = dataOffset(entry) + slot * width(type)
        switch (type, value) {
        case (.link, .none): setLink(node, offset, 0)
        case (.link, .link(let row)): setLink(node, offset, row.rawValue)
        case (_, .none):
            guard nullOffset(entry) != 0 else { return false }
            setNull(node, entry, slot, true)
            node.clear(at: offset, byteCount: width(type))
            return true
        case (.bool, .bool(let value)): node.setU8(offset, value ? 1 : 0)
        case (.int8, .int(let value)): node.setU8(offset, UInt8(truncatingIfNeeded: value))
        case (.int16, .int(let value)): node.setU16(offset, UInt16(truncatingIfNeeded: value))
        case (.int32, .int(let value)): node.setU32(offset, UInt32(truncatingIfNeeded: value))
        case (.int64, .int(let value)): node.setU64(offset, UInt64(bitPattern: value))
        case (.float, .float(let value)): node.setU32(offset, value.bitPattern)
        case (.double, .double(let value)), (.date, .date(let value)): node.setU64(offset, value.bitPattern)
        case (.uuid, .uuid(let high, let low)):
            node.setU64(offset, high.byteSwapped)
            node.setU64(offset + 8, low.byteSwapped)
        default: return false
        }
        setNull(node, entry, slot, false)
        return true
    }

    // MARK: Cells

    @inline(__always)
    static func cellOffset(_ entry: UInt64, _ slot: Int) -> Int { dataOffset(entry) + slot * cellByteCount }

    /// What the cell at an offset holds.
    static func cell(_ node: Node, at offset: Int) -> Cell {
        let end = node.u8(offset + 15)
        switch end {
        case heapCell: return .bytes(node.bytes(at: Int(node.u32(offset)), count: Int(node.u32(offset + 4))))
        case overflowCell:
            return .overflow(NodeReference(rawValue: node.u64(offset)), byteCount: Int(node.u32(offset + 8)))
        case treeCell: return .tree(NodeReference(rawValue: node.u64(offset)), ghostCount: Int(node.u32(offset + 8)))
        default: return .bytes(node.bytes(at: offset, count: Int(end)))
        }
    }

    /// Bytes of the heap that the cell uses.
    @inline(__always)
    static func heapByteCount(_ node: Node, cellAt offset: Int) -> Int {
        node.u8(offset + 15) == heapCell ? Int(node.u32(offset + 4)) : 0
    }

    /// Stores bytes in a cell; false, with nothing changed, if the heap has no room for them.
    static func setCell(_ node: Node, at offset: Int, _ bytes: ByteView) -> Bool {
        let old = heapByteCount(node, cellAt: offset)
        if bytes.count <= 15 {
            addGarbage(node, old)
            node.clear(at: offset, byteCount: cellByteCount)
            node.copy(from: bytes, to: offset)
            node.setU8(offset + 15, UInt8(bytes.count))
            return true
        }
        let place: Int
        if bytes.count <= old {
            place = Int(node.u32(offset))
            addGarbage(node, old - bytes.count)
            node.copy(from: bytes, to: place)
            node.clear(at: place + bytes.count, byteCount: old - bytes.count)
        } else {
            guard let new = allocateHeap(node, bytes.count) else { return false }
            place = new
            addGarbage(node, old)
            node.copy(from: bytes, to: place)
        }
        setHeapCell(node, at: offset, place: place, byteCount: bytes.count)
        return true
    }

    static func setHeapCell(_ node: Node, at offset: Int, place: Int, byteCount: Int) {
        node.setU32(offset, UInt32(place))
        node.setU32(offset + 4, UInt32(byteCount))
        node.setU64(offset + 8, UInt64(heapCell) << 56)
    }

    /// Makes the cell lead to an overflow run (`extra` is its length) or to a list's tree (`extra` is its ghost count).
    static func setReferenceCell(_ node: Node, at offset: Int, _ end: UInt8, _ reference: NodeReference, extra: Int) {
        addGarbage(node, heapByteCount(node, cellAt: offset))
        node.setU64(offset, reference.rawValue)
        node.setU64(offset + 8, UInt64(UInt32(extra)) | UInt64(end) << 56)
        node.flags |= referencesFlag
    }

    static func allocateHeap(_ node: Node, _ byteCount: Int) -> Int? {
        let start = heapStart(node) - byteCount
        guard start >= arraysEnd(node) else { return nil }
        node.setU32(heapStartOffset, UInt32(start))
        return start
    }

    static func addGarbage(_ node: Node, _ byteCount: Int) {
        guard byteCount > 0 else { return }
        node.setU32(heapGarbageOffset, node.u32(heapGarbageOffset) + UInt32(byteCount))
    }
}
