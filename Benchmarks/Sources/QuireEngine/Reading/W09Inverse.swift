// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W9.
final class QuireInverse: Contender {
    private let products: Results<Product>
    private var found: [Answer.Value] = []

    init(_ engine: QuireEngine) throws {
        products = try engine.loadedRealm().objects(Product.self)
    }

    func turn() -> [Double?] {
        let products = products
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
        found = [.count(inverses.result.0), .sum(inverses.result.1)]
        return [inverses.time]
    }

    func answers() -> [Answer.Value]? { found }
}
