// What LMDB does in W13.

import Foundation
import Workloads

extension LMDBEngine {
    /// In the child: nanoseconds and the balance.
    static func open(_ order: ChildOrder) throws -> [Double] {
        let (file, keys) = (URL(fileURLWithPath: order.words[1]), PackedTexts([order.words[2]]))
        let opening = try timed {
            let environment = try Environment(opening: file)
            return try environment.read { try $0.sumOfLookups(environment.items, keys, 0..<1) }
        }
        return [opening.time, opening.result]
    }
}
