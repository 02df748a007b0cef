// W1: everything in one transaction, with all indexes and inverses.

/// Inserts all products and items into an empty file.
package struct Insert: Workload {
    package static let name = "W1"
    package static let work = "insert everything in one durable transaction, indexes and inverses kept"
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        rows = [Row("W1", .millionObjects(data.objectCount), bar: .atLeast(1.5))]
        let product = data.products.count / 2
        expected = [
            .count("products", data.products.count), .count("items", data.items.count),
            .sum("the sum of the balances", data.balances(data.items.indices)),
            .count("the items of a product", data.items.count { $0.product == product }),
            .text("the name of a product", data.products[product].name),
        ]
    }
}
