// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Hop) throws -> Turns? {
        let items = try loadedRealm().objects(PortfolioItem.self)
        return Turns {
            let objects = timed {
                // timed: W8
                var bytes = 0
                for item in items { bytes &+= item.product?.name.utf8.count ?? 0 }
                return bytes
                // end
            }
            let values = timed {
                // timed: W8
                var bytes = 0
                for name in items.values(\.product?.name) { bytes &+= name?.utf8.count ?? 0 }
                return bytes
                // end
            }
            return ([objects.time, values.time], [.count(objects.result), .count(values.result)])
        }
    }

    package func contender(_ work: RandomHop) throws -> Turns? {
        let (items, positions) = (try loadedRealm().objects(PortfolioItem.self), work.numbers)
        return Turns {
            let hops = timed {
                // timed: W8r
                var bytes = 0
                for position in positions { bytes &+= items[position].product?.name.utf8.count ?? 0 }
                return bytes
                // end
            }
            return ([hops.time], [.count(hops.result)])
        }
    }
}
