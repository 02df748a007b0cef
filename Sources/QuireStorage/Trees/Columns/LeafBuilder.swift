// Writing a column leaf anew: after a change of layout, when space must be divided differently, at splits and joins.

/// The slots that a new leaf will have, and the bytes that they need.
struct LeafBuilder {
    /// Where the values of one slot come from.
    struct Source {
        /// nil: a new slot of zeros.
        var node: Node?
        var slot: Int
        var row: UInt64
    }

    let layout: LeafLayout
    private(set) var byteCount: Int
    let isPositions: Bool
    /// For a copy of one leaf that is only read: its slots have the bytes of a default in common, or it would be as
    /// many times as long.
    private let sharesDefaults: Bool
    private(set) var sources: [Source] = []

    init(layout: LeafLayout, byteCount: Int, isPositions: Bool, sharesDefaults: Bool = false) {
        self.layout = layout
        self.byteCount = byteCount
        self.isPositions = isPositions
        self.sharesDefaults = sharesDefaults
    }

    /// Plans for a leaf of twice the size from here on.
    mutating func double() { byteCount *= 2 }

    /// Adds the live slots of a leaf.
    mutating func append(_ node: Node) {
        sources.reserveCapacity(sources.count + node.count)
        var slot = ColumnLeaf.nextLive(node, from: 0)
        while slot < node.count {
            sources.append(Source(node: node, slot: slot, row: isPositions ? 0 : ColumnLeaf.row(node, slot)))
            slot = ColumnLeaf.nextLive(node, from: slot + 1)
        }
    }

    /// False if the leaves that were added are not in order, as a damaged node above them may have it.
    var isAscending: Bool { isPositions || zip(sources, sources.dropFirst()).allSatisfy { $0.row < $1.row } }

    /// Drops the first sources, which have been written.
    mutating func removeFirst(_ count: Int) { sources.removeFirst(count) }

    /// Adds a new slot for a row, in its place; gives its index.
    mutating func insertNew(row: UInt64) -> Int {
        var low = 0
        var high = sources.count
        while low < high {
            let middle = (low + high) >> 1
            if sources[middle].row < row { low = middle + 1 } else { high = middle }
        }
        sources.insert(Source(node: nil, slot: 0, row: row), at: low)
        return low
    }

    /// Bytes of the heap that a range of sources uses, the defaults of columns that a source is too old for included.
    func heapByteCount(_ range: Range<Int>) -> Int {
        guard !layout.cellColumns.isEmpty else { return 0 }
        var total = 0
        var last: Node?
        var defaults = 0
        var shared = 0
        for source in sources[range] {
            guard let node = source.node else { continue }
            if last != node {
                last = node
                defaults = node.layout == layout.number ? 0 : defaultByteCount(node)
            }
            if sharesDefaults { shared = defaults } else { total += defaults }
            for column in 0..<ColumnLeaf.columnCount(node) {
                let entry = ColumnLeaf.entry(node, column)
                guard let type = ColumnLeaf.type(entry), type.isCell else { continue }
                total += ColumnLeaf.heapByteCount(node, cellAt: ColumnLeaf.cellOffset(entry, source.slot))
            }
        }
        return total + shared
    }

    private func defaultByteCount(_ node: Node) -> Int {
        layout.cellColumns.reduce(0) { total, index in
            let column = layout.columns[index]
            guard Self.entry(of: column.number, in: node, likely: index) == nil else { return total }
            switch column.defaultValue {
            case .text(let text): return total + text.utf8.count
            case .data(let data): return total + data.count
            default: return total
            }
        }
    }

    /// How a range of sources would be laid out in one leaf with `reserve` more bytes of heap; nil if they do not fit.
    func plan(
        _ range: Range<Int>, reserve: Int, heapPerRow: Int
    ) -> (form: ColumnLeaf.Form, capacity: Int)? {
        guard range.count <= ColumnLeaf.slotLimit || isPositions, range.count < 65_536 else { return nil }
        let heap = heapByteCount(range) + reserve
        let expected = range.isEmpty ? heapPerRow : max(heapPerRow, heap / range.count)
        if isPositions {
            guard
                let capacity = layout.capacity(
                    rows: range.count, heap: heap, heapPerRow: expected, form: .positions, byteCount: byteCount)
            else { return nil }
            return (.positions, capacity)
        }
        let span = range.isEmpty ? 0 : sources[range.upperBound - 1].row - sources[range.lowerBound].row + 1
        // Dense, with dead slots, as long as that is not larger than a list of row ids.
        let denseIsSmaller =
            span <= UInt64(ColumnLeaf.slotLimit)
            && Int(span) * layout.sixteenthsPerRow(.dense) <= range.count * layout.sixteenthsPerRow(.sparse)
        if denseIsSmaller,
            let capacity = layout.capacity(
                rows: Int(span), heap: heap, heapPerRow: expected, form: .dense, byteCount: byteCount)
        {
            return (.dense, capacity)
        }
        guard span <= UInt64(UInt32.max),
            let capacity = layout.capacity(
                rows: range.count, heap: heap, heapPerRow: expected, form: .sparse, byteCount: byteCount)
        else { return nil }
        return (.sparse, capacity)
    }

    /// Where the most that fits into one leaf ends, for a range that does not fit whole; one source at least.
    func fittingEnd(of range: Range<Int>) -> Int {
        var low = range.lowerBound + 1
        var high = range.upperBound - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if plan(range.lowerBound..<middle, reserve: 0, heapPerRow: 0) != nil {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    /// True if a leaf holds any one of the sources.
    func eachFits() -> Bool {
        sources.indices.allSatisfy { plan($0..<$0 + 1, reserve: 0, heapPerRow: 0) != nil }
    }

    /// Writes a range of sources into a node that is none of the sources. Its header stays but for the leaf's own fields.
    func write(_ range: Range<Int>, into node: Node, form: ColumnLeaf.Form, capacity: Int) {
        node.clear(at: NodeHeader.byteCount, byteCount: byteCount - NodeHeader.byteCount)
        layout.initialize(node, capacity: capacity, form: form, byteCount: byteCount)
        let first = isPositions || range.isEmpty ? 0 : sources[range.lowerBound].row
        if !isPositions { node.owner = first }
        var count = 0
        for (index, source) in sources[range].enumerated() {
            let slot = form == .dense ? Int(source.row - first) : index
            count = slot + 1
            if form == .dense { ColumnLeaf.setBit(node, ColumnLeaf.rowsOffset(node), slot, true) }
            if form == .sparse { node.setU32(ColumnLeaf.rowsOffset(node) + 4 * slot, UInt32(source.row - first)) }
        }
        node.count = count
        node.setU16(ColumnLeaf.liveCountOffset, UInt16(range.count))
        for index in layout.columns.indices { writeColumn(index, range, into: node, form: form, first: first) }
    }

    private func writeColumn(
        _ column: Int, _ range: Range<Int>, into node: Node, form: ColumnLeaf.Form, first: UInt64
    ) {
        let target = ColumnLeaf.entry(node, column)
        let description = layout.columns[column]
        let width = ColumnLeaf.width(description.type)
        let data = ColumnLeaf.dataOffset(target)
        var sourceNode: Node?
        var entry: UInt64?
        var firstDefault: Int?
        var index = range.lowerBound
        while index < range.upperBound {
            let source = sources[index]
            let slot = form == .dense ? Int(source.row - first) : index - range.lowerBound
            index += 1
            guard let from = source.node else {
                if description.hasNulls { ColumnLeaf.setNull(node, target, slot, true) }
                continue
            }
            if sourceNode != from {
                sourceNode = from
                entry = Self.entry(of: description.number, in: from, likely: column)
            }
            guard let entry else {
                if let first = firstDefault, sharesDefaults, description.defaultValue != .none {
                    node.copy(from: node, at: data + width * first, to: data + width * slot, byteCount: width)
                } else {
                    writeDefault(description, target, slot, into: node)
                    firstDefault = slot
                }
                continue
            }
            let count = runLength(from: index - 1, to: range.upperBound, form)
            index += count - 1
            if description.hasNulls {
                for offset in 0..<count where ColumnLeaf.isNull(from, entry, source.slot + offset) {
                    ColumnLeaf.setNull(node, target, slot + offset, true)
                }
            }
            let origin = ColumnLeaf.dataOffset(entry) + width * source.slot
            node.copy(from: from, at: origin, to: data + width * slot, byteCount: width * count)
            guard description.type.isCell else { continue }
            for offset in 0..<count { moveCell(at: data + width * (slot + offset), in: node, from: from) }
        }
    }

    /// How many sources from one on follow each other in their leaf and will in the new one: they are copied together.
    private func runLength(from start: Int, to end: Int, _ form: ColumnLeaf.Form) -> Int {
        let first = sources[start]
        var count = 1
        while start + count < end {
            let next = sources[start + count]
            guard next.node == first.node, next.slot == first.slot + count,
                form != .dense || next.row == first.row + UInt64(count)
            else { break }
            count += 1
        }
        return count
    }

    /// Brings the bytes that a copied cell refers to.
    private func moveCell(at offset: Int, in node: Node, from source: Node) {
        switch node.u8(offset + 15) {
        case ColumnLeaf.heapCell:
            let length = Int(node.u32(offset + 4))
            guard let place = ColumnLeaf.allocateHeap(node, length) else {
                preconditionFailure("the plan of a leaf counted the bytes of its heap")
            }
            node.copy(from: source, at: Int(node.u32(offset)), to: place, byteCount: length)
            node.setU32(offset, UInt32(place))
        case ColumnLeaf.overflowCell, ColumnLeaf.treeCell:
            node.flags |= ColumnLeaf.referencesFlag
        default: break
        }
    }

    /// The directory entry of a column by its number; nil if the leaf is older than the column.
    private static func entry(of number: Int, in node: Node, likely: Int) -> UInt64? {
        let count = ColumnLeaf.columnCount(node)
        if likely < count {
            let entry = ColumnLeaf.entry(node, likely)
            if ColumnLeaf.columnNumber(entry) == number { return entry }
        }
        for column in 0..<count {
            let entry = ColumnLeaf.entry(node, column)
            if ColumnLeaf.columnNumber(entry) == number { return entry }
        }
        return nil
    }

    private func writeDefault(_ column: LeafLayout.Column, _ entry: UInt64, _ slot: Int, into node: Node) {
        switch column.defaultValue {
        case .text(let text):
            var text = text
            text.withUTF8 { unsafe storeDefault(ByteView(UnsafeRawBufferPointer($0)), entry, slot, into: node) }
        case .data(let data):
            unsafe data.withUnsafeBytes { unsafe storeDefault(ByteView($0), entry, slot, into: node) }
        case .none where column.hasNulls: ColumnLeaf.setNull(node, entry, slot, true)
        case .none: break
        default: _ = ColumnLeaf.setFixedValue(node, entry, column.type, slot, column.defaultValue)
        }
    }

    private func storeDefault(_ bytes: ByteView, _ entry: UInt64, _ slot: Int, into node: Node) {
        if !ColumnLeaf.setCell(node, at: ColumnLeaf.cellOffset(entry, slot), bytes) {
            preconditionFailure("a default longer than the leaf's heap is refused where it is declared")
        }
    }
}
