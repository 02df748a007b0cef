// W5: aggregates of a property of all objects.

/// Sum and average of all balances.
package struct SumAndAverage: Workload {
    package static let name = "W5"
    package static let work = "the sum and the average of all balances"
    package let turns = 5
    package let warmUps = 1
    package let rows = [Row("W5", .milliseconds, bar: .atMost(1))]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let sum = data.balances(data.items.indices)
        expected = [.sum("the sum of the balances", sum), .sum("their average", sum / Double(data.items.count))]
    }
}
