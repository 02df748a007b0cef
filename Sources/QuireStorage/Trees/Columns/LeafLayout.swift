// Which columns a leaf has, and how its space is divided among them.

/// The columns of one group of a class (or the one column of a list), under one number that stands in each leaf.
package final class LeafLayout: Sendable {
    package struct Column: Sendable, Equatable {
        /// The class's number of the column.
        package let number: Int
        package let type: ColumnType
        /// nil is a value and a bitmap tells where. Links need none: their 0 is nil.
        package let hasNulls: Bool
        /// What slots read that are older than the column.
        package let defaultValue: Value

        package init(number: Int, type: ColumnType, hasNulls: Bool, defaultValue: Value = .none) {
            self.number = number
            self.type = type
            self.hasNulls = hasNulls
            self.defaultValue = defaultValue
        }
    }

    let number: UInt32
    let columns: [Column]
    /// Bytes of one row in the arrays, without bitmaps and row ids.
    let rowByteCount: Int
    let nullBitmapCount: Int
    /// Indexes of the columns whose cells may use the heap or refer to other nodes.
    let cellColumns: [Int]
    let hasReferenceColumn: Bool
    /// For each column what `shape` makes of its directory entry.
    private let signature: [UInt64]

    package init(number: UInt32, columns: [Column]) {
        self.number = number
        self.columns = columns
        rowByteCount = columns.reduce(0) { $0 + ColumnLeaf.width($1.type) }
        nullBitmapCount = columns.count { $0.hasNulls }
        cellColumns = columns.indices.filter { columns[$0].type.isCell }
        hasReferenceColumn = columns.contains { $0.type == .reference }
        signature = columns.map { column in
            UInt64(column.type.rawValue) << 32 | UInt64(column.number) << 48 | (column.hasNulls ? 1 : 0)
        }
    }

    /// A directory entry without its places: number, type, and whether there is a bitmap of nils.
    @inline(__always)
    private static func shape(_ entry: UInt64) -> UInt64 {
        entry & 0xFFFF_FFFF_0000_0000 | (entry & 0xFFFF_0000 == 0 ? 0 : 1)
    }

    /// True if the leaf has these columns: the number in its header alone is no proof, and unchecked reads rely on it.
    @inline(__always)
    func matches(_ leaf: Node) -> Bool {
        guard ColumnLeaf.columnCount(leaf) == signature.count else { return false }
        for (index, expected) in signature.enumerated() where Self.shape(ColumnLeaf.entry(leaf, index)) != expected {
            return false
        }
        return true
    }

    /// True if each of the leaf's columns is one of these: of a leaf under an older layout.
    func covers(_ leaf: Node) -> Bool {
        (0..<ColumnLeaf.columnCount(leaf)).allSatisfy { index in
            let entry = ColumnLeaf.entry(leaf, index)
            let number = ColumnLeaf.columnNumber(entry)
            return columns.first { $0.number == number }?.type == ColumnLeaf.type(entry)
        }
    }

    /// Where arrays may end at most: an entry of a directory has 16 bits for an eighth of an offset.
    private static let directoryReach = 0xFFFF << 3

    static func align(_ byteCount: Int) -> Int { (byteCount + 7) & ~7 }
    static func bitmapByteCount(_ capacity: Int) -> Int { (capacity + 63) / 64 * 8 }

    /// Bytes that row ids take in a leaf of this capacity.
    static func rowsByteCount(_ form: ColumnLeaf.Form, capacity: Int) -> Int {
        switch form {
        case .dense: bitmapByteCount(capacity)
        case .sparse: align(4 * capacity)
        case .positions: 0
        }
    }

    /// Bytes up to the end of the arrays.
    func arraysByteCount(capacity: Int, form: ColumnLeaf.Form) -> Int {
        var size = ColumnLeaf.directory + 8 * (columns.count + 1)
        for column in columns { size += Self.align(ColumnLeaf.width(column.type) * capacity) }
        return size + nullBitmapCount * Self.bitmapByteCount(capacity) + Self.rowsByteCount(form, capacity: capacity)
    }

    /// About how many bytes one more row takes in the arrays, in sixteenths of a byte.
    func sixteenthsPerRow(_ form: ColumnLeaf.Form) -> Int {
        16 * rowByteCount + 2 * nullBitmapCount + (form == .sparse ? 64 : form == .dense ? 2 : 0)
    }

    /// The capacity that divides `byteCount` between arrays and a heap of `heapPerRow` bytes for each further row; at least
    /// `rows`, nil if not even those fit beside `heap` bytes.
    func capacity(rows: Int, heap: Int, heapPerRow: Int, form: ColumnLeaf.Form, byteCount: Int) -> Int? {
        let limit = min(byteCount - heap, Self.directoryReach)
        let free = limit - arraysByteCount(capacity: rows, form: form)
        guard free >= 0 else { return nil }
        var extra = 16 * free / (sixteenthsPerRow(form) + 16 * heapPerRow)
        extra = min(extra, max(ColumnLeaf.slotLimit - rows, 0))
        while extra > 0, arraysByteCount(capacity: rows + extra, form: form) > limit { extra -= 1 }
        return rows + extra
    }

    /// Writes the directory of an empty leaf.
    func initialize(_ node: Node, capacity: Int, form: ColumnLeaf.Form, byteCount: Int) {
        var offset = ColumnLeaf.directory + 8 * (columns.count + 1)
        for (index, column) in columns.enumerated() {
            var entry = UInt64(offset >> 3)
            offset += Self.align(ColumnLeaf.width(column.type) * capacity)
            if column.hasNulls {
                entry |= UInt64(offset >> 3) << 16
                offset += Self.bitmapByteCount(capacity)
            }
            entry |= UInt64(column.type.rawValue) << 32 | UInt64(column.number) << 48
            node.setU64(ColumnLeaf.directory + 8 * index, entry)
        }
        node.setU64(ColumnLeaf.directory + 8 * columns.count, UInt64(offset >> 3))
        node.layout = number
        node.setU16(ColumnLeaf.columnCountOffset, UInt16(columns.count))
        node.setU16(ColumnLeaf.capacityOffset, UInt16(capacity))
        node.setU16(ColumnLeaf.liveCountOffset, 0)
        node.setU32(ColumnLeaf.heapStartOffset, UInt32(byteCount))
        node.setU32(ColumnLeaf.heapGarbageOffset, 0)
        node.count = 0
        switch form {
        case .dense: node.flags = 0
        case .sparse: node.flags = ColumnLeaf.sparseFlag
        case .positions: node.flags = ColumnLeaf.positionsFlag
        }
        if hasReferenceColumn { node.flags |= ColumnLeaf.referencesFlag }
    }

    /// log2 of the pages of a leaf: 128 rows if four pages hold them, and at least eight rows, up to 64 KiB (128 small pages).
    func log2Pages(pageSize: Int) -> Int {
        let largest = min(65_536, pageSize * 128)
        var log2 = 0
        func rows() -> Int {
            capacity(
                rows: 0, heap: 0, heapPerRow: 8 * cellColumns.count, form: .dense, byteCount: pageSize << log2) ?? 0
        }
        while pageSize << (log2 + 1) <= largest, log2 < 2 ? rows() < 128 : rows() < 8 { log2 += 1 }
        return log2
    }
}

extension ColumnType {
    /// Kept as a 16-byte cell that may lead to the heap or to another node.
    var isCell: Bool { self == .text || self == .data || self == .list }
}
