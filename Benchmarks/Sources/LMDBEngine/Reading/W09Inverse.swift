// What LMDB does in W09.

package import Workloads

extension LMDBEngine {
    package func contender(_ work: Inverse) throws -> Turns? {
        let (environment, productKeys) = (try opened(), texts.productKeys)
        return Turns {
            let inverses = try timed {
                try environment.read { transaction in
                    var (count, sum) = (0, 0.0)
                    let inverse = try transaction.cursor(environment.inverse)
                    for index in 0..<productKeys.count {
                        guard let first = try unsafe inverse.findIfThere(productKeys[index]) else { continue }
                        count += try inverse.entryCount()
                        sum += unsafe ItemRecord.balance(try transaction.get(environment.items, first))
                    }
                    return (count, sum)
                }
            }
            return ([inverses.time], [.count(inverses.result.0), .sum(inverses.result.1)])
        }
    }
}
