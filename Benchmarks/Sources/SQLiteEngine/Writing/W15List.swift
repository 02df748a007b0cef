// The side of SQLiteEngine in W15List.

import Workloads

/// W15: chunks in a table, positions in memory. Elements are what links are: row ids or keys.
final class SQLiteList: Contender {
    private let workload: OrderedList
    private let engine: SQLiteEngine
    private let elements: PackedTexts
    private var found: [Answer.Value] = []

    init(_ workload: OrderedList, _ engine: SQLiteEngine) throws {
        self.workload = workload
        self.engine = engine
        elements =
            engine.schema == .rowIds
            ? PackedTexts(numbers: workload.numbers.map { $0 + 1 }) : PackedTexts(engine.data.keys(workload.numbers))
    }

    func turn() throws -> [Double?] {
        let (elements, isNumber) = (elements, engine.schema == .rowIds)
        let store = try engine.copy()
        let connection = store.connection
        try connection.run("CREATE TABLE chunk(cid INTEGER PRIMARY KEY, data BLOB NOT NULL)")
        let item = try connection.prepare("SELECT balance FROM item WHERE \(engine.schema.order)=?1")
        let list = ChunkedList(try SQLiteChunks(connection), bytesPerElement: unsafe elements[0].count)
        func balance(at position: Int) throws -> Double {
            try unsafe list.withElement(at: position) { element in
                if isNumber {
                    unsafe item.bind(1, element.loadUnaligned(as: Int.self))
                } else {
                    unsafe item.bind(1, element)
                }
                try item.step()
                defer { item.reset() }
                return item.double(0)
            }
        }
        let append = try nanoseconds {
            try connection.transaction {
                for index in 0..<elements.count { try unsafe list.append(elements[index]) }
                try list.finish()
            }
        }
        try connection.checkpoint()
        var sum = 0.0
        let read = try nanoseconds {
            try connection.snapshot {
                for position in workload.positions { sum += try balance(at: position) }
                list.store.endReading()
            }
        }
        let insert = try nanoseconds {
            try connection.transaction {
                for (index, place) in workload.places.enumerated() {
                    try unsafe list.insert(elements[index], at: place)
                }
                try list.finish()
                list.store.endReading()
            }
        }
        found = [.sum(sum), .count(list.count), .sum(try balance(at: workload.places[workload.places.count - 1]))]
        list.store.endReading()
        return [append, read, insert]
    }

    func answers() -> [Answer.Value]? { found }
}

/// Chunks as rows.
final class SQLiteChunks: ChunkStore {
    private let select: Statement
    private let upsert: Statement

    init(_ connection: Connection) throws {
        select = try connection.prepare("SELECT data FROM chunk WHERE cid=?1")
        upsert = try connection.prepare(
            "INSERT INTO chunk(cid,data) VALUES(?1,?2) ON CONFLICT(cid) DO UPDATE SET data=excluded.data")
    }

    func chunk(_ id: Int) throws -> UnsafeRawBufferPointer {
        select.reset()
        select.bind(1, id)
        guard try select.step() else { throw WrongAnswer("sqlite: chunk \(id) is not there.") }
        return unsafe select.blob(0)
    }

    func put(_ id: Int, _ bytes: UnsafeRawBufferPointer) throws {
        upsert.bind(1, id)
        unsafe upsert.bind(2, blob: bytes)
        try upsert.run()
    }

    /// Lets go of the row that was read last, which would keep the transaction open.
    func endReading() {
        select.reset()
    }
}
