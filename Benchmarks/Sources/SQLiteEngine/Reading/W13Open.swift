// The side of SQLiteEngine in W13Open.

import Foundation
import Workloads

/// W13, in the child.
enum SQLiteOpen {
    /// Nanoseconds and the balance.
    static func run(file: URL, key: String) throws -> [Double] {
        let keys = PackedTexts([key])
        var balance = Double.nan
        let time = try nanoseconds {
            let connection = try Connection(file)
            try connection.run("PRAGMA mmap_size=8589934592")
            let statement = try connection.prepare(SQLiteLookup.balance)
            unsafe statement.bind(1, keys[0])
            if try statement.step() { balance = statement.double(0) }
        }
        return [time, balance]
    }
}
