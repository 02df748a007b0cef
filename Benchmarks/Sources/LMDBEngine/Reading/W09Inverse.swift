// The side of LMDBEngine in W09Inverse.

import CLMDB
import Workloads

/// W9.
final class LMDBInverse: Contender {
    private let environment: Environment
    private let productKeys: PackedTexts
    private var found: [Answer.Value] = []

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
        productKeys = engine.texts.productKeys
    }

    func turn() throws -> [Double?] {
        var (count, sum) = (0, 0.0)
        let time = try nanoseconds {
            try environment.read { transaction in
                let inverse = try transaction.cursor(environment.inverse)
                for index in 0..<productKeys.count {
                    guard let first = try unsafe inverse.findIfThere(productKeys[index]) else { continue }
                    count += try inverse.entryCount()
                    sum += unsafe ItemRecord.balance(try transaction.get(environment.items, first))
                }
            }
        }
        found = [.count(count), .sum(sum)]
        return [time]
    }

    func answers() -> [Answer.Value]? { found }
}
