// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: CountOver) throws -> Turns? {
        let items = try loadedRealm().objects(PortfolioItem.self)
        return Turns {
            let counted = timed {
                // timed: W4
                items.where { $0.balance > 5000 }.count
                // end
            }
            return ([counted.time], [.count(counted.result)])
        }
    }
}
