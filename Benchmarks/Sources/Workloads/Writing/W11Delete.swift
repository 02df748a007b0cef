// W11: many random items deleted by key in one transaction.

/// Deletes 50,000 random items, which leave their products' inverses. The commit is in the time.
package struct Delete: Workload {
    package static let name = "W11"
    package static let work = "delete random objects found by key, inverses kept, one transaction, commit included"
    /// Indices of the items.
    package let numbers: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        numbers = data.distinctItems(data.scaled(50_000), seed: 3000)
        rows = [Row("W11", .nanoseconds(each: numbers.count), bar: .atMost(3000))]
        let remaining = data.items.count - numbers.count
        let sum = data.balances(data.items.indices) - data.balances(numbers)
        expected = [
            .count("items", remaining), .count("items in the inverses", remaining),
            .sum("the sum of the remaining balances", sum),
        ]
    }
}
