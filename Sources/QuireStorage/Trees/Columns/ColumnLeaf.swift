// Leaves that keep values column by column: rows by row id, or the elements of a long list by position
// (Spec/FileFormat.md, "Column leaf").
//
//   0 header (64) | 64 directory, 8 bytes a column, and one more entry for the row ids | arrays | free | heap, growing down
//
// Directory entry: data offset ÷ 8 u16 | null bitmap offset ÷ 8 u16, 0 if nil is no value | type u8 | 0 u8 | column u16.
// The value of slot s lies at data offset + s × width; a bit of 1 in the null bitmap means nil. The last entry leads to the
// live bitmap of a dense leaf (slot s is row first + s), to the u32 differences row − first of a sparse one, or, in a leaf of
// list elements, to the end of the arrays.

/// One leaf of columns. Everything here trusts the node: it was checked at first touch, or this process wrote it.
package enum ColumnLeaf {
    package static let directory = NodeHeader.byteCount
    package static let directoryEntryByteCount = 8
    package static let cellByteCount = 16

    /// Ends of a cell (byte 15) beyond the inline lengths 0…15.
    package static let heapCell: UInt8 = 16
    package static let overflowCell: UInt8 = 17
    package static let treeCell: UInt8 = 18

    // In the header's fourteen bytes.
    static let columnCountOffset = 50
    static let capacityOffset = 52
    static let liveCountOffset = 54
    static let heapStartOffset = 56
    static let heapGarbageOffset = 60

    static let sparseFlag: UInt8 = 1
    /// Some cell or column holds a reference to another node.
    static let referencesFlag: UInt8 = 2
    /// Elements of a list, by position: no row ids.
    static let positionsFlag: UInt8 = 4

    /// Slots that one leaf holds at most, so that a leaf under a newer, wider layout stays within the reach of its directory.
    static let slotLimit = 4096

    /// How the slots of a leaf are found.
    enum Form: Equatable {
        case dense, sparse, positions
    }

    /// Bytes of one value of a column.
    @inline(__always)
    package static func width(_ type: ColumnType) -> Int {
        switch type {
        case .bool, .int8: 1
        case .int16: 2
        case .int32, .float: 4
        case .link: 6
        case .int64, .double, .date, .reference: 8
        case .text, .data, .uuid, .list: 16
        }
    }

    // MARK: Directory

    @inline(__always)
    package static func entry(_ node: Node, _ column: Int) -> UInt64 { node.u64(directory + 8 * column) }

    @inline(__always)
    package static func dataOffset(_ entry: UInt64) -> Int { Int(entry & 0xFFFF) << 3 }

    /// 0 if nil is no value of the column.
    @inline(__always)
    package static func nullOffset(_ entry: UInt64) -> Int { Int(entry >> 16 & 0xFFFF) << 3 }

    @inline(__always)
    package static func type(_ entry: UInt64) -> ColumnType? {
        ColumnType(rawValue: UInt8(truncatingIfNeeded: entry >> 32))
    }

    /// The class's number of the column.
    @inline(__always)
    static func columnNumber(_ entry: UInt64) -> Int { Int(entry >> 48) }

    @inline(__always)
    static func columnCount(_ node: Node) -> Int { Int(node.u16(columnCountOffset)) }

    @inline(__always)
    static func rowsOffset(_ node: Node) -> Int { dataOffset(entry(node, columnCount(node))) }

    @inline(__always)
    static func capacity(_ node: Node) -> Int { Int(node.u16(capacityOffset)) }

    @inline(__always)
    static func liveCount(_ node: Node) -> Int { Int(node.u16(liveCountOffset)) }

    @inline(__always)
    static func isSparse(_ node: Node) -> Bool { node.flags & sparseFlag != 0 }

    static func form(_ node: Node) -> Form {
        if node.flags & positionsFlag != 0 { return .positions }
        return isSparse(node) ? .sparse : .dense
    }

    static func heapStart(_ node: Node) -> Int { Int(node.u32(heapStartOffset)) }

    /// Where the arrays end and free space begins.
    static func arraysEnd(_ node: Node) -> Int {
        rowsOffset(node) + LeafLayout.rowsByteCount(form(node), capacity: capacity(node))
    }

    // MARK: Rows and slots

    /// The slot of a row, or nil if the leaf does not hold it.
    @inline(__always)
    static func slot(_ node: Node, of row: UInt64) -> Int? {
        let first = node.owner
        guard row >= first else { return nil }
        let difference = row - first
        if !isSparse(node) {
            guard difference < UInt64(node.count) else { return nil }
            let slot = Int(difference)
            // The header is in the cache already, the bits far away are not.
            return liveCount(node) == node.count || isLive(node, slot) ? slot : nil
        }
        let slot = sparseLowerBound(node, difference)
        return slot < node.count && UInt64(node.u32(rowsOffset(node) + 4 * slot)) == difference ? slot : nil
    }

    @inline(__always)
    static func isLive(_ node: Node, _ slot: Int) -> Bool {
        node.u8(rowsOffset(node) + slot >> 3) >> UInt8(slot & 7) & 1 != 0
    }

    static func sparseLowerBound(_ node: Node, _ difference: UInt64) -> Int {
        let rows = rowsOffset(node)
        var low = 0
        var high = node.count
        while low < high {
            let middle = (low + high) >> 1
            if UInt64(node.u32(rows + 4 * middle)) < difference { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The row of a slot.
    @inline(__always)
    static func row(_ node: Node, _ slot: Int) -> UInt64 {
        isSparse(node) ? node.owner + UInt64(node.u32(rowsOffset(node) + 4 * slot)) : node.owner + UInt64(slot)
    }

    /// The first live slot from `slot` on; `count` if there is none.
    @inline(__always)
    static func nextLive(_ node: Node, from slot: Int) -> Int {
        let count = node.count
        guard form(node) == .dense, liveCount(node) < count else { return min(slot, count) }
        var slot = slot
        while slot < count, !isLive(node, slot) { slot += 1 }
        return slot
    }

    /// The last live slot; a leaf has at least one.
    static func lastLive(_ node: Node) -> Int {
        var slot = node.count - 1
        if form(node) == .dense { while slot > 0, !isLive(node, slot) { slot -= 1 } }
        return slot
    }

    /// How many live slots lie before `slot`.
    static func rank(_ node: Node, of slot: Int) -> Int {
        guard form(node) == .dense, liveCount(node) < node.count else { return slot }
        return liveBits(node, before: slot)
    }

    static func liveBits(_ node: Node, before slot: Int) -> Int {
        let rows = rowsOffset(node)
        var total = 0
        for word in 0..<slot >> 6 { total += node.u64(rows + 8 * word).nonzeroBitCount }
        let rest = slot & 63
        if rest > 0 { total += (node.u64(rows + 8 * (slot >> 6)) & (1 << UInt64(rest) - 1)).nonzeroBitCount }
        return total
    }

    /// The live slot with `rank` live ones before it; `rank` is below `liveCount`.
    static func slot(_ node: Node, atRank rank: Int) -> Int {
        guard form(node) == .dense, liveCount(node) < node.count else { return rank }
        let rows = rowsOffset(node)
        var rest = rank
        var word = 0
        while true {
            let bits = node.u64(rows + 8 * word).nonzeroBitCount
            if rest < bits { break }
            rest -= bits
            word += 1
        }
        var slot = word << 6
        while true {
            if isLive(node, slot) {
                if rest == 0 { return slot }
                rest -= 1
            }
            slot += 1
        }
    }
}
