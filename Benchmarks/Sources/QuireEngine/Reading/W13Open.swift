// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

/// W13, in the child.
enum QuireOpen {
    /// Nanoseconds and the balance.
    static func run(file: URL, key: String) throws -> [Double] {
        let configuration = QuireEngine.configuration(file)
        let opening = try timed {
            // timed: W13
            let realm = try Realm(configuration: configuration)
            return realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance
            // end
        }
        return [opening.time, opening.result ?? .nan]
    }
}
