// W5: sum and average of all balances.

import Quire

/// Two aggregates over all items.
package struct W5: Workload {
    package static let name = "W5"
    package static let statement = #"""
        sum = items.sum(of: \.balance)
        average = items.average(of: \.balance)
        """#

    private let items: Results<PortfolioItem>
    private let expected: Double

    package init(_ bench: Bench) throws {
        items = try bench.loadedRealm().objects(PortfolioItem.self)
        expected = bench.data.items.reduce(0) { $0 + $1.balance }
        _ = items.sum(of: \.balance)
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var sum = 0.0
        var average: Double?
        let time = nanoseconds {
            sum = items.sum(of: \.balance)
            average = items.average(of: \.balance)
        }
        try checkSum(sum, expected, "W5 sum")
        try checkSum(average ?? 0, expected / Double(bench.data.items.count), "W5 average")
        return [Figure("W5", "ms", time / 1e6)]
    }
}
