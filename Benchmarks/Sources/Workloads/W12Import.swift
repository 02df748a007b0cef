// W12: 100,000 nested objects of JSON into an empty file, then the same page again.

import Foundation
import Quire

/// Imports a page of items with their products nested. Items count, their products do not.
package struct W12: Workload {
    package static let name = "W12"
    package static let statement = """
        try realm.importJSON(PortfolioItem.self, from: page)
        """

    private let page: Data
    private let count: Int

    package init(_ bench: Bench) {
        count = bench.data.scaled(100_000)
        page = bench.data.nestedPage(count)
    }

    private func importPage(_ realm: Realm) throws {
        try realm.importJSON(PortfolioItem.self, from: page)
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        try bench.withEmptyRealm("w12") { realm, _ in
            let first = try nanoseconds { try importPage(realm) }
            let items = realm.objects(PortfolioItem.self)
            try check(items.count, count, "W12 items")
            let expected = bench.data.items.prefix(count).reduce(0) { $0 + $1.balance }
            try checkSum(items.sum(of: \.balance), expected, "W12 balances")
            try check(items.last?.product?.items.first, items.last, "W12 the item of the last item's product")
            let again = try nanoseconds { try importPage(realm) }
            try check(items.count, count, "W12 items after equal data")
            return [
                Figure("W12", "M objects/s", Double(count) / first * 1e3, bar: "≥ 0.4"),
                Figure("W12 speed", "MB/s", Double(page.count) / first * 1e3),
                Figure("W12 equal data", "M objects/s", Double(count) / again * 1e3),
            ]
        }
    }
}
