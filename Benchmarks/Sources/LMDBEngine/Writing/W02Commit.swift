// The side of LMDBEngine in W02Commit.

import Workloads

/// W2.
final class LMDBCommit: Contender {
    private let environment: Environment
    private let productKeys: PackedTexts
    private var next: Int

    init(_ engine: LMDBEngine) throws {
        environment = try engine.copy()
        productKeys = engine.texts.productKeys
        next = engine.data.items.count
    }

    func turn() throws -> [Double?] {
        let number = next
        next += 1
        return [
            nil,
            try nanoseconds {
                try environment.insertItems(number..<number + 1, productKeys, balance: Commit.balance)
            },
        ]
    }

    func answers() throws -> [Answer.Value]? {
        try environment.read { transaction in
            var key = StandardData.itemKey(next - 1)
            return try key.withUTF8 { bytes in
                let key = UnsafeRawBufferPointer(bytes)
                let record = try unsafe transaction.get(environment.items, key)
                let inverse = try transaction.cursor(environment.inverse)
                try unsafe inverse.find(ItemRecord.product(record), entry: key)
                return [
                    .count(next - (try transaction.count(environment.items))),
                    .sum(unsafe ItemRecord.balance(record)),
                ]
            }
        }
    }
}

extension Environment {
    /// New items in a durable transaction.
    func insertItems(_ numbers: Range<Int>, _ productKeys: PackedTexts, balance: Double) throws {
        try write { transaction in
            let writer = try RecordWriter(transaction, self)
            for number in numbers {
                var key = StandardData.itemKey(number)
                try key.withUTF8 { bytes in
                    try unsafe writer.insertItem(
                        UnsafeRawBufferPointer(bytes), productKeys[number % productKeys.count], balance: balance)
                }
            }
        }
    }
}
