// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Sort) throws -> Turns? {
        let items = try loadedRealm().objects(PortfolioItem.self)
        let count = Sort.firstCount
        return Turns {
            let first = timed {
                // timed: W16
                var sum = 0.0
                for item in items.sorted(by: \.balance).prefix(count) { sum += item.balance }
                return sum
                // end
            }
            let all = timed {
                // timed: W16
                items.sorted(by: \.balance).values(\.id)
                // end
            }
            return ([first.time, all.time], [.sum(first.result), .count(Sort.hash(all.result))])
        }
    }
}
