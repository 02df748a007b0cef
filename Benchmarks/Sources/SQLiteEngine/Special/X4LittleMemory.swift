// What SQLite does in X4.

import Foundation
import Workloads

extension SQLiteEngine {
    /// X4, in the child. A page cache of SQLite's own would be no help where memory is short: pages stay in the map.
    static func useLittleMemory(_ order: ChildOrder) throws -> [Double] {
        let pragmas = "PRAGMA synchronous=FULL; PRAGMA mmap_size=34359738368; PRAGMA cache_size=-16384"
        let connection = try Connection(URL(fileURLWithPath: order.words[1]), pragmas)
        let read = try connection.prepare(balance)
        let set = try connection.prepare("UPDATE item SET balance=?2 WHERE id=?1")
        return try LittleMemory.run(order) { keys in
            let keys = PackedTexts(keys)
            var sum = 0.0
            try connection.snapshot { sum = try read.sumOfLookups(keys, 0..<keys.count) }
            return sum
        } update: { keys, balance in
            let keys = PackedTexts(keys)
            try connection.transaction { try set.setBalances(keys, balance) }
        }
    }
}
