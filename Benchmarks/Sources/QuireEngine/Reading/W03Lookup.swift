// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W3.
final class QuireLookup: Contender {
    private let realm: Realm
    private let keys: [String]
    private var sum = 0.0

    init(_ workload: Lookup, _ engine: QuireEngine) throws {
        realm = try engine.loadedRealm()
        keys = engine.data.keys(workload.numbers)
    }

    func turn() -> [Double?] {
        let (realm, keys) = (realm, keys)
        let lookups = timed {
            // timed: W3
            var sum = 0.0
            for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
            return sum
            // end
        }
        sum = lookups.result
        return [lookups.time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}

/// W3i.
final class QuireNumberLookup: Contender {
    private let realm: Realm
    private let keys: [Int]
    private var sum = 0.0

    init(_ workload: NumberLookup, _ engine: QuireEngine) throws {
        let data = engine.data
        let file = engine.workspace.freshFile("numbered.quire")
        let realm = try Realm(configuration: QuireEngine.configuration(file))
        try realm.write {
            for (number, record) in data.items.enumerated() {
                let item = NumberedItem()
                item.id = number
                item.productId = data.products[record.product].id
                item.balance = record.balance
                realm.add(item)
            }
        }
        self.realm = realm
        keys = workload.numbers
    }

    func turn() -> [Double?] {
        let (realm, keys) = (realm, keys)
        let lookups = timed {
            // timed: W3i
            var sum = 0.0
            for key in keys { sum += realm.object(ofType: NumberedItem.self, forPrimaryKey: key)?.balance ?? 0 }
            return sum
            // end
        }
        sum = lookups.result
        return [lookups.time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
