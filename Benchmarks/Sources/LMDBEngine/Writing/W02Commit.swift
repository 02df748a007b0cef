// What LMDB does in W02.

package import Workloads

extension LMDBEngine {
    package func contender(_ work: Commit) throws -> Turns? {
        let (environment, productKeys) = (try copy(), texts.productKeys)
        var next = data.items.count
        return Turns {
            let number = next
            next += 1
            let time = try nanoseconds {
                try environment.insertItems(number..<number + 1, productKeys, balance: Commit.balance)
            }
            return [nil, time]
        } answers: {
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
