// The side of LMDBEngine in W01Insert.

import CLMDB
import Workloads

/// W1.
final class LMDBInsert: Contender {
    private let engine: LMDBEngine
    private var found: [Answer.Value] = []

    init(_ engine: LMDBEngine) {
        self.engine = engine
        _ = engine.texts
    }

    /// Fills an empty file; its nanoseconds.
    static func insert(_ engine: LMDBEngine, into environment: Environment) throws -> Double {
        let (data, texts) = (engine.data, engine.texts)
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

    func turn() throws -> [Double?] {
        let environment = try engine.empty()
        let time = try Self.insert(engine, into: environment)
        found = try environment.read { transaction in
            let product = unsafe engine.texts.productKeys[engine.data.products.count / 2]
            let inverse = try transaction.cursor(environment.inverse)
            let isLinked = try unsafe inverse.findIfThere(product) != nil
            let record = try unsafe transaction.get(environment.products, product)
            return [
                .count(try transaction.count(environment.products)), .count(try transaction.count(environment.items)),
                .sum(try transaction.sumOfBalances(environment)), .count(isLinked ? try inverse.entryCount() : 0),
                .text(unsafe String(decoding: ProductRecord.name(record), as: UTF8.self)),
            ]
        }
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}

extension Transaction {
    /// The sum of all balances.
    func sumOfBalances(_ environment: Environment) throws -> Double {
        var sum = 0.0
        try unsafe scan(environment.items) { _, record in unsafe sum += ItemRecord.balance(record) }
        return sum
    }
}
