// W4: how many balances are above a limit, without an index.

import Quire

/// Counts over all items.
package struct W4: Workload {
    package static let name = "W4"
    package static let statement = "items.where { $0.balance > 5000 }.count"

    private let items: Results<PortfolioItem>
    private let expected: Int

    package init(_ bench: Bench) throws {
        items = try bench.loadedRealm().objects(PortfolioItem.self)
        expected = bench.data.items.count { $0.balance > 5000 }
        _ = items.where { $0.balance > 5000 }.count
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var count = 0
        let time = nanoseconds { count = items.where { $0.balance > 5000 }.count }
        try check(count, expected, "W4")
        return [Figure("W4", "ms", time / 1e6)]
    }
}
