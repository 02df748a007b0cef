// X3: all items under one key of the inverse. LMDB has no place among them that is found without counting to it.

import CLMDB
package import Workloads

extension LMDBEngine {
    package func contender(_ work: HotInverse) throws -> Turns? {
        let environment = try opened()
        let (items, texts) = (environment.items, texts)
        return Turns {
            var (count, firsts, sum) = (0, 0.0, 0.0)
            let asked = try nanoseconds {
                try environment.read { transaction in
                    let inverse = try transaction.cursor(environment.inverse)
                    for _ in 0..<work.asks {
                        let first = try unsafe inverse.find(texts.productKeys[0])
                        count += try inverse.entryCount()
                        firsts += try unsafe ItemRecord.balance(transaction.get(items, first))
                    }
                }
            }
            let walked = try nanoseconds {
                try environment.read { transaction in
                    try unsafe transaction.scan(environment.inverse) { _, key in
                        sum += try unsafe ItemRecord.balance(transaction.get(items, key))
                    }
                }
            }
            return ([asked, walked, nil], [.count(count), .sum(firsts), .sum(sum), .sum(sum)])
        }
    }
}
