// The order of stored values: nil, then NaN, then numbers; text and data by their bytes; equal values keep their
// places.
import QuireStorage

/// A value of fixed size, folded into numbers that compare as the values do.
struct ScalarKey: Comparable {
    /// 0 for nil, 1 for NaN, 2 for everything else.
    var rank: UInt8
    var high: UInt64
    var low: UInt64

    static let none = ScalarKey(rank: 0, high: 0, low: 0)
    static let notANumber = ScalarKey(rank: 1, high: 0, low: 0)

    init(rank: UInt8, high: UInt64, low: UInt64 = 0) {
        self.rank = rank
        self.high = high
        self.low = low
    }

    init(_ value: Int64) {
        self.init(rank: 2, high: UInt64(bitPattern: value) ^ (1 << 63))
    }

    /// Both zeros are one value.
    init(_ value: Double) {
        if value.isNaN {
            self = .notANumber
            return
        }
        let bits = (value == 0 ? 0 : value).bitPattern
        self.init(rank: 2, high: bits >> 63 == 1 ? ~bits : bits | (1 << 63))
    }

    static func < (a: ScalarKey, b: ScalarKey) -> Bool {
        if a.rank != b.rank { return a.rank < b.rank }
        if a.high != b.high { return a.high < b.high }
        return a.low < b.low
    }
}

/// The keys of one sort criterion for all rows, in the narrowest form that they allow.
enum SortKeyColumn {
    case scalars([ScalarKey])
    case texts([String?])
    case bytes([[UInt8]?])

    /// Values of one column: all of one kind, or nil.
    init(_ values: [Value]) {
        switch values.first(where: { $0 != .none }) {
        case .text: self = .texts(values.map { if case .text(let text) = $0 { text } else { nil } })
        case .data: self = .bytes(values.map { if case .data(let bytes) = $0 { bytes } else { nil } })
        default: self = .scalars(values.map(SortKeyColumn.scalar))
        }
    }

    /// −1, 0 or 1 for the keys at two places.
    @inline(__always)
    func compare(_ a: Int, _ b: Int) -> Int {
        switch self {
        case .scalars(let keys):
            return keys[a] < keys[b] ? -1 : (keys[b] < keys[a] ? 1 : 0)
        case .texts(let keys):
            guard let first = keys[a] else { return keys[b] == nil ? 0 : -1 }
            guard let second = keys[b] else { return 1 }
            return compareBytes(first, second)
        case .bytes(let keys):
            guard let first = keys[a] else { return keys[b] == nil ? 0 : -1 }
            guard let second = keys[b] else { return 1 }
            return compareBytes(first, second)
        }
    }

    /// Neither nil nor NaN.
    func isNumber(_ place: Int) -> Bool {
        if case .scalars(let keys) = self { keys[place].rank == 2 } else { false }
    }

    private static func scalar(_ value: Value) -> ScalarKey {
        switch value {
        case .none, .text, .data: .none
        case .bool(let value): ScalarKey(Int64(value ? 1 : 0))
        case .int(let value): ScalarKey(value)
        case .float(let value): ScalarKey(Double(value))
        case .double(let value), .date(let value): ScalarKey(value)
        case .uuid(let high, let low): ScalarKey(rank: 2, high: high, low: low)
        case .link(let row): ScalarKey(rank: 2, high: row.rawValue)
        }
    }
}

/// −1, 0 or 1, as the UTF-8 bytes compare: no normalisation, no locale.
func compareBytes(_ a: String, _ b: String) -> Int {
    let quick = unsafe a.utf8.withContiguousStorageIfAvailable { first in
        unsafe b.utf8.withContiguousStorageIfAvailable { second in
            unsafe ByteView(UnsafeRawBufferPointer(first)).compare(ByteView(UnsafeRawBufferPointer(second)))
        }
    }
    if let quick, let result = quick { return result }
    return compareBytes(Array(a.utf8), Array(b.utf8))
}

/// −1, 0 or 1, as unsigned bytes compare; a prefix comes before what it begins.
func compareBytes(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if a == b { return 0 }
    return a.lexicographicallyPrecedes(b) ? -1 : 1
}

/// The places 0..<count in the order of several criteria; where all are equal, in the order that they had. Only the
/// first `limit`, if that is given.
func sortedOrder(count: Int, limit: Int? = nil, by criteria: [(keys: SortKeyColumn, ascending: Bool)]) -> [Int] {
    func isBefore(_ a: Int, _ b: Int) -> Bool {
        for criterion in criteria {
            let result = criterion.keys.compare(a, b)
            if result != 0 { return (result < 0) == criterion.ascending }
        }
        return a < b
    }
    if let limit, limit > 0, limit < count { return firstPlaces(count: count, limit: limit, isBefore) }
    if criteria.count == 1, case .scalars(let keys) = criteria[0].keys {
        return sortedOrder(keys, ascending: criteria[0].ascending)
    }
    return (0..<count).sorted(by: isBefore)
}

/// The first of the places 0..<count, in order: those that cannot be among them are never sorted.
private func firstPlaces(count: Int, limit: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] {
    var first: [Int] = []
    var bound: Int?
    for place in 0..<count {
        if let bound, !isBefore(place, bound) { continue }
        first.append(place)
        if first.count == 2 * limit {
            first.sort(by: isBefore)
            first.removeSubrange(limit...)
            bound = first[limit - 1]
        }
    }
    return Array(first.sorted(by: isBefore).prefix(limit))
}

/// The same for one criterion of fixed size, with the keys next to the places that they move.
private func sortedOrder(_ keys: [ScalarKey], ascending: Bool) -> [Int] {
    var entries = keys.enumerated().map { (key: $0.element, place: $0.offset) }
    if ascending {
        entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.place < $1.place }
    } else {
        entries.sort { $0.key != $1.key ? $1.key < $0.key : $0.place < $1.place }
    }
    return entries.map(\.place)
}
