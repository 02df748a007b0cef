// Text, data and list cells: in the leaf while they are small, in overflow runs when they are not.

extension ColumnTree {
    /// Values above this go to an overflow run.
    var cellLimit: Int { leafByteCount / 4 }

    /// Which slot is meant.
    enum SlotAddress {
        case row(UInt64)
        case position(Int)
    }

    /// The writable leaf and slot; nil if there is no such row.
    @inline(__always)
    private mutating func find(_ address: SlotAddress) throws(StorageError) -> (leaf: Node, slot: Int)? {
        switch address {
        case .row(let row): try findForChange(row)
        case .position(let position): try locateForChange(position)
        }
    }

    /// The same, and `tree.path` leads there: for changes of the tree's shape.
    private mutating func descend(to address: SlotAddress) throws(StorageError) -> (leaf: Node, slot: Int)? {
        switch address {
        case .row(let row): try findForChangeByDescent(row)
        case .position(let position): try locateForChange(position)
        }
    }

    /// Stores bytes in the cell of a row. What the cell referred to is freed if it was an overflow run.
    package mutating func setBytes(_ row: UInt64, column: Int, _ bytes: ByteView) throws(StorageError) {
        try setBytes(bytes, column: column, at: .row(row))
    }

    mutating func setBytes(_ bytes: ByteView, column: Int, at address: SlotAddress) throws(StorageError) {
        guard let (leaf, slot) = try find(address) else { return }
        let entry = ColumnLeaf.entry(leaf, column)
        let offset = ColumnLeaf.cellOffset(entry, slot)
        ColumnLeaf.setNull(leaf, entry, slot, false)
        try freeOverflow(leaf, at: offset)
        if bytes.count > cellLimit { return try setOverflow(leaf, at: offset, bytes, column: column) }
        if ColumnLeaf.setCell(leaf, at: offset, bytes) { return }
        try setBytesByMakingRoom(bytes, column: column, at: address)
    }

    /// Rebuilds or divides the slot's leaf until the bytes fit; alone in its leaf and still without room, the value goes to
    /// an overflow run. A short list cannot: its row gets a larger leaf.
    private mutating func setBytesByMakingRoom(
        _ bytes: ByteView, column: Int, at address: SlotAddress
    ) throws(StorageError) {
        while let (leaf, slot) = try descend(to: address) {
            let offset = ColumnLeaf.cellOffset(ColumnLeaf.entry(leaf, column), slot)
            if ColumnLeaf.setCell(leaf, at: offset, bytes) { return }
            if ColumnLeaf.liveCount(leaf) > 1 {
                try makeRoom(leaf, bytes.count)
            } else if try !makeRoomAlone(leaf, bytes.count, mayGrow: layout.columns[column].type == .list) {
                return try setOverflow(leaf, at: offset, bytes, column: column)
            }
        }
    }

    /// Frees the overflow run that a cell leads to and empties the cell.
    func freeOverflow(_ leaf: Node, at offset: Int) throws(StorageError) {
        guard case .overflow(let reference, _) = ColumnLeaf.cell(leaf, at: offset) else { return }
        try space.freeOverflow(reference)
        leaf.clear(at: offset, byteCount: ColumnLeaf.cellByteCount)
    }

    private func setOverflow(
        _ leaf: Node, at offset: Int, _ bytes: ByteView, column: Int
    ) throws(StorageError) {
        let reference = try space.writeOverflow(
            bytes, tree: id, owner: leaf.owner, ownerColumn: UInt16(truncatingIfNeeded: column))
        ColumnLeaf.setReferenceCell(leaf, at: offset, ColumnLeaf.overflowCell, reference, extra: bytes.count)
    }

    /// Rebuilds the leaf so that its heap has `byteCount` free bytes, or divides it.
    private mutating func makeRoom(_ leaf: Node, _ byteCount: Int) throws(StorageError) {
        let builder = try makeBuilder(leaf)
        let all = 0..<builder.sources.count
        if builder.plan(all, reserve: byteCount, heapPerRow: 0) != nil {
            return try rewrite(builder, reserve: byteCount)
        }
        try rewriteInHalves(builder)
    }

    /// The same for a leaf of one row; false if the bytes cannot fit beside the row's other values and the leaf may not
    /// grow.
    private mutating func makeRoomAlone(
        _ leaf: Node, _ byteCount: Int, mayGrow: Bool
    ) throws(StorageError) -> Bool {
        var builder = try makeBuilder(leaf)
        while builder.plan(0..<1, reserve: byteCount, heapPerRow: 0) == nil {
            guard mayGrow else { return false }
            try grow(&builder)
        }
        try rewrite(builder, reserve: byteCount)
        return true
    }

    /// The bytes of a cell, lent to `body`.
    package func withBytes<R>(
        _ leaf: Node, _ entry: UInt64, _ slot: Int, _ body: (ByteView) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        switch ColumnLeaf.cell(leaf, at: ColumnLeaf.cellOffset(entry, slot)) {
        case .bytes(let bytes): return try body(bytes)
        case .overflow(let reference, let byteCount):
            return try space.withOverflow(reference, length: byteCount, body)
        case .tree: throw .damaged(tree.leaf.page, "a list stands where a text or data value belongs")
        }
    }

    /// A value of any type but list.
    package func value(_ leaf: Node, column: Int, _ slot: Int) throws(StorageError) -> Value {
        let entry = ColumnLeaf.entry(leaf, column)
        let type = layout.columns[column].type
        switch type {
        case .text:
            if ColumnLeaf.isNull(leaf, entry, slot) { return .none }
            return try withBytes(leaf, entry, slot) { bytes throws(StorageError) in .text(bytes.text) }
        case .data:
            if ColumnLeaf.isNull(leaf, entry, slot) { return .none }
            return try withBytes(leaf, entry, slot) { bytes throws(StorageError) in .data(bytes.array) }
        default: return ColumnLeaf.fixedValue(leaf, entry, type, slot)
        }
    }

    /// Stores a value of any type but list; throws if it is not of the column's type.
    mutating func setValue(_ value: Value, column: Int, at address: SlotAddress) throws(StorageError) {
        let type = layout.columns[column].type
        switch (type, value) {
        case (.text, .text(let text)):
            try text.withBytes { bytes throws(StorageError) in try setBytes(bytes, column: column, at: address) }
        case (.data, .data(let data)):
            try data.withView { bytes throws(StorageError) in try setBytes(bytes, column: column, at: address) }
        case (.text, .none), (.data, .none):
            guard let (leaf, slot) = try find(address) else { return }
            let entry = ColumnLeaf.entry(leaf, column)
            guard ColumnLeaf.nullOffset(entry) != 0 else { throw Self.wrongType(type, value) }
            try freeOverflow(leaf, at: ColumnLeaf.cellOffset(entry, slot))
            let empty = leaf.bytes(at: 0, count: 0)
            _ = ColumnLeaf.setCell(leaf, at: ColumnLeaf.cellOffset(entry, slot), empty)
            ColumnLeaf.setNull(leaf, entry, slot, true)
        default:
            guard let (leaf, slot) = try find(address) else { return }
            guard ColumnLeaf.setFixedValue(leaf, ColumnLeaf.entry(leaf, column), type, slot, value) else {
                throw Self.wrongType(type, value)
            }
        }
    }

    static func wrongType(_ type: ColumnType, _ value: Value) -> StorageError {
        StorageError(.fail, "A column of type \(type) cannot hold \(value); please report this defect.")
    }
}

extension ColumnTree {
    /// Divides the current leaf in two.
    mutating func rewriteInHalves(_ builder: LeafBuilder) throws(StorageError) {
        let middle = builder.sources.count / 2
        let right = newLeaf(for: builder)
        let rightNode = try space.node(right)
        let old = tree.leaf
        let oldNode = try space.node(old)
        let isKept = space.byteCount(of: oldNode) == builder.byteCount
        let left = isKept ? old : newLeaf(for: builder)
        let leftNode = try space.node(left)
        let scratch = Node.allocate(byteCount: builder.byteCount)
        defer { scratch.deallocate() }
        scratch.copy(from: leftNode, at: 0, to: 0, byteCount: NodeHeader.byteCount)
        for (node, range) in [(rightNode, middle..<builder.sources.count), (scratch, 0..<middle)] {
            guard
                let plan = builder.plan(range, reserve: builder.byteCount / 8, heapPerRow: heapPerRow)
                    ?? builder.plan(range, reserve: 0, heapPerRow: 0)
            else {
                throw StorageError(
                    .fail, "Half a leaf of tree \(id.rawValue) does not fit into a leaf; please report this defect.")
            }
            builder.write(range, into: node, form: plan.form, capacity: plan.capacity)
            if isPositions {
                node.owner = owner
                node.ownerColumn = ownerColumn
            }
        }
        leftNode.copy(from: scratch, at: 0, to: 0, byteCount: builder.byteCount)
        space.moveStamp()
        let rows = isPositions ? (UInt64(0), UInt64(0)) : (builder.sources[0].row, builder.sources[middle].row)
        try tree.replaceLeaf(with: [
            ChildEntry(key: IntegerKey(rows.0), reference: left, count: UInt64(middle)),
            ChildEntry(key: IntegerKey(rows.1), reference: right, count: UInt64(builder.sources.count - middle)),
        ])
        // Written under an older layout, which had leaves of another size.
        if !isKept { try space.free(old) }
    }
}

extension String {
    /// Lends the UTF-8 bytes.
    @inline(__always)
    package func withBytes<R>(_ body: (ByteView) throws(StorageError) -> R) throws(StorageError) -> R {
        var text = self
        var result: Result<R, StorageError>?
        text.withUTF8 { buffer in
            let view = unsafe ByteView(UnsafeRawBufferPointer(buffer))
            do throws(StorageError) { result = .success(try body(view)) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("a body that ran leaves a result") }
        return try result.get()
    }
}
