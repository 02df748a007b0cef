// Several processes with one file: writers, readers, and somebody who kills and stops them.

import Foundation
import QuireStorage
import QuireTestSupport

/// Accounts whose balances add up to the same in every state. Each process is this executable again, as one of
/// `ProcessRole`.
enum ProcessSuite: Suite {
    static let name = "processes"
    static let summary = "writers and readers in processes of their own, killed and stopped at random"
    static let childCommand = "processes-child"

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        var result = SuiteResult()
        let directory = try TortureDirectory()
        defer { directory.remove() }
        try openingAtOnce(directory, &result)
        try forking(directory, &result)
        try closingStreams(directory, &result)
        try replacing(directory, &result)
        try bank(directory, request, &result)
        return result
    }

    /// The life of a child: it ends with status 0, or with a sentence and status 1.
    static func runChild(_ arguments: ArraySlice<String>) -> Never {
        let arguments = Array(arguments)
        guard arguments.count == 4, let role = ProcessRole(rawValue: arguments[0]), let seed = UInt64(arguments[2]),
            let flaws = UInt64(arguments[3])
        else { exit(2) }
        Flaws.everywhere = Flaws(rawValue: flaws)
        do {
            try role.run(arguments[1], seed: seed)
            exit(0)
        } catch {
            Report.line("\(error)")
            exit(1)
        }
    }

    // MARK: The bank

    private static func bank(
        _ directory: TortureDirectory, _ request: SuiteRequest, _ result: inout SuiteResult
    ) throws {
        let path = directory.path("bank.quire")
        try Bank.create(path)
        var dice = SeededGenerator(seed: request.seed)
        let roles: [ProcessRole] = [.writer, .writer, .reader, .reader, .reader]
        var children = try roles.enumerated().map { try Child($1, path, seed: request.seed &+ UInt64($0)) }
        let end = Date().addingTimeInterval(request.seconds ?? 15)
        var stopped: Int?
        while Date() < end, result.failures.isEmpty {
            usleep(UInt32.random(in: 1_000...40_000, using: &dice))
            if let index = stopped {
                children[index].signal(SIGCONT)
                stopped = nil
            }
            let index = Int.random(in: 0..<children.count, using: &dice)
            if children[index].hasEnded {
                result.failures.append(
                    "\(roles[index].rawValue): \(children[index].complaint) (--seed \(request.seed))")
                break
            }
            switch Int.random(in: 0..<4, using: &dice) {
            case 0:
                children[index].signal(SIGSTOP)
                stopped = index
            default:
                children[index].kill()
                result.kills += 1
                children[index] = try Child(roles[index], path, seed: dice.next())
            }
        }
        if let stopped { children[stopped].signal(SIGCONT) }
        for child in children { child.kill() }
        let bank = try Bank(path)
        result.failures += try bank.problems().map { "after the last kill: \($0) (--seed \(request.seed))" }
        let versions = try bank.session.database.activeVersions().count
        if versions > 1 { result.failures.append("the pins of dead processes are still there: \(versions) versions") }
        result.note("\(try bank.transfers()) transfers by processes of which \(result.kills) were killed")
    }

    // MARK: Single events

    /// Many processes make and open one file at the same moment.
    private static func openingAtOnce(_ directory: TortureDirectory, _ result: inout SuiteResult) throws {
        for round in 0..<5 {
            let path = directory.path("opened-\(round).quire")
            let children = try (0..<6).map { try Child(.opener, path, seed: UInt64($0)) }
            for child in children where !child.endsWell() {
                result.failures.append("opening at once: \(child.complaint)")
            }
            let session = try Session(database: Database.open(.file(path: path), Database.Options()))
            try session.pin()
            let count = try session.table("Opener")?.count ?? 0
            if count != children.count { result.failures.append("\(count) of \(children.count) openings left a row") }
        }
    }

    private static func forking(_ directory: TortureDirectory, _ result: inout SuiteResult) throws {
        let path = directory.path("forked.quire")
        try Bank.create(path)
        let child = try Child(.forker, path, seed: 1)
        if !child.endsWell() { result.failures.append("fork: \(child.complaint)") }
    }

    /// A program without standard streams must not print into its database.
    private static func closingStreams(_ directory: TortureDirectory, _ result: inout SuiteResult) throws {
        let path = directory.path("streamless.quire")
        try Bank.create(path)
        let child = try Child(.streamless, path, seed: 1)
        if !child.endsWell() { result.failures.append("closed streams: a file took the place of one") }
        result.failures += try Bank(path).problems().map { "closed streams: \($0)" }
    }

    /// A file that another one takes the place of is written to no more.
    private static func replacing(_ directory: TortureDirectory, _ result: inout SuiteResult) throws {
        let path = directory.path("replaced.quire")
        try Bank.create(path)
        let bank = try Bank(path)
        let other = directory.path("other.quire")
        try Bank.create(other)
        guard unsafe rename(other, path) == 0 else { throw TortureError("rename failed") }
        do throws(StorageError) {
            try bank.session.beginWrite()
            bank.session.rollback()
            result.failures.append("a replaced file was opened for writing")
        } catch {
            if error.code != .fileReplaced { result.failures.append("a replaced file: \(error)") }
        }
    }
}

/// What one process does.
enum ProcessRole: String {
    case writer, reader, opener, forker, streamless

    /// Runs in a process of its own until it is killed, or ends with an error that says what is wrong.
    func run(_ path: String, seed: UInt64) throws {
        switch self {
        case .writer: try write(path, seed)
        case .reader: try read(path, seed)
        case .opener: try open(path)
        case .forker: try fork(path)
        case .streamless: try openWithoutStreams(path)
        }
    }

    private func write(_ path: String, _ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        while true {
            let bank = try Bank(path)
            for _ in 0..<Int.random(in: 1...60, using: &dice) {
                bank.session.durability = [.durable, .relaxed, .twoSyncs].randomElement(using: &dice) ?? .durable
                try bank.transfer(&dice)
            }
        }
    }

    private func read(_ path: String, _ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var newest: UInt64 = 0
        while true {
            let bank = try Bank(path, readsByCopying: dice.below(2) == 0)
            for _ in 0..<Int.random(in: 1...20, using: &dice) {
                let before = try bank.balances()
                let transaction = bank.session.snapshot.rawValue
                guard transaction >= newest else { throw TortureError("transaction \(transaction) after \(newest)") }
                newest = transaction
                guard before.reduce(0, +) == Bank.total else {
                    throw TortureError("the balances add up to \(before.reduce(0, +))")
                }
                usleep(UInt32.random(in: 0...3_000, using: &dice))
                guard try bank.balances() == before else { throw TortureError("a snapshot changed") }
                _ = try bank.session.refresh()
            }
        }
    }

    private func open(_ path: String) throws {
        let session = try Session(database: Database.open(.file(path: path), Database.Options()))
        try session.beginWrite()
        try session.adopt([ClassDefinition(name: "Opener", columns: [ColumnDefinition(name: "id", type: .int64)])])
        guard let table = session.table("Opener") else { throw TortureError("the class is missing") }
        _ = try table.insert(key: nil)
        try session.commit()
    }

    /// Its complaint is its status alone: there is nowhere to print to.
    private func openWithoutStreams(_ path: String) throws {
        for descriptor: Int32 in 0...2 { _ = close(descriptor) }
        var dice = SeededGenerator(seed: 1)
        let bank = try Bank(path)
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) >= 0 { _exit(3) }
        try bank.transfer(&dice)
    }

    private func fork(_ path: String) throws {
        let bank = try Bank(path)
        let before = try bank.balances()
        let child = forkProcess()
        if child == 0 {
            // Only what a child may do: everything from before the fork is dead, and the file can be opened anew.
            var answer: Int32 = 0
            do throws(StorageError) {
                try bank.session.beginWrite()
                answer = 2
            } catch {
                if error.code != .usedAfterFork { answer = 3 }
            }
            do {
                if try Bank(path).balances() != before { answer = 4 }
            } catch { answer = 5 }
            _exit(answer)
        }
        var status: Int32 = 0
        _ = unsafe waitpid(child, &status, 0)
        guard status == 0 else { throw TortureError("the forked child answered \(status >> 8)") }
        var dice = SeededGenerator(seed: 1)
        try bank.transfer(&dice)
        guard try bank.problems().isEmpty else { throw TortureError("the parent's file suffered") }
    }
}

/// Swift hides `fork`, because little is allowed behind it.
@_silgen_name("fork")
private func forkProcess() -> Int32

/// One process.
final class Child {
    private let process = Process()
    private let output = Pipe()

    init(_ role: ProcessRole, _ path: String, seed: UInt64) throws {
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [ProcessSuite.childCommand, role.rawValue, path, "\(seed)", "\(Flaws.everywhere.rawValue)"]
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    var hasEnded: Bool { !process.isRunning }
    func signal(_ number: Int32) { _ = Foundation.kill(process.processIdentifier, number) }

    func kill() {
        signal(SIGKILL)
        process.waitUntilExit()
    }

    /// Waits; true if it had nothing to complain of.
    func endsWell() -> Bool {
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// What it printed.
    var complaint: String {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
