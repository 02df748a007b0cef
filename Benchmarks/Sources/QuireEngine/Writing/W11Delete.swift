// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Delete) -> Turns? {
        let keys = data.keys(work.numbers)
        return Turns { [self] in
            try withCopy { realm in
                let time = try nanoseconds {
                    // timed: W11
                    try realm.write {
                        for key in keys {
                            if let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key) {
                                realm.delete(item)
                            }
                        }
                    }
                    // end
                }
                let items = realm.objects(PortfolioItem.self)
                let linked = realm.objects(Product.self).reduce(0) { $0 + $1.items.count }
                return ([time], [.count(items.count), .count(linked), .sum(items.sum(of: \.balance))])
            }
        }
    }
}
