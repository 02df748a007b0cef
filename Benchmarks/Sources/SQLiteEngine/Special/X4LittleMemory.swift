// X4, in the child. Its own page cache would be no help where memory is short: pages stay in the map.

import Foundation
import Workloads

enum SQLiteLittleMemory {
    static func run(_ order: ChildOrder) throws -> [Double] {
        let connection = try Connection(URL(fileURLWithPath: order.words[1]))
        try connection.run("PRAGMA synchronous=FULL; PRAGMA mmap_size=34359738368; PRAGMA cache_size=-16384")
        let read = try connection.prepare(SQLiteLookup.balance)
        let set = try connection.prepare("UPDATE item SET balance=?2 WHERE id=?1")
        return try LittleMemory.run(order) { keys in
            let keys = PackedTexts(keys)
            var sum = 0.0
            try connection.snapshot { sum = try read.sumOfLookups(keys, 0..<keys.count) }
            return sum
        } update: { keys, balance in
            let keys = PackedTexts(keys)
            try connection.transaction {
                for index in 0..<keys.count {
                    unsafe set.bind(1, keys[index])
                    set.bind(2, balance)
                    try set.run()
                }
            }
        }
    }
}
