// What LMDB does in W05.

package import Workloads

extension LMDBEngine {
    package func contender(_ work: SumAndAverage) throws -> Turns? {
        let environment = try opened()
        return Turns {
            let totals = try timed {
                var (count, sum) = (0, 0.0)
                try environment.read {
                    try unsafe $0.scan(environment.items) { _, record in
                        sum += unsafe ItemRecord.balance(record)
                        count &+= 1
                    }
                }
                return (sum, sum / Double(count))
            }
            return ([totals.time], [.sum(totals.result.0), .sum(totals.result.1)])
        }
    }
}
