// Numbers, dates and Bool as keys that sort like them: NaN first, both zeros as one.

/// A number as it lies in a leaf, and the key that it sorts by.
protocol OrderedNumber: BitwiseCopyable {
    var orderKey: UInt64 { get }
}

extension Double: OrderedNumber {
    /// 0 is below the key of −∞.
    @inline(__always)
    var orderKey: UInt64 {
        if isNaN { return 0 }
        // Adding 0 makes −0 to 0.
        let bits = (self + 0).bitPattern
        return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) >> 63) | 1 << 63)
    }

    /// The number of a key; nil for a key that stands for several.
    package init?(orderKey key: UInt64) {
        if key == 0 || key == 1 << 63 { return nil }
        self.init(bitPattern: key >> 63 == 1 ? key ^ 1 << 63 : ~key)
    }
}

extension Float: OrderedNumber {
    @inline(__always)
    var orderKey: UInt64 { Double(self).orderKey }
}

extension Int64: OrderedNumber {
    @inline(__always)
    var orderKey: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }

    package init(orderKey key: UInt64) { self.init(bitPattern: key ^ 1 << 63) }
}

extension Int32: OrderedNumber {
    @inline(__always)
    var orderKey: UInt64 { Int64(self).orderKey }
}

extension Int16: OrderedNumber {
    @inline(__always)
    var orderKey: UInt64 { Int64(self).orderKey }
}

extension Int8: OrderedNumber {
    @inline(__always)
    var orderKey: UInt64 { Int64(self).orderKey }
}

extension UInt8: OrderedNumber {
    /// Of a Bool: whatever is not 0 is true.
    @inline(__always)
    var orderKey: UInt64 { self == 0 ? 0 : 1 }
}

/// A row and the key that it sorts by.
package struct OrderEntry: BitwiseCopyable {
    package var key: UInt64
    package var row: RowID

    @inline(__always)
    init(key: UInt64, row: RowID) {
        self.key = key
        self.row = row
    }

    /// By key; equal ones by row.
    @inline(__always)
    func isBefore(_ other: OrderEntry) -> Bool { key != other.key ? key < other.key : row < other.row }
}
