// Through all crash states of a run, and from some of them on.

import QuireStorage
import QuireTestSupport
import Synchronization

/// A state that is not as it should be, and how to come back to it.
struct CrashFailure: Sendable {
    let script: String
    let isLying: Bool
    /// The choices that lead there: of the script's run, then of each run that went on from the state before.
    let path: [CrashChoice]
    let what: String

    /// What to type to come back to it.
    func command(seed: UInt64, _ request: SuiteRequest) -> String {
        let state = ([script + (isLying ? "~" : "")] + path.map(\.description)).joined(separator: "/")
        let flaw = request.flaw.map { " --flaw \($0)" } ?? ""
        return "quire-torture crash --seed \(seed)\(flaw) --state '\(state)'"
    }
}

/// What is known of one script's states; shared by all threads.
final class CrashLedger: Sendable {
    private static let shardCount = 64
    private let shards: [Lock<[UInt64: StateOutcome]>]
    private let found = Lock<[CrashFailure]>([])
    private let isOver = Atomic(false)
    private let stopsAtFirst: Bool

    init(stopsAtFirst: Bool) {
        self.stopsAtFirst = stopsAtFirst
        shards = (0..<Self.shardCount).map { _ in Lock([:]) }
    }

    var stateCount: Int { shards.reduce(0) { $0 + $1.withLock { $0.count } } }
    var failures: [CrashFailure] { found.withLock { $0 } }
    var mustStop: Bool { isOver.load(ordering: .relaxed) }

    func outcome(_ hash: UInt64) -> StateOutcome? {
        shards[Int(hash % UInt64(Self.shardCount))].withLock { $0[hash] }
    }

    /// True for whoever comes first.
    func store(_ hash: UInt64, _ outcome: StateOutcome) -> Bool {
        shards[Int(hash % UInt64(Self.shardCount))].withLock { $0.updateValue(outcome, forKey: hash) == nil }
    }

    func note(_ failure: CrashFailure) {
        found.withLock { found in
            if found.count < 100 { found.append(failure) }
            if stopsAtFirst || found.count >= 100 { isOver.store(true, ordering: .relaxed) }
        }
    }
}

/// One thread's way through the states of one run.
struct CrashWalker {
    /// One state in so many is the beginning of another run.
    static let continuedShare: UInt64 = 50
    static let deepest = 3

    let script: String
    let ledger: CrashLedger
    let isLying: Bool
    let seed: UInt64

    /// Walks the states of one crash point; of every `slices` choices, the one of number `slice`.
    func walk(
        _ log: CrashLog, point: Int, _ image: CrashImage, _ effort: CrashEffort, slice: Int = 0, of slices: Int = 1,
        path: [CrashChoice] = []
    ) throws {
        try image.move(to: point, of: log, isLying: isLying)
        let moment = log.moment(after: point)
        let check = StateCheck(classes: log.classes, options: log.options)
        var index = 0
        let seed = seed &* 0x1_0000_0001 &+ UInt64(point) &* 0x9E37_79B9 &+ UInt64(path.count)
        try ArrivalEnumerator(image, effort, seed: seed).forEach { arrivals in
            defer { index += 1 }
            guard index % slices == slice else { return true }
            guard !ledger.mustStop else { return false }
            let choice = CrashChoice(operationCount: point, arrivals: arrivals)
            try visit(log, moment, check, image, path, choice)
            return true
        }
    }

    private func visit(
        _ log: CrashLog, _ moment: CrashLog.Moment, _ check: StateCheck, _ image: CrashImage, _ path: [CrashChoice],
        _ choice: CrashChoice
    ) throws {
        let hash = try image.show(choice.arrivals)
        var isNew = false
        let outcome: StateOutcome
        if let known = ledger.outcome(hash) {
            outcome = known
        } else {
            outcome = check(image.file, looksTwice: hash % 4 == 0)
            isNew = ledger.store(hash, outcome)
        }
        if let problem = judge(outcome, moment, log) {
            ledger.note(CrashFailure(script: script, isLying: isLying, path: path + [choice], what: problem))
        }
        if isNew, !isLying, hash % Self.continuedShare == 0, path.count < Self.deepest - 1, case .content = outcome {
            let bytes = image.bytes
            let next = path + [choice]
            do {
                let log = try Continuation.record(bytes, log, depth: next.count, hash: hash)
                let image = try CrashImage(log: log)
                for point in log.crashPoints {
                    try walk(log, point: point, image, .brief, path: next)
                }
            } catch {
                ledger.note(
                    CrashFailure(script: script, isLying: isLying, path: next, what: "going on from here: \(error)"))
            }
        }
        try image.restore()
    }

    /// What is wrong with an outcome, if something is.
    func judge(_ outcome: StateOutcome, _ moment: CrashLog.Moment, _ log: CrashLog) -> String? {
        switch outcome {
        case .content(let digest, let transaction):
            if isLying {
                // An older state is no harm, if it is whole and does not pass for a newer one.
                let isKnown = log.history.contains(CrashLog.Transaction(id: transaction, digest: digest))
                return isKnown
                    ? nil : "as transaction \(transaction.rawValue) it holds \(digest), which that never left"
            }
            return moment.allowed.contains(digest) ? nil : "it holds \(digest), which is none of \(moment.allowed)"
        case .refused(let code, let message):
            if isLying || moment.refusals.contains(code) { return nil }
            return "it does not open (\(code)): \(message)"
        case .problem(let what):
            return isLying ? nil : what
        }
    }
}

/// What goes on from a crash state: the next process writes, and may crash again.
enum Continuation {
    static func record(_ bytes: [UInt8], _ log: CrashLog, depth: Int, hash: UInt64) throws -> CrashLog {
        // In the same run of the machine the state before is copied first, in another one it is taken as it is.
        let isSameBoot = hash / CrashWalker.continuedShare % 2 == 0 && !log.hasRelaxed
        let stage = try CrashStage(
            log.classes, base: bytes, boot: isSameBoot ? 1 : 2, seed: 100 + UInt64(depth)
        ) { $0 = log.options }
        try stage.adopt()
        try stage.writeUnmodelled { session in
            for name in log.classes {
                guard let table = session.table(name.rawValue), let row = try table.next(after: nil) else { continue }
                switch name {
                // The same each time, but for the number in the log: what a dead process left must not complete it.
                case .person: try table.set(row, 2, .int(777))
                case .thing: _ = try table.find(key: .int(5_000)) ?? table.insert(key: .int(5_000))
                case .log: try table.set(row, 0, .bool(depth % 2 == 0))
                case .wide: try table.set(row, 41, .int(Int64(depth)))
                case .note:
                    // A node of its own that is the same each time, under a leaf that is not.
                    try table.set(row, 4, .data([UInt8](repeating: 7, count: 700)))
                    try table.set(row, 3, .bool(depth % 2 == 0))
                case .address: continue
                }
            }
        }
        var next = try stage.finish()
        next.hasRelaxed = log.hasRelaxed
        return next
    }
}
