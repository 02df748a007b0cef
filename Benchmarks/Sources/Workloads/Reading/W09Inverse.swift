// W9: how many items a product has, and the balance of the first.

/// All products, each asked for its items.
package struct Inverse: Workload {
    package static let name = "W9"
    package static let work = "for every product: the number of its items and the balance of the first"
    package let warmUps = 1
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        rows = [Row("W9", .nanoseconds(each: data.products.count, of: "product"), bar: .atMost(300))]
        var first: [Int: Double] = [:]
        for item in data.items where first[item.product] == nil { first[item.product] = item.balance }
        let sum = data.products.indices.reduce(0) { $0 + (first[$1] ?? 0) }
        expected = [
            .count("the items of all products", data.items.count), .sum("the balances of the first items", sum),
        ]
    }
}
