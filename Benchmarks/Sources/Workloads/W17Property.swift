// W17: a property of a managed object that the caller holds.

import Quire

/// Reads of a Double, an Int and a short String.
package struct W17: Workload {
    package static let name = "W17"
    package static let statement = """
        for _ in 0..<count { sum += item.balance }
        for _ in 0..<count { categories &+= product.category }
        for _ in 0..<count { bytes &+= item.id.utf8.count }
        """

    private let item: PortfolioItem
    private let product: Product
    private let count = 20_000_000

    package init(_ bench: Bench) throws {
        let realm = try bench.loadedRealm()
        let number = bench.data.items.count / 2
        guard let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: bench.data.items[number].id),
            let product = item.product
        else { throw WrongAnswer(description: "W17: the object is not there") }
        self.item = item
        self.product = product
        _ = Self.readDouble(item, count)
    }

    @inline(never)
    private static func readDouble(_ item: PortfolioItem, _ count: Int) -> Double {
        var sum = 0.0
        for _ in 0..<count { sum += item.balance }
        return sum
    }

    @inline(never)
    private static func readInt(_ product: Product, _ count: Int) -> Int {
        var categories = 0
        for _ in 0..<count { categories &+= product.category }
        return categories
    }

    @inline(never)
    private static func readString(_ item: PortfolioItem, _ count: Int) -> Int {
        var bytes = 0
        for _ in 0..<count { bytes &+= item.id.utf8.count }
        return bytes
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let reads = Double(count)
        var (sum, categories, bytes) = (0.0, 0, 0)
        let double = nanoseconds { sum = Self.readDouble(item, count) } / reads
        let integer = nanoseconds { categories = Self.readInt(product, count) } / reads
        let text = nanoseconds { bytes = Self.readString(item, count) } / reads
        try check(abs(sum / reads - item.balance) < 1e-6 * item.balance, true, "W17 Double")
        try check(categories, product.category * count, "W17 Int")
        try check(bytes, 9 * count, "W17 String")
        return [
            Figure("W17 Double", "ns", double, bar: "≤ 2.5"), Figure("W17 Int", "ns", integer, bar: "≤ 2.5"),
            Figure("W17 String", "ns", text),
        ]
    }
}
