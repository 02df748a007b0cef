// The side of LMDBEngine in W15List.

import CLMDB
import Workloads

/// W15: chunks in a database of their own, positions in memory. Elements are keys of items.
final class LMDBList: Contender {
    private let workload: OrderedList
    private let engine: LMDBEngine
    private let elements: PackedTexts
    private var found: [Answer.Value] = []

    init(_ workload: OrderedList, _ engine: LMDBEngine) {
        self.workload = workload
        self.engine = engine
        elements = PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let (elements, environment) = (elements, try engine.copy())
        let chunks = try environment.write { try $0.database("chunk", MDB_CREATE | MDB_INTEGERKEY) }
        let list = ChunkedList(LMDBChunks(chunks), bytesPerElement: unsafe elements[0].count)
        func balance(at position: Int, _ transaction: Transaction) throws -> Double {
            try unsafe list.withElement(at: position) { element in
                try unsafe ItemRecord.balance(transaction.get(environment.items, element))
            }
        }
        let append = try nanoseconds {
            try environment.write { transaction in
                list.store.begin(transaction)
                for index in 0..<elements.count { try unsafe list.append(elements[index]) }
                try list.finish()
                list.store.end()
            }
        }
        var sum = 0.0
        let read = try nanoseconds {
            try environment.read { transaction in
                list.store.begin(transaction)
                for position in workload.positions { sum += try balance(at: position, transaction) }
                list.store.end()
            }
        }
        let insert = try nanoseconds {
            try environment.write { transaction in
                list.store.begin(transaction)
                for (index, place) in workload.places.enumerated() {
                    try unsafe list.insert(elements[index], at: place)
                }
                try list.finish()
                list.store.end()
            }
        }
        let last = try environment.read { transaction in
            list.store.begin(transaction)
            defer { list.store.end() }
            return try balance(at: workload.places[workload.places.count - 1], transaction)
        }
        found = [.sum(sum), .count(list.count), .sum(last)]
        return [append, read, insert]
    }

    func answers() -> [Answer.Value]? { found }
}

/// Chunks by number, in the transaction that is going on.
final class LMDBChunks: ChunkStore {
    private var transaction: Transaction?
    private let database: MDB_dbi

    init(_ database: MDB_dbi) {
        self.database = database
    }

    /// Chunks are read and stored in this transaction.
    func begin(_ transaction: Transaction) { self.transaction = transaction }

    /// Lets go of it.
    func end() { transaction = nil }

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
