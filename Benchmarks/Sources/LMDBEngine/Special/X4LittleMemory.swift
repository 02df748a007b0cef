// X4, in the child.

import Foundation
import Workloads

enum LMDBLittleMemory {
    static func run(_ order: ChildOrder, _ workspace: Workspace) throws -> [Double] {
        let environment = try Environment(opening: URL(fileURLWithPath: order.words[1]), workspace)
        return try LittleMemory.run(order) { keys in
            let keys = PackedTexts(keys)
            return try environment.read { try $0.sumOfLookups(environment.items, keys, 0..<keys.count) }
        } update: { keys, balance in
            let keys = PackedTexts(keys)
            try environment.write { transaction in
                let writer = try RecordWriter(transaction, environment)
                for index in 0..<keys.count { try unsafe writer.setBalance(keys[index], balance) }
            }
        }
    }
}
