// W15: an ordered list of a million links.

/// Appends, reads at random places, inserts at random places. Commits are in the times of changes.
package struct OrderedList: Workload {
    package static let name = "W15"
    package static let work = "an ordered list of links: append; read an object at random; insert in the middle"
    /// Indices of the items appended.
    package let numbers: [Int]
    /// Positions that are read.
    package let positions: [Int]
    /// Positions at which items are inserted, the first of `numbers` first.
    package let places: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let length = data.scaled(1_000_000)
        let numbers = data.randomItems(length, seed: 7)
        self.numbers = numbers
        var generator = SplitMix64(seed: 8)
        positions = (0..<length).map { _ in generator.below(length) }
        places = (0..<max(data.scaled(10_000), 10)).map { generator.below(length + $0) }
        rows = [
            Row("W15 append", .nanoseconds(each: length), bar: .atMost(60)),
            Row("W15 read", .nanoseconds(each: length), bar: .atMost(160)),
            Row("W15 insert", .nanoseconds(each: places.count), bar: .atMost(1500)),
        ]
        expected = [
            .sum("the balances read", data.balances(positions.lazy.map { numbers[$0] })),
            .count("links", length + places.count),
            .sum("the balance at the last insertion", data.items[numbers[places.count - 1]].balance),
        ]
    }
}
