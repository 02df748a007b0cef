// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Inverse) throws -> Turns? {
        let products = try loadedRealm().objects(Product.self)
        return Turns {
            let inverses = timed {
                // timed: W9
                var (count, sum) = (0, 0.0)
                for product in products {
                    count += product.items.count
                    sum += product.items.first?.balance ?? 0
                }
                return (count, sum)
                // end
            }
            return ([inverses.time], [.count(inverses.result.0), .sum(inverses.result.1)])
        }
    }
}
