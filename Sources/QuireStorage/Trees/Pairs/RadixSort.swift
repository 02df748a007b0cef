// Sorting many pairs by their bits.

/// Something that is sorted by a pair of numbers.
protocol PairKeyed {
    var key: IntegerKey { get }
}

extension Array where Element: PairKeyed {
    /// Sorts by key; equal keys keep their order. O(n) for each 11 bits in which keys differ: numbers of rows differ in
    /// a few of their 64 bits. (Least significant digit first: Knuth, The Art of Computer Programming 3, 5.2.5.)
    mutating func sortByKey() {
        guard count > Self.radixMinimum, let first = first else { return sort { $0.key < $1.key } }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for element in self {
            high |= element.key.high ^ first.key.high
            low |= element.key.low ^ first.key.low
        }
        var other = self
        for isHigh in [false, true] {
            let varying = isHigh ? high : low
            for shift in stride(from: 0, to: UInt64(64), by: UInt64.Stride(Self.digitBits))
            where varying >> shift & Self.digitMask != 0 {
                scatter(into: &other, digitBits: Int(Self.digitBits)) { element in
                    Int(((isHigh ? element.key.high : element.key.low) >> shift) & Self.digitMask)
                }
                swap(&self, &other)
            }
        }
    }

    /// Below this many, comparing is faster.
    private static var radixMinimum: Int { 512 }
    private static var digitBits: UInt64 { 11 }
    private static var digitMask: UInt64 { 1 << digitBits - 1 }
}
