// W12: 100,000 nested objects of JSON into an empty file, then the same page again.

package import Foundation

/// Imports a page of items with their products nested. Items count, their products do not.
package struct Import: Workload {
    package static let name = "W12"
    package static let work = "import nested JSON, upsert by key: into an empty file, and again over equal data"
    /// The page.
    package let page: Data
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let count = data.scaled(100_000)
        page = data.nestedPage(count)
        rows = [
            Row("W12 empty", .millionObjects(count), bar: .atLeast(1)),
            Row("W12 again", .millionObjects(count), bar: .atLeast(2)),
        ]
        let indices = (0..<count).map { $0 % data.items.count }
        let stored = Set(indices)
        expected = [
            .count("items", stored.count), .count("products", Set(stored.map { data.items[$0].product }).count),
            .sum("the sum of the balances", data.balances(stored)),
            .count("the bytes of the names over all links", data.nameBytes(stored)),
        ]
    }
}
