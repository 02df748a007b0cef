// W6: the prices of each category, by its index.

import Quire

/// A hundred sums of a hundredth of all products each.
package struct W6: Workload {
    package static let name = "W6"
    package static let statement = #"""
        for category in 0..<100 {
            sum += products.where { $0.category == category }.sum(of: \.price)
        }
        """#

    private let products: Results<Product>
    private let expected: Double

    package init(_ bench: Bench) throws {
        products = try bench.loadedRealm().objects(Product.self)
        expected = bench.data.products.reduce(0) { $0 + $1.price }
        _ = Self.sum(products)
    }

    private static func sum(_ products: Results<Product>) -> Double {
        var sum = 0.0
        for category in 0..<100 {
            sum += products.where { $0.category == category }.sum(of: \.price)
        }
        return sum
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var sum = 0.0
        let time = nanoseconds { sum = Self.sum(products) }
        try checkSum(sum, expected, "W6")
        return [Figure("W6", "ms", time / 1e6)]
    }
}
