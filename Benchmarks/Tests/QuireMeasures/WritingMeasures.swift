// Measures of what W1, W10, W11, W12 and W15 write, in memory: a disk's times deviate by more than a tenth.

import Foundation
import Quire
import QuireEngine
import Workloads
import XCTest

final class WritingMeasures: MeasureCase {
    private func emptyRealm() throws -> Realm {
        var configuration = Realm.Configuration(objectTypes: QuireEngine.standardClasses)
        configuration.inMemoryIdentifier = "measure-\(UUID().uuidString)"
        return try Realm(configuration: configuration)
    }

    private func loadedRealm() throws -> Realm {
        let realm = try emptyRealm()
        _ = try QuireEngine.insert(data, into: realm)
        return realm
    }

    func testW1_insertInOneTransaction() throws {
        let count = data.items.count
        try measurePasses(expected: count) { try loadedRealm().objects(PortfolioItem.self).count }
    }

    func testW10_updateByKey() throws {
        let realm = try loadedRealm()
        let keys = data.keys(data.randomItems(5000, seed: 2000))
        try measurePasses(expected: Update.balance) {
            try realm.write {
                for key in keys {
                    realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = Update.balance
                }
            }
            return realm.object(ofType: PortfolioItem.self, forPrimaryKey: keys[0])?.balance ?? .nan
        }
    }

    /// Deletes and inserts again, so that each pass finds the same.
    func testW11_deleteByKeyAndInsert() throws {
        let realm = try loadedRealm()
        let numbers = data.distinctItems(2000, seed: 3000)
        let products = Array(realm.objects(Product.self))
        try measurePasses(expected: data.items.count) {
            try realm.write {
                for number in numbers {
                    let key = data.items[number].id
                    if let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key) { realm.delete(item) }
                }
            }
            try realm.write {
                for number in numbers {
                    let item = PortfolioItem()
                    item.id = data.items[number].id
                    item.balance = data.items[number].balance
                    item.product = products[data.items[number].product]
                    realm.add(item)
                }
            }
            return products.reduce(0) { $0 + $1.items.count }
        }
    }

    func testW12_importOfNestedObjects() throws {
        let count = 10_000
        let page = data.nestedPage(count)
        try measurePasses(expected: count) {
            let realm = try emptyRealm()
            try realm.importJSON(PortfolioItem.self, from: page)
            return realm.objects(PortfolioItem.self).count
        }
    }

    func testW15_listEdits() throws {
        let realm = try loadedRealm()
        let items = Array(realm.objects(PortfolioItem.self).prefix(5000))
        let list = try realm.write { realm.create(Watchlist.self, value: ["id": 1]).items }
        let middle = items.count / 2
        try measurePasses(expected: items[1]) {
            try realm.write {
                list.removeAll()
                for item in items { list.append(item) }
                for item in items { list.insert(item, at: middle) }
                for position in 0..<items.count / 10 { list.move(from: position, to: middle) }
                for _ in items { list.remove(at: list.count / 3) }
                list.insert(items[1], at: middle)
                return list[middle]
            }
        }
    }
}
