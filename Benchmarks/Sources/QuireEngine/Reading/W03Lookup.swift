// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Lookup) throws -> Turns? {
        let (realm, keys) = (try loadedRealm(), data.keys(work.numbers))
        return Turns {
            let lookups = timed {
                // timed: W3
                var sum = 0.0
                for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
                return sum
                // end
            }
            return ([lookups.time], [.sum(lookups.result)])
        }
    }

    package func contender(_ work: NumberLookup) throws -> Turns? {
        let file = workspace.freshFile("numbered.quire")
        let (realm, keys) = (try Realm(configuration: Self.configuration(file)), work.numbers)
        try realm.write {
            for (number, record) in data.items.enumerated() {
                let item = NumberedItem()
                item.id = number
                item.productId = data.products[record.product].id
                item.balance = record.balance
                realm.add(item)
            }
        }
        return Turns {
            let lookups = timed {
                // timed: W3i
                var sum = 0.0
                for key in keys { sum += realm.object(ofType: NumberedItem.self, forPrimaryKey: key)?.balance ?? 0 }
                return sum
                // end
            }
            return ([lookups.time], [.sum(lookups.result)])
        }
    }
}
