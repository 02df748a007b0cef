// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: SumByCategory) throws -> Turns? {
        let products = try loadedRealm().objects(Product.self)
        return Turns {
            let prices = timed {
                // timed: W6
                var sums: [Double] = []
                for category in 0..<100 {
                    sums.append(products.where { $0.category == category }.sum(of: \.price))
                }
                return sums
                // end
            }
            let weighted = prices.result.enumerated().reduce(0) { $0 + $1.element * Double($1.offset + 1) }
            return ([prices.time], [.sum(weighted)])
        }
    }
}
