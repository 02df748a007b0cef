// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Import) -> Turns? {
        Turns { [self] in
            try withEmptyRealm { realm in
                let times = [try Self.importPage(work.page, realm), try Self.importPage(work.page, realm)]
                let items = realm.objects(PortfolioItem.self)
                let bytes = items.reduce(0) { $0 + ($1.product?.name.utf8.count ?? 0) }
                let products = realm.objects(Product.self).count
                return (times, [.count(items.count), .count(products), .sum(items.sum(of: \.balance)), .count(bytes)])
            }
        }
    }

    private static func importPage(_ page: Data, _ realm: Realm) throws -> Double {
        try nanoseconds {
            // timed: W12
            try realm.importJSON(PortfolioItem.self, from: page)
            // end
        }
    }
}
