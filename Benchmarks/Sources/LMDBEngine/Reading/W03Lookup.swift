// What LMDB does in W03.

import CLMDB
package import Workloads

extension LMDBEngine {
    package func contender(_ work: Lookup) throws -> Turns? {
        let environment = try opened()
        return lookups(environment, environment.items, PackedTexts(data.keys(work.numbers)))
    }

    package func contender(_ work: NumberLookup) throws -> Turns? {
        let environment = try empty()
        let numbered = try environment.write { transaction in
            let numbered = try transaction.database("numbered", MDB_CREATE | MDB_INTEGERKEY)
            for (number, record) in data.items.enumerated() {
                try unsafe ItemRecord.with(record.balance, texts.productKeys[record.product]) { bytes in
                    try unsafe withUnsafeBytes(of: number) {
                        try unsafe transaction.put(numbered, $0, bytes, MDB_APPEND)
                    }
                }
            }
            return numbered
        }
        return lookups(environment, numbered, PackedTexts(numbers: work.numbers))
    }

    private func lookups(_ environment: Environment, _ items: MDB_dbi, _ keys: PackedTexts) -> Turns {
        Turns {
            let found = try timed { try environment.read { try $0.sumOfLookups(items, keys, 0..<keys.count) } }
            return ([found.time], [.sum(found.result)])
        }
    }
}

extension Transaction {
    /// The balances of items found by keys.
    @inline(__always)
    func sumOfLookups(_ items: MDB_dbi, _ keys: PackedTexts, _ range: Range<Int>) throws -> Double {
        var sum = 0.0
        for index in range { sum += unsafe ItemRecord.balance(try get(items, keys[index])) }
        return sum
    }
}
