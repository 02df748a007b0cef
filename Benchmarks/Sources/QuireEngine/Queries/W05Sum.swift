// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: SumAndAverage) throws -> Turns? {
        let items = try loadedRealm().objects(PortfolioItem.self)
        return Turns {
            let totals = timed {
                // timed: W5
                let sum = items.sum(of: \.balance)
                let average = items.average(of: \.balance)
                return (sum, average)
                // end
            }
            return ([totals.time], [.sum(totals.result.0), .sum(totals.result.1 ?? .nan)])
        }
    }
}
