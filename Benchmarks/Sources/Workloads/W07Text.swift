// W7: text that has something in it, and text that begins with something.

import Quire

/// Two counts over the names of all products.
package struct W7: Workload {
    package static let name = "W7"
    package static let statement = #"""
        containing = products.where { $0.name.contains("99") }.count
        beginning = products.where { $0.name.starts(with: "Product name 12") }.count
        """#

    private let products: Results<Product>
    private let containing: Int
    private let beginning: Int

    package init(_ bench: Bench) throws {
        products = try bench.loadedRealm().objects(Product.self)
        containing = bench.data.products.count { $0.name.contains("99") }
        beginning = bench.data.products.count { $0.name.hasPrefix("Product name 12") }
        _ = products.where { $0.name.contains("99") }.count
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var found = (containing: 0, beginning: 0)
        let time = nanoseconds {
            found.containing = products.where { $0.name.contains("99") }.count
            found.beginning = products.where { $0.name.starts(with: "Product name 12") }.count
        }
        try check(found.containing, containing, "W7 containing")
        try check(found.beginning, beginning, "W7 beginning")
        return [Figure("W7", "ms", time / 1e6)]
    }
}
