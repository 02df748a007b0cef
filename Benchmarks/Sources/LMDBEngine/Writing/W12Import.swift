// The side of LMDBEngine in W12Import.

import Foundation
import Workloads

/// W12.
final class LMDBImport: Contender {
    private let workload: Import
    private let engine: LMDBEngine
    private var found: [Answer.Value] = []

    init(_ workload: Import, _ engine: LMDBEngine) {
        self.workload = workload
        self.engine = engine
    }

    private func importPage(_ environment: Environment) throws -> Double {
        try nanoseconds {
            try environment.write { transaction in
                let writer = try RecordWriter(transaction, environment)
                try unsafe workload.page.withUnsafeBytes { page in
                    var scanner = unsafe PageScanner(page)
                    while let object = try unsafe scanner.next() {
                        try unsafe writer.upsertProduct(object.product, object.name)
                        try unsafe writer.upsertItem(object.id, object.product, balance: object.balance)
                    }
                }
            }
        }
    }

    func turn() throws -> [Double?] {
        let environment = try engine.empty()
        let times = [try importPage(environment), try importPage(environment)]
        found = try environment.read { transaction in
            var bytes = 0
            try unsafe transaction.scan(environment.items) { _, record in
                let product = try unsafe transaction.get(environment.products, ItemRecord.product(record))
                bytes += unsafe ProductRecord.nameLength(product)
            }
            return [
                .count(try transaction.count(environment.items)), .count(try transaction.count(environment.products)),
                .sum(try transaction.sumOfBalances(environment)), .count(bytes),
            ]
        }
        return times
    }

    func answers() -> [Answer.Value]? { found }
}
