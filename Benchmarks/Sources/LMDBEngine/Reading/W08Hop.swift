// The side of LMDBEngine in W08Hop.

import Workloads

/// W8: a lookup for each item; as values the same with a cursor, which keeps its place from one hop to the next.
final class LMDBHop: Contender {
    private let environment: Environment
    private var bytes = 0

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
    }

    func turn() throws -> [Double?] {
        var (bytes, cursorBytes) = (0, 0)
        let (items, products) = (environment.items, environment.products)
        let hops = try nanoseconds {
            try environment.read { transaction in
                try unsafe transaction.scan(items) { _, record in
                    let product = try unsafe transaction.get(products, ItemRecord.product(record))
                    bytes &+= unsafe ProductRecord.nameLength(product)
                }
            }
        }
        let sequential = try nanoseconds {
            try environment.read { transaction in
                let cursor = try transaction.cursor(products)
                try unsafe transaction.scan(items) { _, record in
                    let product = try unsafe cursor.find(ItemRecord.product(record))
                    cursorBytes &+= unsafe ProductRecord.nameLength(product)
                }
            }
        }
        self.bytes = bytes == cursorBytes ? bytes : -1
        return [hops, sequential]
    }

    func answers() -> [Answer.Value]? { [.count(bytes)] }
}

/// W8r.
final class LMDBRandomHop: Contender {
    private let environment: Environment
    private let keys: PackedTexts
    private var bytes = 0

    init(_ workload: RandomHop, _ engine: LMDBEngine) throws {
        environment = try engine.opened()
        keys = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        var bytes = 0
        let time = try nanoseconds {
            try environment.read { transaction in
                for index in 0..<keys.count {
                    let item = try unsafe transaction.get(environment.items, keys[index])
                    let product = try unsafe transaction.get(environment.products, ItemRecord.product(item))
                    bytes &+= unsafe ProductRecord.nameLength(product)
                }
            }
        }
        self.bytes = bytes
        return [time]
    }

    func answers() -> [Answer.Value]? { [.count(bytes)] }
}
