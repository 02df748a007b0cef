// The side of LMDBEngine in W04Count.

import Workloads

/// W4.
final class LMDBCount: Contender {
    private let environment: Environment
    private var count = 0

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
    }

    func turn() throws -> [Double?] {
        var count = 0
        let time = try nanoseconds {
            try environment.read {
                try unsafe $0.scan(environment.items) { _, record in
                    count &+= unsafe ItemRecord.balance(record) > 5000 ? 1 : 0
                }
            }
        }
        self.count = count
        return [time]
    }

    func answers() -> [Answer.Value]? { [.count(count)] }
}
