// W6: sums of what an index finds.

/// For each category the sum of its products' prices.
package struct SumByCategory: Workload {
    package static let name = "W6"
    package static let work = "for each of 100 categories, by index: the sum of the prices of its products"
    package static let categories = 100
    package let turns = 5
    package let warmUps = 1
    package let rows = [Row("W6", .milliseconds, bar: .atMost(3))]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        // The sums are weighted, so that prices in a wrong category show.
        let sum = data.products.reduce(0) { $0 + $1.price * Double($1.category + 1) }
        expected = [.sum("the sum of price × (category + 1)", sum)]
    }
}
