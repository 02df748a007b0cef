// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: OrderedList) -> Turns? {
        let (positions, places) = (work.positions, work.places)
        return Turns { [self] in
            try withCopy { realm in
                let list = try realm.write { realm.create(Watchlist.self, value: ["id": 1]).items }
                let targets = realm.objects(PortfolioItem.self).objects(at: work.numbers)
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
                let last = list[places[places.count - 1]].balance
                return ([append, read.time, insert], [.sum(read.result), .count(list.count), .sum(last)])
            }
        }
    }
}
