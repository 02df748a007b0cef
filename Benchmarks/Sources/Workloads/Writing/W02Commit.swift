// W2: one item in a transaction of its own, made durable, beside the least that the disk could do.

/// Commits of one inserted item. All engines and the bare write take turns one by one, so that all meet the same state
/// of the disk.
package struct Commit: Workload {
    package static let name = "W2"
    package static let work = "insert one item in a durable transaction of its own: the median of 500, ÷ the bare write"
    package let turns = 500
    package let warmUps = 20
    package let rows = [
        Row("W2", quotient: Row.Quotient(of: "W2 commit", by: DiskFloor.name), bar: .atMost(1.35)),
        Row("W2 commit", .microseconds),
    ]
    package let expected: [Answer] = [
        .count("items that are missing", 0), .sum("the balance of the last item", balance),
    ]
    /// The balance of each item.
    package static let balance = 1.0

    package init(_ data: StandardData) {}
}
