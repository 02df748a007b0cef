// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

extension QuireEngine {
    /// X4, in the child.
    static func useLittleMemory(_ order: ChildOrder) throws -> [Double] {
        let realm = try Realm(configuration: configuration(URL(fileURLWithPath: order.words[1])))
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
