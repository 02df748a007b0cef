// Fixed-size values that are among several, and UUIDs.

/// Numbers, dates or Bool that are among several.
final class NumberSetTest: ColumnTest {
    /// As they sort, both zeros as one.
    private let numbers: Set<UInt64>

    init(_ column: ScanColumn, _ values: [Value]) {
        // NaN equals nothing, itself included.
        numbers = Set(values.filter { $0 == $0 }.compactMap(OrderedValue.number))
        super.init(column)
    }

    override package var cost: Int { super.cost + 3 }

    override func narrow(_ mask: SlotMask, _ node: Node, _ entry: UInt64) throws(StorageError) {
        mask.keep(nulls: false, of: node, entry)
        let type = column.type
        try mask.filter { slot throws(StorageError) in try passes(ColumnLeaf.fixedValue(node, entry, type, slot)) }
    }

    override func passes(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Bool {
        try passes(ColumnLeaf.fixedValue(node, entry, column.type, slot))
    }

    override func passes(_ value: Value) throws(StorageError) -> Bool {
        value == value && OrderedValue.number(value).map { numbers.contains($0) } ?? false
    }
}

/// UUIDs that lie within bounds or are among several.
final class UUIDTest: ColumnTest {
    private let isIncluded: (UInt64, UInt64) -> Bool

    init(_ column: ScanColumn, _ bounds: ValueBounds) {
        isIncluded = { high, low in
            if let bound = bounds.lower {
                guard case .uuid(let first, let second) = bound.value else { return false }
                if (high, low) < (first, second) || (!bound.isIncluded && (high, low) == (first, second)) {
                    return false
                }
            }
            guard let bound = bounds.upper else { return true }
            guard case .uuid(let first, let second) = bound.value else { return false }
            return (high, low) < (first, second) || (bound.isIncluded && (high, low) == (first, second))
        }
        super.init(column)
    }

    init(_ column: ScanColumn, isIn values: [Value]) {
        var wanted: Set<SIMD2<UInt64>> = []
        for case .uuid(let high, let low) in values { wanted.insert(SIMD2(high, low)) }
        isIncluded = { wanted.contains(SIMD2($0, $1)) }
        super.init(column)
    }

    override func passes(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Bool {
        try passes(ColumnLeaf.fixedValue(node, entry, .uuid, slot))
    }

    override func passes(_ value: Value) throws(StorageError) -> Bool {
        if case .uuid(let high, let low) = value { isIncluded(high, low) } else { false }
    }
}
