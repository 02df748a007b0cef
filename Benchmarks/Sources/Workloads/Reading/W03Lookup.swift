// W3 and W3i: the balance of an item found by a random existing key, a text or a number.

/// A million lookups by String key.
package struct Lookup: Workload {
    package static let name = "W3"
    package static let work = "find an object by a random existing String key, read a Double"
    package let warmUps = 1
    /// Indices of the items.
    package let numbers: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        numbers = data.randomItems(data.scaled(1_000_000), seed: 1001)
        rows = [Row("W3", .nanoseconds(each: numbers.count), bar: .atMostTimes(0.9, of: "lmdb"))]
        expected = [.sum("the sum of the balances", data.balances(numbers))]
    }
}

/// A million lookups by Int key.
package struct NumberLookup: Workload {
    package static let name = "W3i"
    package static let work = "find an object by a random existing Int key, read a Double"
    package let warmUps = 1
    /// Indices of the items, which are their keys.
    package let numbers: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        numbers = data.randomItems(data.scaled(1_000_000), seed: 1001)
        rows = [Row("W3i", .nanoseconds(each: numbers.count), bar: .atMostTimes(1.15, of: "lmdb"))]
        expected = [.sum("the sum of the balances", data.balances(numbers))]
    }
}
