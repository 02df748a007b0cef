// W9: how many items a product has, and the balance of the first.

import Quire

/// All products, each asked for its items.
package struct W9: Workload {
    package static let name = "W9"
    package static let statement = """
        for product in products {
            count += product.items.count
            sum += product.items.first?.balance ?? 0
        }
        """

    private let realm: Realm
    private let expected: Double

    package init(_ bench: Bench) throws {
        realm = try bench.loadedRealm()
        // Item i belongs to product i for as many products as there are, and comes first there.
        expected = bench.data.items.prefix(bench.data.products.count).reduce(0) { $0 + $1.balance }
        _ = Self.ask(realm.objects(Product.self))
    }

    private static func ask(_ products: Results<Product>) -> (count: Int, sum: Double) {
        var (count, sum) = (0, 0.0)
        for product in products {
            count += product.items.count
            sum += product.items.first?.balance ?? 0
        }
        return (count, sum)
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let products = realm.objects(Product.self)
        var answer = (count: 0, sum: 0.0)
        let time = nanoseconds { answer = Self.ask(products) } / Double(bench.data.products.count)
        try check(answer.count, bench.data.items.count, "W9 items")
        try checkSum(answer.sum, expected, "W9 balances")
        return [Figure("W9", "ns/product", time)]
    }
}
