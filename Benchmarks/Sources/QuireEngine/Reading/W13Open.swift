// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

extension QuireEngine {
    /// In the child: nanoseconds and the balance.
    static func open(_ order: ChildOrder) throws -> [Double] {
        let (configuration, key) = (configuration(URL(fileURLWithPath: order.words[1])), order.words[2])
        let opening = try timed {
            // timed: W13
            let realm = try Realm(configuration: configuration)
            return realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance
            // end
        }
        return [opening.time, opening.result ?? .nan]
    }
}
