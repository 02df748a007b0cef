// What LMDB does in X4.

import Foundation
import Workloads

extension LMDBEngine {
    /// X4, in the child.
    static func useLittleMemory(_ order: ChildOrder) throws -> [Double] {
        let environment = try Environment(opening: URL(fileURLWithPath: order.words[1]))
        return try LittleMemory.run(order) { keys in
            let keys = PackedTexts(keys)
            return try environment.read { try $0.sumOfLookups(environment.items, keys, 0..<keys.count) }
        } update: { keys, balance in
            try environment.setBalances(PackedTexts(keys), balance)
        }
    }
}
