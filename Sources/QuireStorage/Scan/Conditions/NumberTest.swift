// Numbers, dates and Bool against a range.

/// Bool, integers, floating-point numbers or dates that lie in a range.
final class NumberTest: ColumnTest {
    private let range: NumberRange

    init(_ column: ScanColumn, _ range: NumberRange) {
        self.range = range
        super.init(column)
    }

    override func narrow(_ mask: SlotMask, _ node: Node, _ entry: UInt64) throws(StorageError) {
        mask.keep(nulls: false, of: node, entry)
        Self.narrow(mask, node, entry, column.type, range)
    }

    /// Takes out the slots whose numbers are not in the range. nil is not looked at.
    static func narrow(_ mask: SlotMask, _ node: Node, _ entry: UInt64, _ type: ColumnType, _ range: NumberRange) {
        let data = ColumnLeaf.dataOffset(entry)
        let capacity = ColumnLeaf.capacity(node)
        switch (range, type) {
        case (.doubles(let range), .double), (.doubles(let range), .date):
            RangeKernel.narrow(
                mask, node, at: data, capacity: capacity, from: range.lowerBound, through: range.upperBound)
        case (.floats(let range), .float):
            RangeKernel.narrow(
                mask, node, at: data, capacity: capacity, from: range.lowerBound, through: range.upperBound)
        case (.integers(let range), .int64):
            RangeKernel.narrow(
                mask, node, at: data, capacity: capacity, from: range.lowerBound, through: range.upperBound)
        case (.integers(let range), .int32):
            narrow(mask, node, at: data, range, as: Int32.self)
        case (.integers(let range), .int16):
            narrow(mask, node, at: data, range, as: Int16.self)
        case (.integers(let range), .int8):
            narrow(mask, node, at: data, range, as: Int8.self)
        case (.integers(let range), .bool):
            // Whatever is not 0 is true.
            let lower: UInt8 = range.contains(0) ? 0 : 1
            let upper: UInt8 = range.contains(1) ? .max : 0
            guard lower <= upper else { return mask.clear() }
            RangeKernel.narrow(
                mask, node, at: data, capacity: capacity, from: lower, through: upper)
        default: mask.clear()
        }
    }

    /// Integers of fewer than eight bytes: a bound beyond them is as good as their last one.
    @inline(__always)
    private static func narrow<Number: RangeNumber & FixedWidthInteger>(
        _ mask: SlotMask, _ node: Node, at data: Int, _ range: ClosedRange<Int64>, as type: Number.Type
    ) {
        guard range.upperBound >= Int64(Number.min), range.lowerBound <= Int64(Number.max) else { return mask.clear() }
        RangeKernel.narrow(
            mask, node, at: data, capacity: ColumnLeaf.capacity(node), from: Number(clamping: range.lowerBound),
            through: Number(clamping: range.upperBound))
    }

    override func passes(_ node: Node, _ entry: UInt64, _ slot: Int) throws(StorageError) -> Bool {
        range.contains(ColumnLeaf.fixedValue(node, entry, column.type, slot))
    }

    override func passes(_ value: Value) throws(StorageError) -> Bool { range.contains(value) }
}
