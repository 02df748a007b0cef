// What SQLite does in W15.

package import Workloads

extension SQLiteEngine {
    /// Chunks in a table, positions in memory. Elements are what links are: row ids or keys.
    package func contender(_ work: OrderedList) -> Turns? {
        let isNumber = schema == .rowIds
        let elements =
            isNumber
            ? PackedTexts(numbers: work.numbers.map { $0 + 1 }) : PackedTexts(data.keys(work.numbers))
        return Turns { [self] in
            let connection = try copy()
            try connection.run("CREATE TABLE chunk(cid INTEGER PRIMARY KEY, data BLOB NOT NULL)")
            let item = try connection.prepare("SELECT balance FROM item WHERE \(schema.order)=?1")
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
                try connection.transaction { try list.append(elements) }
            }
            try connection.checkpoint()
            let read = try timed {
                var sum = 0.0
                try connection.snapshot {
                    for position in work.positions { sum += try balance(at: position) }
                    list.store.endReading()
                }
                return sum
            }
            let insert = try nanoseconds {
                try connection.transaction {
                    try list.insert(elements, at: work.places)
                    list.store.endReading()
                }
            }
            let last = try balance(at: work.places[work.places.count - 1])
            list.store.endReading()
            return ([append, read.time, insert], [.sum(read.result), .count(list.count), .sum(last)])
        }
    }
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
