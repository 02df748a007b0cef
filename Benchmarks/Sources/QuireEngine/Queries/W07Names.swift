// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: NameSearch) throws -> Turns? {
        let products = try loadedRealm().objects(Product.self)
        return Turns {
            let containing = timed {
                // timed: W7
                products.where { $0.name.contains("99") }.count
                // end
            }
            let beginning = timed {
                // timed: W7
                products.where { $0.name.starts(with: "Product name 12") }.count
                // end
            }
            return ([containing.time, beginning.time], [.count(containing.result), .count(beginning.result)])
        }
    }
}
