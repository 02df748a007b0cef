// What LMDB does in W06.

import CLMDB
package import Workloads

extension LMDBEngine {
    package func contender(_ work: SumByCategory) throws -> Turns? {
        let environment = try opened()
        return Turns {
            let prices = try timed {
                try environment.read { transaction in
                    let categories = try transaction.cursor(environment.categories)
                    return try (0..<SumByCategory.categories).reduce(0.0) { sum, category in
                        let price = try Self.price(of: category, categories, transaction, environment.products)
                        return sum + price * Double(category + 1)
                    }
                }
            }
            return ([prices.time], [.sum(prices.result)])
        }
    }

    /// The sum of the prices of a category, whose keys come a page at a time.
    private static func price(
        of category: Int, _ categories: Cursor, _ transaction: Transaction, _ products: MDB_dbi
    ) throws -> Double {
        var sum = 0.0
        try unsafe withUnsafeBytes(of: category) { number in
            guard try unsafe categories.findIfThere(number) != nil else { return }
            var (key, keys) = unsafe (value(number), MDB_val())
            var result = unsafe categories.get(&key, &keys, MDB_GET_MULTIPLE)
            while result == 0 {
                let page = unsafe contents(keys)
                for start in stride(from: 0, to: page.count, by: 8) {
                    let product = unsafe UnsafeRawBufferPointer(rebasing: page[start..<start + 8])
                    sum += unsafe ProductRecord.price(try transaction.get(products, product))
                }
                result = unsafe categories.get(&key, &keys, MDB_NEXT_MULTIPLE)
            }
            if result != MDB_NOTFOUND { try check(result, "categories") }
        }
        return sum
    }
}
