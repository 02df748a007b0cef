// W16: items in the order of their balances: the first hundred, and all.

import Quire

/// Objects for the first hundred; the balances of all.
package struct W16: Workload {
    package static let name = "W16"
    package static let statement = #"""
        first = items.sorted(by: \.balance).prefix(100).map(\.balance)
        all = items.sorted(by: \.balance).values(\.balance)
        """#

    private let items: Results<PortfolioItem>
    private let expected: [Double]

    package init(_ bench: Bench) throws {
        items = try bench.loadedRealm().objects(PortfolioItem.self)
        expected = bench.data.items.map(\.balance).sorted()
        _ = items.sorted(by: \.balance).first
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var first: [Double] = []
        let firstTime = nanoseconds { first = items.sorted(by: \.balance).prefix(100).map(\.balance) }
        try check(first, Array(expected.prefix(100)), "W16 first")
        var all: [Double] = []
        let allTime = nanoseconds { all = items.sorted(by: \.balance).values(\.balance) }
        try check(all == expected, true, "W16 all")
        return [Figure("W16 first 100", "ms", firstTime / 1e6), Figure("W16 all", "ms", allTime / 1e6)]
    }
}
