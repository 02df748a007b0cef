// The side of SQLiteEngine in W16Sort.

import Workloads

/// W16.
final class SQLiteSort: Contender {
    private let connection: Connection
    private let top: Statement
    private let all: Statement
    private var found: [Answer.Value] = []

    init(_ engine: SQLiteEngine) throws {
        connection = try engine.reader()
        try connection.run("PRAGMA threads=2")
        top = try connection.prepare("SELECT id,balance FROM item ORDER BY balance LIMIT \(Sort.firstCount)")
        all = try connection.prepare("SELECT id FROM item ORDER BY balance")
    }

    func turn() throws -> [Double?] {
        var (sum, hash) = (0.0, 0)
        let first = try nanoseconds {
            while try top.step() { sum += top.double(1) }
            top.reset()
        }
        let keys = try nanoseconds {
            while try all.step() {
                let key = unsafe all.text(0)
                hash = unsafe Sort.step(hash, lastByte: key[key.count - 1])
            }
            all.reset()
        }
        found = [.sum(sum), .count(hash)]
        return [first, keys]
    }

    func answers() -> [Answer.Value]? { found }
}
