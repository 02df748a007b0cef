// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: HotInverse) throws -> Turns? {
        let key = StandardData.productKey(0)
        guard let product = try loadedRealm().object(ofType: Product.self, forPrimaryKey: key) else {
            throw WrongAnswer("quire: product \(key) is not there.")
        }
        let (asks, positions) = (work.asks, work.positions)
        return Turns {
            let ask = timed {
                // timed: X3
                var (count, sum) = (0, 0.0)
                for _ in 0..<asks {
                    count += product.items.count
                    sum += product.items.first?.balance ?? 0
                }
                return (count, sum)
                // end
            }
            let walk = timed {
                // timed: X3
                var sum = 0.0
                for item in product.items { sum += item.balance }
                return sum
                // end
            }
            let items = product.items
            let place = timed {
                // timed: X3
                var sum = 0.0
                for position in positions { sum += items[position].balance }
                return sum
                // end
            }
            return (
                [ask.time, walk.time, place.time],
                [.count(ask.result.0), .sum(ask.result.1), .sum(walk.result), .sum(place.result)]
            )
        }
    }
}
