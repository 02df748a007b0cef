// The side of LMDBEngine in W05Sum.

import Workloads

/// W5.
final class LMDBSum: Contender {
    private let environment: Environment
    private var found: [Answer.Value] = []

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
    }

    func turn() throws -> [Double?] {
        var (count, sum) = (0, 0.0)
        let time = try nanoseconds {
            try environment.read {
                try unsafe $0.scan(environment.items) { _, record in
                    sum += unsafe ItemRecord.balance(record)
                    count &+= 1
                }
            }
        }
        found = [.sum(sum), .sum(sum / Double(count))]
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}
