// What LMDB does in W15.

import CLMDB
package import Workloads

extension LMDBEngine {
    /// Chunks in a database of their own, positions in memory. Elements are keys of items.
    package func contender(_ work: OrderedList) -> Turns? {
        let elements = PackedTexts(data.keys(work.numbers))
        return Turns { [self] in
            let environment = try copy()
            let chunks = try environment.write { try $0.database("chunk", MDB_CREATE | MDB_INTEGERKEY) }
            let list = ChunkedList(LMDBChunks(chunks), bytesPerElement: unsafe elements[0].count)
            func sum(at positions: some Sequence<Int>) throws -> Double {
                try environment.read { transaction in
                    try list.store.during(transaction) {
                        var sum = 0.0
                        for position in positions {
                            sum += try unsafe list.withElement(at: position) { element in
                                try unsafe ItemRecord.balance(transaction.get(environment.items, element))
                            }
                        }
                        return sum
                    }
                }
            }
            let append = try nanoseconds {
                try environment.write { try list.store.during($0) { try list.append(elements) } }
            }
            let read = try timed { try sum(at: work.positions) }
            let insert = try nanoseconds {
                try environment.write { try list.store.during($0) { try list.insert(elements, at: work.places) } }
            }
            let last = try sum(at: work.places.suffix(1))
            return ([append, read.time, insert], [.sum(read.result), .count(list.count), .sum(last)])
        }
    }
}

/// Chunks by number, in the transaction that is going on.
final class LMDBChunks: ChunkStore {
    private var transaction: Transaction?
    private let database: MDB_dbi

    init(_ database: MDB_dbi) {
        self.database = database
    }

    /// Chunks are read and stored in this transaction for the length of `body`.
    func during<R>(_ transaction: Transaction, _ body: () throws -> R) throws -> R {
        self.transaction = transaction
        defer { self.transaction = nil }
        return try body()
    }

    private func current() throws -> Transaction {
        guard let transaction else { throw WrongAnswer("lmdb: a chunk is asked for outside a transaction.") }
        return transaction
    }

    func chunk(_ id: Int) throws -> UnsafeRawBufferPointer {
        try unsafe withUnsafeBytes(of: id) { try unsafe current().get(database, $0) }
    }

    func put(_ id: Int, _ bytes: UnsafeRawBufferPointer) throws {
        try unsafe withUnsafeBytes(of: id) { try unsafe current().put(database, $0, bytes) }
    }
}
