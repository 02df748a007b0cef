// What SQLite does in W13.

import Foundation
import Workloads

extension SQLiteEngine {
    /// In the child: nanoseconds and the balance.
    static func open(_ order: ChildOrder) throws -> [Double] {
        let (file, keys) = (URL(fileURLWithPath: order.words[1]), PackedTexts([order.words[2]]))
        let opening = try timed {
            let connection = try Connection(file, "PRAGMA mmap_size=8589934592")
            return try connection.prepare(balance).sumOfLookups(keys, 0..<1)
        }
        return [opening.time, opening.result]
    }
}
