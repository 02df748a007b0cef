// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

/// X4, in the child.
enum QuireLittleMemory {
    static func run(_ order: ChildOrder) throws -> [Double] {
        let file = URL(fileURLWithPath: order.words[1])
        let realm = try Realm(configuration: QuireEngine.configuration(file))
        return try LittleMemory.run(order) { keys in
            // timed: X4 by LittleMemory
            var sum = 0.0
            for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
            return sum
            // end
        } update: { keys, balance in
            // timed: X4 by LittleMemory
            try realm.write {
                for key in keys { realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = balance }
            }
            // end
        }
    }
}
