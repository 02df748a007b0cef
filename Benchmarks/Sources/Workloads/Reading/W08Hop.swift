// W8 and W8r: over the link of an item to the name of its product.

/// All items in order: through objects, and the values of a key path.
package struct Hop: Workload {
    package static let name = "W8"
    package static let work = "follow the link of every item, in order, to the name of its product"
    package let warmUps = 1
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let hops = data.items.count
        rows = [
            Row("W8", .nanoseconds(each: hops, of: "hop"), bar: .atMost(120)),
            Row("W8 values", .nanoseconds(each: hops, of: "hop"), bar: .atMost(50)),
        ]
        let bytes = data.nameBytes(data.items.indices)
        expected = [.count("the bytes of all names", bytes), .count("the bytes of all values", bytes)]
    }
}

/// As many hops from random items.
package struct RandomHop: Workload {
    package static let name = "W8r"
    package static let work = "the same from items at random positions"
    package let warmUps = 1
    /// Indices of the items.
    package let numbers: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        numbers = data.randomItems(data.scaled(1_000_000), seed: 1008)
        rows = [Row("W8r", .nanoseconds(each: numbers.count, of: "hop"))]
        expected = [.count("the bytes of the names", data.nameBytes(numbers))]
    }
}
