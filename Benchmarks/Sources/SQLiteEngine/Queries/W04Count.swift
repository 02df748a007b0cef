// What SQLite does in W04.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: CountOver) throws -> Turns? {
        let query = try Query(self, "SELECT count(*) FROM item WHERE balance>5000")
        return Turns {
            let count = try query.time { $0.int(0) }
            return ([count.time], [.count(count.row)])
        }
    }
}
