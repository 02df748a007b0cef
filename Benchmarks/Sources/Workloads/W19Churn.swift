// W19: the size of a file after many small transactions.

import Quire

/// 100,000 transactions of one object each on the loaded file: half set a balance, a quarter insert, a quarter delete, in
/// an order that keeps the number of items the same.
package struct W19: Workload {
    package static let name = "W19"
    package static let statement = """
        try realm.write { item.balance = balance }
        try realm.write { realm.add(item) }
        try realm.write { realm.delete(item) }
        """

    package init(_ bench: Bench) {}

    private struct Churn {
        let realm: Realm
        var living: [Int]
        var next: Int
        var generator = SplitMix64(seed: 19)

        func item(_ number: Int) throws -> PortfolioItem {
            let key = StandardData.itemKey(number)
            guard let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key) else {
                throw WrongAnswer(description: "W19: item \(key) is not there")
            }
            return item
        }

        mutating func setBalance() throws {
            let item = try item(living[generator.below(living.count)])
            let balance = generator.unit() * 10_000
            try realm.write { item.balance = balance }
        }

        mutating func insert(_ bench: Bench) throws {
            let product = StandardData.productKey(next % bench.data.products.count)
            let item = PortfolioItem()
            item.id = StandardData.itemKey(next)
            item.productId = product
            item.product = realm.object(ofType: Product.self, forPrimaryKey: product)
            living.append(next)
            next += 1
            try realm.write { realm.add(item) }
        }

        mutating func delete() throws {
            let place = generator.below(living.count)
            let item = try item(living[place])
            living.swapAt(place, living.count - 1)
            living.removeLast()
            try realm.write { realm.delete(item) }
        }
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let transactions = bench.data.scaled(100_000)
        let count = bench.data.items.count
        return try bench.withCopy("w19") { realm, file in
            let before = try DiskFloor.allocatedBytes(file)
            var churn = Churn(realm: realm, living: Array(0..<count), next: count)
            let time = try nanoseconds {
                for number in 0..<transactions {
                    switch number % 4 {
                    case 1: try churn.insert(bench)
                    case 3: try churn.delete()
                    default: try churn.setBalance()
                    }
                }
            }
            try check(realm.objects(PortfolioItem.self).count, churn.living.count, "W19 items")
            let after = try DiskFloor.allocatedBytes(file)
            return [
                Figure("W19", "× size", Double(after) / Double(before)),
                Figure("W19 rate", "commits/s", Double(transactions) / time * 1e9),
            ]
        }
    }
}
