// W10: many random items changed by key in one transaction.

/// Sets the balance of 100,000 random items. The commit is in the time.
package struct Update: Workload {
    package static let name = "W10"
    package static let work = "set a Double of random objects found by key, one transaction, commit included"
    package static let balance = 0.5
    /// Indices of the items, some more than once.
    package let numbers: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        numbers = data.randomItems(data.scaled(100_000), seed: 2000)
        rows = [Row("W10", .nanoseconds(each: numbers.count), bar: .atMost(1000))]
        let changed = Set(numbers)
        let kept = data.balances(data.items.indices.lazy.filter { !changed.contains($0) })
        expected = [.sum("the sum of all balances", kept + Self.balance * Double(changed.count))]
    }
}
