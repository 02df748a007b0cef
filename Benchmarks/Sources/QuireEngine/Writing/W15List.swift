// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W15.
final class QuireList: Contender {
    private let workload: OrderedList
    private let engine: QuireEngine
    private var found: [Answer.Value] = []

    init(_ workload: OrderedList, _ engine: QuireEngine) {
        self.workload = workload
        self.engine = engine
    }

    func turn() throws -> [Double?] {
        let (positions, places) = (workload.positions, workload.places)
        return try engine.withCopy { realm in
            let list = try realm.write { realm.create(Watchlist.self, value: ["id": 1]).items }
            let targets = realm.objects(PortfolioItem.self).objects(at: workload.numbers)
            let append = try nanoseconds {
                // timed: W15
                try realm.write { for item in targets { list.append(item) } }
                // end
            }
            let read = timed {
                // timed: W15
                var sum = 0.0
                for position in positions { sum += list[position].balance }
                return sum
                // end
            }
            let insert = try nanoseconds {
                // timed: W15
                try realm.write { for (item, place) in zip(targets, places) { list.insert(item, at: place) } }
                // end
            }
            found = [.sum(read.result), .count(list.count), .sum(list[places[places.count - 1]].balance)]
            return [append, read.time, insert]
        }
    }

    func answers() -> [Answer.Value]? { found }
}
