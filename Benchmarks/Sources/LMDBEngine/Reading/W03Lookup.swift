// The side of LMDBEngine in W03Lookup.

import CLMDB
import Workloads

/// W3.
final class LMDBLookup: Contender {
    private let environment: Environment
    private let keys: PackedTexts
    private var sum = 0.0

    init(_ workload: Lookup, _ engine: LMDBEngine) throws {
        environment = try engine.opened()
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let time = try nanoseconds {
            sum = try environment.read { try $0.sumOfLookups(environment.items, keys, 0..<keys.count) }
        }
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
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

/// W3i.
final class LMDBNumberLookup: Contender {
    private let environment: Environment
    private let numbered: MDB_dbi
    private let keys: PackedTexts
    private var sum = 0.0

    init(_ workload: NumberLookup, _ engine: LMDBEngine) throws {
        let environment = try engine.empty()
        numbered = try environment.write { transaction in
            let numbered = try transaction.database("numbered", MDB_CREATE | MDB_INTEGERKEY)
            for (number, record) in engine.data.items.enumerated() {
                try unsafe ItemRecord.with(record.balance, engine.texts.productKeys[record.product]) { bytes in
                    try unsafe withUnsafeBytes(of: number) {
                        try unsafe transaction.put(numbered, $0, bytes, MDB_APPEND)
                    }
                }
            }
            return numbered
        }
        self.environment = environment
        keys = PackedTexts(numbers: workload.numbers)
    }

    func turn() throws -> [Double?] {
        let time = try nanoseconds {
            sum = try environment.read { try $0.sumOfLookups(numbered, keys, 0..<keys.count) }
        }
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
