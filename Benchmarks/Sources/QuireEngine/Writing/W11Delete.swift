// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W11.
final class QuireDelete: Contender {
    private let engine: QuireEngine
    private let keys: [String]
    private var found: [Answer.Value] = []

    init(_ workload: Delete, _ engine: QuireEngine) {
        self.engine = engine
        keys = engine.data.keys(workload.numbers)
    }

    func turn() throws -> [Double?] {
        let keys = keys
        return try engine.withCopy { realm in
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
            found = [.count(items.count), .count(linked), .sum(items.sum(of: \.balance))]
            return [time]
        }
    }

    func answers() -> [Answer.Value]? { found }
}
