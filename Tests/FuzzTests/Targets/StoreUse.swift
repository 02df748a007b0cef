// Everything that a program does with a file, done with a file that nobody vouches for.

import QuireStorage
import QuireTestSupport

enum StoreUse {
    /// A transaction on a small file may add this much, however the file was forged.
    private static let growthLimit = 16 << 20

    /// Opens, checks, reads all and writes; then once more read-only, and the commit before. Errors are answers if
    /// damage explains them.
    static func run(_ bytes: [UInt8], readsByCopying: Bool, evacuates: Bool) throws {
        var options = Database.Options()
        options.readsByCopying = readsByCopying
        let file = try MemoryFile(name: "fuzzed", bytes: bytes)
        try attempt {
            let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: 1))
            for problem in try FileCheck.run(database).problems { try requireAnswer(problem) }
            try attempt { _ = try FileStatistics.read(database) }
            try attempt { try ScanUse.run(database) }
            try attempt { try SampleFile.use(database, seed: 1) }
            if evacuates { try attempt { try evacuate(database) } }
            // What was written upon it is checked like what was there.
            for problem in try FileCheck.run(database).problems { try requireAnswer(problem) }
        }
        let grown = try file.byteCount() - bytes.count
        guard grown <= growthLimit else { throw FuzzFinding("the file grew by \(grown) bytes") }
        options.opensPreviousCommit = true
        options.isReadOnly = true
        let unchanged = try MemoryFile(name: "fuzzed", bytes: bytes)
        try attempt {
            let database = try Database.open(storage: unchanged, options, system: SimulatedSystem(seed: 1))
            for problem in try FileCheck.run(database).problems { try requireAnswer(problem) }
        }
        guard unchanged.bytes == bytes else { throw FuzzFinding("reading changed the file") }
    }

    /// Touches what an evacuation would, seventeen commits at least.
    private static func evacuate(_ database: Database) throws {
        let session = try Session(database: database)
        defer { session.unpin() }
        guard let table = session.tableOfAnyClass() else { return }
        for _ in 0..<17 {
            try session.beginWrite()
            do {
                guard let row = try table.next(after: nil) else { return session.rollback() }
                try table.delete(row)
                try session.commit()
            } catch {
                session.rollback()
                throw error
            }
        }
    }

    static func attempt(_ body: () throws -> Void) throws {
        do { try body() } catch let error as StorageError { try requireAnswer(error) }
    }

    private static func requireAnswer(_ error: StorageError) throws {
        let answers: [StorageError.Code] = [
            .damaged, .notADatabase, .formatTooNew, .valueOutOfRange, .schemaMismatch, .noPrimaryKey,
            .duplicatePrimaryKey,
        ]
        guard answers.contains(error.code) else { throw FuzzFinding("\(error.code): \(error.message)") }
        guard !error.message.isEmpty else { throw FuzzFinding("\(error.code) without a message") }
    }
}

extension Session {
    fileprivate func tableOfAnyClass() -> Table? {
        do { try pin() } catch { return nil }
        return ["Item", "Group", "Old"].lazy.compactMap { self.table($0) }.first
    }
}
