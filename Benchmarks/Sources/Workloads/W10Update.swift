// W10 and W11: many random items changed or deleted by key in one transaction.

import Quire

/// Sets the balance of 100,000 random items. The commit is in the time.
package struct W10: Workload {
    package static let name = "W10"
    package static let statement = """
        try realm.write {
            for key in keys { realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = balance }
        }
        """

    private let numbers: [Int]
    private let keys: [String]

    package init(_ bench: Bench) {
        numbers = bench.data.randomItems(bench.data.scaled(100_000), seed: 2000)
        keys = numbers.map { StandardData.itemKey($0) }
    }

    private func update(_ realm: Realm, to balance: Double) throws {
        try realm.write {
            for key in keys { realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = balance }
        }
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let changed = Set(numbers)
        let kept = bench.data.items.indices.reduce(0) { changed.contains($1) ? $0 : $0 + bench.data.items[$1].balance }
        return try bench.withCopy("w10") { realm, _ in
            let time = try nanoseconds { try update(realm, to: 0.5) } / Double(keys.count)
            let sum = realm.objects(PortfolioItem.self).sum(of: \.balance)
            try checkSum(sum, kept + 0.5 * Double(changed.count), "W10 balances")
            return [Figure("W10", "ns", time)]
        }
    }
}

/// Deletes 50,000 random items, which leave their products' inverses. The commit is in the time.
package struct W11: Workload {
    package static let name = "W11"
    package static let statement = """
        try realm.write {
            for key in keys {
                if let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key) { realm.delete(item) }
            }
        }
        """

    private let numbers: [Int]
    private let keys: [String]

    package init(_ bench: Bench) {
        numbers = bench.data.distinctItems(bench.data.scaled(50_000), seed: 3000)
        keys = numbers.map { StandardData.itemKey($0) }
    }

    private func delete(_ realm: Realm) throws {
        try realm.write {
            for key in keys {
                if let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key) { realm.delete(item) }
            }
        }
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        try bench.withCopy("w11") { realm, _ in
            let time = try nanoseconds { try delete(realm) } / Double(keys.count)
            let remaining = bench.data.items.count - keys.count
            try check(realm.objects(PortfolioItem.self).count, remaining, "W11 items")
            let linked = realm.objects(Product.self).reduce(0) { $0 + $1.items.count }
            try check(linked, remaining, "W11 items in the inverses")
            return [Figure("W11", "ns", time)]
        }
    }
}
