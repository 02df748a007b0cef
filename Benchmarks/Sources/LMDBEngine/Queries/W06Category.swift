// The side of LMDBEngine in W06Category.

import CLMDB
import Workloads

/// W6.
final class LMDBCategories: Contender {
    private let environment: Environment
    private var sum = 0.0

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
    }

    func turn() throws -> [Double?] {
        var sum = 0.0
        let time = try nanoseconds {
            try environment.read { transaction in
                let cursor = try transaction.cursor(environment.categories)
                for category in 0..<SumByCategory.categories {
                    sum += try price(of: category, cursor, transaction) * Double(category + 1)
                }
            }
        }
        self.sum = sum
        return [time]
    }

    /// The sum of the prices of a category, whose keys come a page at a time.
    private func price(of category: Int, _ cursor: Cursor, _ transaction: Transaction) throws -> Double {
        var sum = 0.0
        try unsafe withUnsafeBytes(of: category) { number in
            guard try unsafe cursor.findIfThere(number) != nil else { return }
            var (key, keys) = unsafe (value(number), MDB_val())
            var result = unsafe cursor.get(&key, &keys, MDB_GET_MULTIPLE)
            while result == 0 {
                let page = unsafe contents(keys)
                for start in stride(from: 0, to: page.count, by: 8) {
                    let product = unsafe UnsafeRawBufferPointer(rebasing: page[start..<start + 8])
                    sum += unsafe ProductRecord.price(try transaction.get(environment.products, product))
                }
                result = unsafe cursor.get(&key, &keys, MDB_NEXT_MULTIPLE)
            }
            if result != MDB_NOTFOUND { try check(result, "categories") }
        }
        return sum
    }

    func answers() -> [Answer.Value]? { [.sum(sum)] }
}
