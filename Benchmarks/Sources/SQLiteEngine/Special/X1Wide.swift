// X1: a table of 200 columns.

package import Workloads

extension SQLiteEngine {
    /// The same with either schema.
    package func contender(_ work: WideClass) -> Turns? {
        Turns { [self] in
            let columns = (0..<WideClass.properties).map { "p\($0)" }
            let connection = try empty()
            try connection.run(
                "CREATE TABLE wide(id INTEGER PRIMARY KEY, \(columns.map { $0 + " REAL NOT NULL" }.joined(separator: ",")))"
            )
            let places = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ",")
            let insert = try connection.prepare("INSERT INTO wide VALUES(\(places))")
            let read = try connection.prepare("SELECT p\(WideClass.readProperty) FROM wide WHERE id=?1")
            let set = try connection.prepare("UPDATE wide SET p\(WideClass.setProperty)=?2 WHERE id=?1")
            let inserted = try nanoseconds {
                try connection.transaction {
                    for number in 0..<work.count {
                        insert.bind(1, number)
                        for property in 0..<WideClass.properties {
                            insert.bind(Int32(property + 2), Double(number + property))
                        }
                        try insert.run()
                    }
                }
            }
            var sum = 0.0
            let found = try nanoseconds {
                try connection.snapshot {
                    for number in work.read {
                        read.bind(1, number)
                        try read.step()
                        sum += read.double(0)
                        read.reset()
                    }
                }
            }
            let changed = try nanoseconds {
                try connection.transaction {
                    for number in work.changed {
                        set.bind(1, number)
                        set.bind(2, WideClass.value)
                        try set.run()
                    }
                }
            }
            let after = try connection.number("SELECT sum(p\(WideClass.setProperty)) FROM wide")
            return ([inserted, found, changed], [.sum(sum), .sum(after)])
        }
    }
}
