// The rows of one tree, from its leaves and, where inner nodes are damaged, from leaves that the scan found.

/// A row in a copy of its leaf.
struct SalvagedRow {
    let row: UInt64
    let leaf: ZeroedBuffer
    let slot: Int
}

/// Which leaf holds which rows.
///
/// Leaves that the tree leads to come first. Where it leads nowhere, leaves of the scan fill in: those in
/// pages that the state uses, and if that is not known, the newest ones. A leaf speaks for all rows from its
/// first to its last one.
final class SalvagedRows {
    private static let windowLimit = 4

    /// Some rows of the state may be missing.
    let isWhole: Bool
    /// Some rows may be of an older state.
    let mayBeOlder: Bool
    private let space: PageSpace
    /// Segment i reaches from border i to border i + 1; nil where no leaf has rows.
    private var borders: [UInt64] = []
    private var segments: [FoundLeaf?] = []
    private var cached: (page: PageNumber, leaf: ZeroedBuffer)?

    /// `root` is nil if it is not known.
    init(_ id: TreeID, root: TreeRoot?, _ source: SalvageSource, _ scan: PageScan) {
        space = source.space
        let walk = root.map { TreeWalk($0, id, source.space) }
        var leaves = walk?.leaves ?? []
        isWhole = walk?.isWhole ?? false
        let gaps = walk?.unknown ?? [0..<UInt64.max]
        if gaps.isEmpty {
            mayBeOlder = false
        } else {
            let reached = Set(leaves.map(\.reference.page))
            let newest = source.slot?.transaction.rawValue ?? .max
            let others = (scan.leaves[id] ?? []).filter { leaf in
                !reached.contains(leaf.reference.page) && leaf.transaction <= newest
                    && source.isInUse(leaf.reference.page, leaf.pageCount) ?? true
                    && gaps.contains { $0.contains(leaf.firstRow) }
            }
            mayBeOlder = source.bitmap == nil && !others.isEmpty
            leaves += others.sorted { $0.transaction > $1.transaction }
        }
        divide(leaves)
    }

    /// Gives each stretch of rows to the first of the leaves that reaches over it.
    private func divide(_ leaves: [FoundLeaf]) {
        borders = Array(Set(leaves.flatMap { [$0.firstRow, $0.lastRow + 1] })).sorted()
        guard !borders.isEmpty else { return }
        segments = Array(repeating: nil, count: borders.count)
        // For each segment the next one, itself included, that nobody has yet.
        var next = Array(0...borders.count)
        func free(_ index: Int) -> Int {
            var index = index
            while next[index] != index {
                next[index] = next[next[index]]
                index = next[index]
            }
            return index
        }
        for leaf in leaves {
            var index = free(position(leaf.firstRow))
            while index < borders.count, borders[index] <= leaf.lastRow {
                segments[index] = leaf
                next[index] = index + 1
                index = free(index)
            }
        }
    }

    /// The last border that is not above a row; -1 if all are.
    private func position(_ row: UInt64) -> Int {
        var low = 0
        var high = borders.count
        while low < high {
            let middle = (low + high) / 2
            if borders[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// A copy of a leaf, which stays valid when memory is given back.
    private func leaf(_ found: FoundLeaf) throws(StorageError) -> ZeroedBuffer {
        if let cached, cached.page == found.reference.page { return cached.leaf }
        let node = try space.node(found.reference)
        let byteCount = space.byteCount(of: node)
        let copy = ZeroedBuffer(byteCount: byteCount)
        copy.node.copy(from: node, at: 0, to: 0, byteCount: byteCount)
        cached = (found.reference.page, copy)
        space.file.releaseWindows(above: Self.windowLimit)
        return copy
    }

    /// Where a row is; nil if no leaf has it.
    func find(_ row: UInt64) throws(StorageError) -> SalvagedRow? {
        let index = position(row)
        guard index >= 0, let found = segments[index] else { return nil }
        let leaf = try leaf(found)
        return ColumnLeaf.slot(leaf.node, of: row).map { SalvagedRow(row: row, leaf: leaf, slot: $0) }
    }

    /// Calls `body` for each row in order. A leaf that can no longer be read has no rows.
    func forEachRow(_ body: (SalvagedRow) throws(StorageError) -> Void) throws(StorageError) {
        for (index, found) in segments.enumerated() {
            guard let found, let leaf = try? leaf(found) else { continue }
            let node = leaf.node
            let end = index + 1 < borders.count ? borders[index + 1] : UInt64.max
            var slot = ColumnLeaf.nextLive(node, from: 0)
            while slot < node.count {
                let row = ColumnLeaf.row(node, slot)
                if row >= borders[index], row < end, row > 0, row < RowID.limit {
                    try body(SalvagedRow(row: row, leaf: leaf, slot: slot))
                }
                slot = ColumnLeaf.nextLive(node, from: slot + 1)
            }
        }
    }
}
