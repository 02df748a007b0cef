// W4: how many objects match a comparison that no index helps.

/// The number of items above a balance.
package struct CountOver: Workload {
    package static let name = "W4"
    package static let work = "count the items whose balance is above 5,000, without an index"
    package let turns = 5
    package let warmUps = 1
    package let rows = [Row("W4", .milliseconds, bar: .atMost(1))]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        expected = [.count("the items above 5,000", data.items.count { $0.balance > 5000 })]
    }
}
