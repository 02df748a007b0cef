// X3: a product to which all items belong.

/// Asks the product for the number of its items and the first one, walks over all, takes them at random positions.
package struct HotInverse: Workload {
    package static let name = "X3"
    package static let work = "a product with a million items: count and first; walk over all; take one at a position"
    /// How often number and first item are asked for.
    package let asks = 20
    /// All positions in random order: the order of an inverse is nobody's promise, the sum is.
    package let positions: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let items = data.items.count
        var generator = SplitMix64(seed: 104)
        positions = generator.permutation(of: items)
        rows = [
            Row("X3 count and first", .nanoseconds(each: asks)), Row("X3 walk", .nanoseconds(each: items, of: "item")),
            Row("X3 position", .nanoseconds(each: items, of: "item")),
        ]
        let sum = data.balances(data.items.indices)
        expected = [
            .count("the items, asked for again and again", items * asks),
            .sum("the balance of the first, again and again", data.items[0].balance * Double(asks)),
            .sum("the balances on the walk", sum), .sum("the balances at the positions", sum),
        ]
    }
}
