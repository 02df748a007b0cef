// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W10.
final class QuireUpdate: Contender {
    private let engine: QuireEngine
    private let keys: [String]
    private var sum = 0.0

    init(_ workload: Update, _ engine: QuireEngine) {
        self.engine = engine
        keys = engine.data.keys(workload.numbers)
    }

    func turn() throws -> [Double?] {
        let (keys, balance) = (keys, Update.balance)
        return try engine.withCopy { realm in
            let time = try nanoseconds {
                // timed: W10
                try realm.write {
                    for key in keys { realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = balance }
                }
                // end
            }
            sum = realm.objects(PortfolioItem.self).sum(of: \.balance)
            return [time]
        }
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
