// W8 and W8r: over the link of every item to the name of its product.

import Quire

/// All items in order, through objects and by key path.
package struct W8: Workload {
    package static let name = "W8"
    package static let statement = #"""
        for item in items { bytes &+= item.product?.name.utf8.count ?? 0 }
        for name in items.values(\.product?.name) { bytes &+= name?.utf8.count ?? 0 }
        """#

    private let realm: Realm
    private let expected: Int

    package init(_ bench: Bench) throws {
        realm = try bench.loadedRealm()
        expected = bench.data.items.reduce(0) { $0 + bench.data.products[$1.product].name.utf8.count }
        _ = Self.throughObjects(realm.objects(PortfolioItem.self))
    }

    private static func throughObjects(_ items: Results<PortfolioItem>) -> Int {
        var bytes = 0
        for item in items { bytes &+= item.product?.name.utf8.count ?? 0 }
        return bytes
    }

    private static func byKeyPath(_ items: Results<PortfolioItem>) -> Int {
        var bytes = 0
        for name in items.values(\.product?.name) { bytes &+= name?.utf8.count ?? 0 }
        return bytes
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let items = realm.objects(PortfolioItem.self)
        let hops = Double(bench.data.items.count)
        var bytes = 0
        let objects = nanoseconds { bytes = Self.throughObjects(items) } / hops
        try check(bytes, expected, "W8")
        let values = nanoseconds { bytes = Self.byKeyPath(items) } / hops
        try check(bytes, expected, "W8 by key path")
        return [Figure("W8", "ns/hop", objects), Figure("W8 key path", "ns/hop", values)]
    }
}

/// The same in random order.
package struct W8r: Workload {
    package static let name = "W8r"
    package static let statement = """
        for position in positions { bytes &+= items[position].product?.name.utf8.count ?? 0 }
        """

    private let realm: Realm
    private let positions: [Int]
    private let expected: Int

    package init(_ bench: Bench) throws {
        realm = try bench.loadedRealm()
        positions = bench.data.randomItems(bench.data.scaled(1_000_000), seed: 1008)
        expected = positions.reduce(0) { $0 + bench.data.products[bench.data.items[$1].product].name.utf8.count }
    }

    private static func hop(_ items: Results<PortfolioItem>, _ positions: [Int]) -> Int {
        var bytes = 0
        for position in positions { bytes &+= items[position].product?.name.utf8.count ?? 0 }
        return bytes
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let items = realm.objects(PortfolioItem.self)
        var bytes = 0
        let time = nanoseconds { bytes = Self.hop(items, positions) } / Double(positions.count)
        try check(bytes, expected, "W8r")
        return [Figure("W8r", "ns/hop", time)]
    }
}
