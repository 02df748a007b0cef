// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W8.
final class QuireHop: Contender {
    private let items: Results<PortfolioItem>
    private var bytes = 0

    init(_ engine: QuireEngine) throws {
        items = try engine.loadedRealm().objects(PortfolioItem.self)
    }

    func turn() -> [Double?] {
        let items = items
        let objects = timed {
            // timed: W8
            var bytes = 0
            for item in items { bytes &+= item.product?.name.utf8.count ?? 0 }
            return bytes
            // end
        }
        let values = timed {
            // timed: W8
            var bytes = 0
            for name in items.values(\.product?.name) { bytes &+= name?.utf8.count ?? 0 }
            return bytes
            // end
        }
        // One answer is asked for: the values count if they are what the objects say.
        bytes = objects.result == values.result ? objects.result : -1
        return [objects.time, values.time]
    }

    func answers() -> [Answer.Value]? { [.count(bytes)] }
}

/// W8r.
final class QuireRandomHop: Contender {
    private let items: Results<PortfolioItem>
    private let positions: [Int]
    private var bytes = 0

    init(_ workload: RandomHop, _ engine: QuireEngine) throws {
        items = try engine.loadedRealm().objects(PortfolioItem.self)
        positions = workload.numbers
    }

    func turn() -> [Double?] {
        let (items, positions) = (items, positions)
        let hops = timed {
            // timed: W8r
            var bytes = 0
            for position in positions { bytes &+= items[position].product?.name.utf8.count ?? 0 }
            return bytes
            // end
        }
        bytes = hops.result
        return [hops.time]
    }

    func answers() -> [Answer.Value]? { [.count(bytes)] }
}
