// What LMDB does in W01.

import CLMDB
package import Workloads

extension LMDBEngine {
    /// Fills an empty file; its nanoseconds.
    func insert(into environment: Environment) throws -> Double {
        let (data, texts) = (data, texts)
        let inOrder = Int32(MDB_APPEND)
        let itemFlags = data.shape.hasRandomKeyOrder ? 0 : inOrder
        return try nanoseconds {
            try environment.write { transaction in
                let writer = try RecordWriter(transaction, environment)
                for (number, record) in data.products.enumerated() {
                    try unsafe writer.insertProduct(
                        texts.productKeys[number], texts.names[number], price: record.price,
                        category: record.category, createdAt: record.createdAt, inOrder)
                }
                for (number, record) in data.items.enumerated() {
                    try unsafe writer.insertItem(
                        texts.itemKeys[number], texts.productKeys[record.product], balance: record.balance, itemFlags)
                }
            }
        }
    }

    package func contender(_ work: Insert) -> Turns? {
        _ = texts
        return Turns { [self] in
            let environment = try empty()
            let time = try insert(into: environment)
            let found: [Answer.Value] = try environment.read { transaction in
                let product = unsafe texts.productKeys[data.products.count / 2]
                let inverse = try transaction.cursor(environment.inverse)
                let isLinked = try unsafe inverse.findIfThere(product) != nil
                let record = try unsafe transaction.get(environment.products, product)
                return [
                    .count(try transaction.count(environment.products)),
                    .count(try transaction.count(environment.items)), .sum(try transaction.sumOfBalances(environment)),
                    .count(isLinked ? try inverse.entryCount() : 0),
                    .text(unsafe String(decoding: ProductRecord.name(record), as: UTF8.self)),
                ]
            }
            return ([time], found)
        }
    }
}

extension Transaction {
    /// The sum of all balances.
    func sumOfBalances(_ environment: Environment) throws -> Double {
        var sum = 0.0
        try unsafe scan(environment.items) { _, record in unsafe sum += ItemRecord.balance(record) }
        return sum
    }
}
