// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W12.
final class QuireImport: Contender {
    private let workload: Import
    private let engine: QuireEngine
    private var found: [Answer.Value] = []

    init(_ workload: Import, _ engine: QuireEngine) {
        self.workload = workload
        self.engine = engine
    }

    private func importPage(_ realm: Realm) throws -> Double {
        let page = workload.page
        return try nanoseconds {
            // timed: W12
            try realm.importJSON(PortfolioItem.self, from: page)
            // end
        }
    }

    func turn() throws -> [Double?] {
        try engine.withEmptyRealm { realm in
            let times = [try importPage(realm), try importPage(realm)]
            let items = realm.objects(PortfolioItem.self)
            let bytes = items.reduce(0) { $0 + ($1.product?.name.utf8.count ?? 0) }
            found = [
                .count(items.count), .count(realm.objects(Product.self).count), .sum(items.sum(of: \.balance)),
                .count(bytes),
            ]
            return times
        }
    }

    func answers() -> [Answer.Value]? { found }
}
