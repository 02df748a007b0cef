// Text and data against bytes. Order and equality are those of the UTF-8 bytes, without normalisation.

/// Text or data values that answer a question.
final class BytesTest: ColumnTest {
    private enum Question {
        case equals(Needle)
        case within(lower: Needle?, includesLower: Bool, upper: Needle?, includesUpper: Bool)
        case isIn(Set<[UInt8]>)
        case contains(Needle)
        case startsWith(Needle)
        case endsWith(Needle)
        case like(LikePattern)
        case folded(FoldedQuestion)
        case nothing
    }

    private let question: Question

    init(_ column: ScanColumn, _ condition: TextCondition) {
        if condition.ignoresCase || condition.ignoresDiacritics {
            question = .folded(FoldedQuestion(condition))
        } else {
            let needle = Needle(condition.bytes)
            switch condition.kind {
            case .equals: question = .equals(needle)
            case .contains: question = .contains(needle)
            case .startsWith: question = .startsWith(needle)
            case .endsWith: question = .endsWith(needle)
            case .like: question = .like(LikePattern(condition.bytes))
            }
        }
        super.init(column)
    }

    init(_ column: ScanColumn, _ bounds: ValueBounds) {
        let lower = bounds.lower.flatMap { $0.value.bytes }.map { Needle($0) }
        let upper = bounds.upper.flatMap { $0.value.bytes }.map { Needle($0) }
        if (lower == nil) != (bounds.lower == nil) || (upper == nil) != (bounds.upper == nil) {
            question = .nothing
        } else if let lower, bounds.lower == bounds.upper, bounds.lower?.isIncluded == true {
            question = .equals(lower)
        } else {
            question = .within(
                lower: lower, includesLower: bounds.lower?.isIncluded ?? true, upper: upper,
                includesUpper: bounds.upper?.isIncluded ?? true)
        }
        super.init(column)
    }

    init(_ column: ScanColumn, isIn values: [Value]) {
        question = .isIn(Set(values.compactMap(\.bytes)))
        super.init(column)
    }

    override package var cost: Int {
        switch question {
        case .folded, .like: super.cost + 8
        case .contains, .isIn: super.cost + 4
        default: super.cost + 2
        }
    }

    override func narrow(_ mask: SlotMask, _ node: Node, _ entry: UInt64) throws(StorageError) {
        mask.keep(nulls: false, of: node, entry)
        switch question {
        case .equals(let needle): try narrow(mask, node, entry) { needle.isEqual(to: $0) }
        case .contains(let needle): try narrow(mask, node, entry) { needle.isContained(in: $0) }
        case .startsWith(let needle): try narrow(mask, node, entry) { needle.isPrefix(of: $0) }
        default: try narrow(mask, node, entry) { bytes throws(StorageError) in try passes(bytes) }
        }
    }

    @inline(__always)
    private func narrow(
        _ mask: SlotMask, _ node: Node, _ entry: UInt64, _ passes: (ByteView) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try mask.filter { slot throws(StorageError) in
            let offset = ColumnLeaf.cellOffset(entry, slot)
            let end = node.u8(offset + 15)
            if end < ColumnLeaf.heapCell { return try passes(node.bytes(at: offset, count: Int(end))) }
            if end == ColumnLeaf.heapCell {
                return try passes(node.bytes(at: Int(node.u32(offset)), count: Int(node.u32(offset + 4))))
            }
            return try column.withBytes(node, entry, slot) { bytes throws(StorageError) in try passes(bytes) }
        }
    }

    override func passes(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Bool {
        if ColumnLeaf.isNull(node, entry, slot) { return false }
        return try column.withBytes(node, entry, slot) { bytes throws(StorageError) in try passes(bytes) }
    }

    override func passes(_ value: Value) throws(StorageError) -> Bool {
        guard let bytes = value.bytes else { return false }
        return try bytes.withView { view throws(StorageError) in try passes(view) }
    }

    private func passes(_ bytes: ByteView) throws(StorageError) -> Bool {
        switch question {
        case .equals(let needle): return needle.isEqual(to: bytes)
        case .contains(let needle): return needle.isContained(in: bytes)
        case .startsWith(let needle): return needle.isPrefix(of: bytes)
        case .endsWith(let needle): return needle.isSuffix(of: bytes)
        case .like(let pattern): return pattern.matches(bytes)
        case .folded(let question): return try question.passes(bytes)
        case .isIn(let values): return values.contains(bytes.array)
        case .within(let lower, let includesLower, let upper, let includesUpper):
            if let lower {
                let order = bytes.compare(lower.bytes)
                if order < 0 || (order == 0 && !includesLower) { return false }
            }
            guard let upper else { return true }
            let order = bytes.compare(upper.bytes)
            return order < 0 || (order == 0 && includesUpper)
        case .nothing: return false
        }
    }
}

extension ScanColumn {
    /// Lends the bytes of a text or data value that is not nil.
    func withBytes<R>(
        _ node: Node, _ entry: UInt64, _ slot: Int, _ body: (ByteView) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        switch ColumnLeaf.cell(node, at: ColumnLeaf.cellOffset(entry, slot)) {
        case .bytes(let bytes): return try body(bytes)
        case .overflow(let reference, let byteCount):
            return try table.space.withOverflow(reference, length: byteCount, body)
        case .tree:
            throw .damaged(PageNumber(node.u32(NodeHeader.page)), "a list stands where a text or data value belongs")
        }
    }

    /// The value of a slot, of any type but list.
    func value(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Value {
        guard type == .text || type == .data else { return ColumnLeaf.fixedValue(node, entry, type, slot) }
        if ColumnLeaf.isNull(node, entry, slot) { return .none }
        return try withBytes(node, entry, slot) { bytes throws(StorageError) in
            type == .text ? .text(bytes.text) : .data(bytes.array)
        }
    }
}

extension Value {
    /// The bytes of a text or data value.
    package var bytes: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .data(let bytes): bytes
        default: nil
        }
    }
}
