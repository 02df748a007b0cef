// What LMDB does in W08.

package import Workloads

extension LMDBEngine {
    /// A lookup for each item; as values the same with a cursor, which keeps its place from one hop to the next.
    package func contender(_ work: Hop) throws -> Turns? {
        let environment = try opened()
        let (items, products) = (environment.items, environment.products)
        return Turns {
            let hops = try timed {
                var bytes = 0
                try environment.read { transaction in
                    try unsafe transaction.scan(items) { _, record in
                        let product = try unsafe transaction.get(products, ItemRecord.product(record))
                        bytes &+= unsafe ProductRecord.nameLength(product)
                    }
                }
                return bytes
            }
            let sequential = try timed {
                var bytes = 0
                try environment.read { transaction in
                    let cursor = try transaction.cursor(products)
                    try unsafe transaction.scan(items) { _, record in
                        let product = try unsafe cursor.find(ItemRecord.product(record))
                        bytes &+= unsafe ProductRecord.nameLength(product)
                    }
                }
                return bytes
            }
            return ([hops.time, sequential.time], [.count(hops.result), .count(sequential.result)])
        }
    }

    package func contender(_ work: RandomHop) throws -> Turns? {
        let (environment, keys) = (try opened(), PackedTexts(data.keys(work.numbers)))
        return Turns {
            let hops = try timed {
                try environment.read { transaction in
                    var bytes = 0
                    for index in 0..<keys.count {
                        let item = try unsafe transaction.get(environment.items, keys[index])
                        let product = try unsafe transaction.get(environment.products, ItemRecord.product(item))
                        bytes &+= unsafe ProductRecord.nameLength(product)
                    }
                    return bytes
                }
            }
            return ([hops.time], [.count(hops.result)])
        }
    }
}
