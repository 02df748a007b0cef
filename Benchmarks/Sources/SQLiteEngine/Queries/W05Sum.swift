// What SQLite does in W05.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: SumAndAverage) throws -> Turns? {
        let query = try Query(self, "SELECT sum(balance),avg(balance) FROM item")
        return Turns {
            let totals = try query.time { ($0.double(0), $0.double(1)) }
            return ([totals.time], [.sum(totals.row.0), .sum(totals.row.1)])
        }
    }
}
