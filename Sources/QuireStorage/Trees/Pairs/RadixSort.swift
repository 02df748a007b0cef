// Sorting many pairs by their bits.

/// Something that is sorted by a pair of numbers.
protocol PairKeyed {
    var key: IntegerKey { get }
}

extension Array where Element: PairKeyed {
    /// Sorts by key; equal keys keep their order. O(n) for each 11 bits in which keys differ: numbers of rows differ in a
    /// few of their 64 bits. (Least significant digit first: Knuth, The Art of Computer Programming 3, 5.2.5.)
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
                scatter(into: &other) { Int(((isHigh ? $0.high : $0.low) >> shift) & Self.digitMask) }
                swap(&self, &other)
            }
        }
    }

    /// Below this many, comparing is faster.
    private static var radixMinimum: Int { 512 }
    private static var digitBits: UInt64 { 11 }
    private static var digitMask: UInt64 { 1 << digitBits - 1 }

    /// Puts each element where those with smaller digits leave off.
    @inline(__always)
    private func scatter(into other: inout [Element], _ digit: (IntegerKey) -> Int) {
        var places = [Int](repeating: 0, count: 1 << Int(Self.digitBits))
        for element in self { places[digit(element.key)] += 1 }
        var sum = 0
        for index in places.indices { (places[index], sum) = (sum, sum + places[index]) }
        for element in self {
            let digit = digit(element.key)
            other[places[digit]] = element
            places[digit] += 1
        }
    }
}
