// The side of LMDBEngine in W11Delete.

import Workloads

/// W11.
final class LMDBDelete: Contender {
    private let engine: LMDBEngine
    private let keys: PackedTexts
    private var found: [Answer.Value] = []

    init(_ workload: Delete, _ engine: LMDBEngine) {
        self.engine = engine
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let environment = try engine.copy()
        let time = try nanoseconds {
            try environment.write { transaction in
                let writer = try RecordWriter(transaction, environment)
                for index in 0..<keys.count { try unsafe writer.deleteItem(keys[index]) }
            }
        }
        found = try environment.read { transaction in
            [
                .count(try transaction.count(environment.items)), .count(try transaction.count(environment.inverse)),
                .sum(try transaction.sumOfBalances(environment)),
            ]
        }
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}
