// The side of LMDBEngine in W10Update.

import Workloads

/// W10.
final class LMDBUpdate: Contender {
    private let engine: LMDBEngine
    private let keys: PackedTexts
    private var sum = 0.0

    init(_ workload: Update, _ engine: LMDBEngine) {
        self.engine = engine
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let environment = try engine.copy()
        let time = try nanoseconds {
            try environment.write { transaction in
                let writer = try RecordWriter(transaction, environment)
                for index in 0..<keys.count { try unsafe writer.setBalance(keys[index], Update.balance) }
            }
        }
        sum = try environment.read { try $0.sumOfBalances(environment) }
        return [time]
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
