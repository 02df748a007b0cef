// What a file opens to: the question that is asked of every crash state.

import QuireStorage
import QuireTestSupport

/// What was found in one state of a file.
enum StateOutcome: Equatable, Sendable {
    /// It opened, every page and count is right, and this is what it holds.
    case content(ContentDigest, TransactionID)
    /// It was refused with a typed error.
    case refused(StorageError.Code, String)
    /// It opened, and is not as it should be.
    case problem(String)

}

struct StateCheck: Sendable {
    let classes: [StoreModel.Class]
    let options: Database.Options

    /// Opens, checks whole, reads everything, and, if asked, opens once more to read only.
    func callAsFunction(_ file: MemoryFile, looksTwice: Bool) -> StateOutcome {
        let recording = RecordingFile(file)
        let outcome: StateOutcome
        do throws(StorageError) {
            // Whoever opens an empty file to write makes a database of it.
            guard try file.byteCount() > 0 else { return .refused(.notADatabase, "the file is empty") }
            outcome = try look(recording, looksTwice)
        } catch {
            outcome = .refused(error.code, error.message)
        }
        if recording.operationCount > 0 { return .problem("opening and reading wrote to the file") }
        return outcome
    }

    private func look(_ file: RecordingFile, _ looksTwice: Bool) throws(StorageError) -> StateOutcome {
        var transaction = TransactionID(0)
        let outcome = try open(file, isReadOnly: false) { database throws(StorageError) -> StateOutcome in
            transaction = database.newestTransaction
            do throws(StorageError) {
                let session = try Session(database: database)
                let report = try FileCheck.run(session)
                if let problem = report.problems.first { return .problem(problem.message) }
                return .content(try ContentDigest(session, classes), transaction)
            } catch {
                return .problem("reading failed: \(error.message)")
            }
        }
        guard looksTwice else { return outcome }
        let readOnly = try open(file, isReadOnly: true) { database in database.newestTransaction }
        guard readOnly == transaction else {
            return .problem(
                "opened to read only it shows transaction \(readOnly.rawValue), to write \(transaction.rawValue)")
        }
        return outcome
    }

    private func open<Result>(
        _ file: RecordingFile, isReadOnly: Bool, _ body: (Database) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        var options = options
        options.isReadOnly = isReadOnly
        let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: 7, boot: 99))
        return try body(database)
    }
}
