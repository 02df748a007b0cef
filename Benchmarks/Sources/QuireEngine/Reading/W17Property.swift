// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: PropertyRead) throws -> Turns? {
        let item = try loadedRealm().item(data.items[work.item].id)
        guard let product = item.product else { throw WrongAnswer("quire: an item has lost its product.") }
        return Turns {
            let double = Self.readDouble(item, work.count)
            let integer = Self.readInt(product, work.count)
            let text = Self.readString(item, work.count)
            return (
                [double.time, integer.time, text.time],
                [.sum(double.result), .count(integer.result), .count(text.result)]
            )
        }
    }

    // Each loop has a function of its own, in which nothing else needs registers.

    @inline(never)
    private static func readDouble(_ item: PortfolioItem, _ count: Int) -> (time: Double, result: Double) {
        timed {
            // timed: W17
            var sum = 0.0
            for _ in 0..<count { sum += item.balance }
            return sum
            // end
        }
    }

    @inline(never)
    private static func readInt(_ product: Product, _ count: Int) -> (time: Double, result: Int) {
        timed {
            // timed: W17
            var categories = 0
            for _ in 0..<count { categories &+= product.category }
            return categories
            // end
        }
    }

    @inline(never)
    private static func readString(_ item: PortfolioItem, _ count: Int) -> (time: Double, result: Int) {
        timed {
            // timed: W17
            var bytes = 0
            for _ in 0..<count { bytes &+= item.id.utf8.count }
            return bytes
            // end
        }
    }
}
