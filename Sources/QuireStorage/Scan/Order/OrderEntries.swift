// Sorting entries with keys of eight bytes.

enum OrderEntries {
    /// Fewer than so many are compared with each other.
    private static let fewEntries = 512
    private static let digitBits = 11
    private static let digitCount = 3
    private static let digitMask = UInt64(1 << digitBits - 1)

    /// Sorts entries that come in ascending row order by key; equal keys keep their order.
    ///
    /// A radix sort by the upper 33 bits in which the keys differ at all, three digits at a time; the few neighbours
    /// that these do not tell apart are compared.
    static func sort(_ entries: inout [OrderEntry]) {
        guard entries.count >= fewEntries else { return entries.sort { $0.isBefore($1) } }
        var lowest = UInt64.max
        var highest: UInt64 = 0
        for entry in entries {
            lowest = min(lowest, entry.key)
            highest = max(highest, entry.key)
        }
        let bits = UInt64.bitWidth - (highest - lowest).leadingZeroBitCount
        let shift = max(0, bits - digitBits * digitCount)
        var other = entries
        let passes = (bits - shift + digitBits - 1) / digitBits
        var start = shift
        for _ in 0..<passes {
            let shift = UInt64(start)
            entries.scatter(into: &other, digitBits: digitBits) { Int(($0.key &- lowest) &>> shift & digitMask) }
            swap(&entries, &other)
            start += digitBits
        }
        if shift > 0 { sortRuns(&entries, lowest, shift) }
    }

    /// Sorts the runs of entries whose keys are equal but for their last `shift` bits.
    private static func sortRuns(_ entries: inout [OrderEntry], _ lowest: UInt64, _ shift: Int) {
        var start = 0
        while start < entries.count {
            let digits = (entries[start].key &- lowest) &>> UInt64(shift)
            var end = start + 1
            var isSorted = true
            while end < entries.count, (entries[end].key &- lowest) &>> UInt64(shift) == digits {
                if entries[end].key < entries[end - 1].key { isSorted = false }
                end += 1
            }
            if !isSorted { entries[start..<end].sort { $0.isBefore($1) } }
            start = end
        }
    }
}

/// The first entries of those that it is shown, in ascending row order.
struct FirstEntries {
    private let limit: Int
    private var entries: [OrderEntry] = []
    /// A key from here on is too large; nil while every key may be among the first.
    private(set) var bound: UInt64?

    init(_ limit: Int) { self.limit = limit }

    @inline(__always)
    mutating func add(_ key: UInt64, _ row: @autoclosure () -> RowID) {
        // A later row with the same key comes behind all that are there.
        if let bound, key >= bound { return }
        entries.append(OrderEntry(key: key, row: row()))
        if entries.count >= 2 * limit { shorten() }
    }

    private mutating func shorten() {
        OrderEntries.sort(&entries)
        entries.removeSubrange(limit...)
        bound = entries[limit - 1].key
    }

    /// The first ones, sorted.
    mutating func finish() -> [OrderEntry] {
        OrderEntries.sort(&entries)
        return Array(entries.prefix(limit))
    }
}
