// What LMDB does in W04.

package import Workloads

extension LMDBEngine {
    package func contender(_ work: CountOver) throws -> Turns? {
        let environment = try opened()
        return Turns {
            let counted = try timed {
                var count = 0
                try environment.read {
                    try unsafe $0.scan(environment.items) { _, record in
                        count &+= unsafe ItemRecord.balance(record) > 5000 ? 1 : 0
                    }
                }
                return count
            }
            return ([counted.time], [.count(counted.result)])
        }
    }
}
