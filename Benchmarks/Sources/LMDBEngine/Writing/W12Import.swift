// What LMDB does in W12.

import Foundation
package import Workloads

extension LMDBEngine {
    package func contender(_ work: Import) -> Turns? {
        Turns { [self] in
            let environment = try empty()
            let times = [try Self.importPage(work.page, environment), try Self.importPage(work.page, environment)]
            let found: [Answer.Value] = try environment.read { transaction in
                var bytes = 0
                try unsafe transaction.scan(environment.items) { _, record in
                    let product = try unsafe transaction.get(environment.products, ItemRecord.product(record))
                    bytes += unsafe ProductRecord.nameLength(product)
                }
                return [
                    .count(try transaction.count(environment.items)),
                    .count(try transaction.count(environment.products)),
                    .sum(try transaction.sumOfBalances(environment)), .count(bytes),
                ]
            }
            return (times, found)
        }
    }

    private static func importPage(_ page: Data, _ environment: Environment) throws -> Double {
        try nanoseconds {
            try environment.write { transaction in
                let writer = try RecordWriter(transaction, environment)
                try unsafe page.withUnsafeBytes { page in
                    var scanner = unsafe PageScanner(page)
                    while let object = try unsafe scanner.next() {
                        try unsafe writer.upsertProduct(object.product, object.name)
                        try unsafe writer.upsertItem(object.id, object.product, balance: object.balance)
                    }
                }
            }
        }
    }
}
