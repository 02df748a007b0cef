// What LMDB does in W11.

package import Workloads

extension LMDBEngine {
    package func contender(_ work: Delete) -> Turns? {
        let keys = PackedTexts(data.keys(work.numbers))
        return Turns { [self] in
            let environment = try copy()
            let time = try nanoseconds {
                try environment.write { transaction in
                    let writer = try RecordWriter(transaction, environment)
                    for index in 0..<keys.count { try unsafe writer.deleteItem(keys[index]) }
                }
            }
            let found: [Answer.Value] = try environment.read { transaction in
                [
                    .count(try transaction.count(environment.items)),
                    .count(try transaction.count(environment.inverse)),
                    .sum(try transaction.sumOfBalances(environment)),
                ]
            }
            return ([time], found)
        }
    }
}
