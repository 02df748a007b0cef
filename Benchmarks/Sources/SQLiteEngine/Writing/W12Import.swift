// What SQLite does in W12.

import Foundation
package import Workloads

extension SQLiteEngine {
    package func contender(_ work: Import) -> Turns? {
        Turns { [self] in
            let connection = try empty()
            let first = try importPage(work.page, connection)
            try connection.checkpoint()
            let again = try importPage(work.page, connection)
            let join = "item i JOIN product p ON p.\(schema.target)=i.\(schema.link)"
            let found: [Answer.Value] = [
                .count(try connection.itemCount()), .count(try connection.count("SELECT count(*) FROM product")),
                .sum(try connection.sumOfBalances()),
                .count(try connection.count("SELECT sum(length(p.name)) FROM \(join)")),
            ]
            return ([first, again], found)
        }
    }

    private func importPage(_ page: Data, _ connection: Connection) throws -> Double {
        try nanoseconds {
            try connection.transaction {
                let product = try connection.prepare(schema.upsertProduct)
                let item = try connection.prepare(schema.upsertItem)
                try unsafe page.withUnsafeBytes { page in
                    var scanner = unsafe PageScanner(page)
                    while let object = try unsafe scanner.next() {
                        unsafe product.bind(1, object.product)
                        unsafe product.bind(2, object.name)
                        try product.run()
                        unsafe item.bind(1, object.id)
                        unsafe item.bind(2, object.product)
                        unsafe item.bind(3, object.balance)
                        try item.run()
                    }
                }
            }
        }
    }
}
