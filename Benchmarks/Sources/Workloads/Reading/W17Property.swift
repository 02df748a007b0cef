// W17: a property of a managed object that the caller holds.

/// Reads of a Double, an Int and a short String.
package struct PropertyRead: Workload {
    package static let name = "W17"
    package static let work = "read a property of an object that the caller holds"
    package let warmUps = 1
    /// Reads in a turn.
    package let count = 20_000_000
    /// The item that is held, and its product.
    package let item: Int
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        item = data.items.count / 2
        let record = data.items[item]
        rows = [
            Row("W17 Double", .nanoseconds(each: count), bar: .atMost(2.5)),
            Row("W17 Int", .nanoseconds(each: count), bar: .atMost(2.5)),
            Row("W17 String", .nanoseconds(each: count), bar: .atMost(12)),
        ]
        var sum = 0.0
        for _ in 0..<count { sum += record.balance }
        expected = [
            .sum("the sum of the doubles", sum),
            .count("the sum of the integers", data.products[record.product].category * count),
            .count("the bytes of the strings", record.id.utf8.count * count),
        ]
    }
}
