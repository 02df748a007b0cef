// Where a script runs: a store on a recording file, with everything that may be found in it written down.

import QuireStorage
import QuireTestSupport

final class CrashStage {
    typealias Class = StoreModel.Class

    /// One content that the store may have.
    private struct Version {
        var model: StoreModel
        var digest: ContentDigest
    }

    let classes: [Class]
    private(set) var options = Database.Options()
    private let memory: MemoryFile
    private let failing: FailingFile
    private let recording: RecordingFile
    /// Once the file was written anew in its place: the directory, and the file that has the name now.
    private var compacted: (directory: RecordedDirectory, inode: UInt64)?
    private let boot: UInt64
    private var nextSeed: UInt64
    /// For scripts that leave something to chance.
    var generator: SeededGenerator
    private var session: Session?
    private var readers: [(session: Session, digest: ContentDigest)] = []

    /// What a crash may leave now; the last one is what the open store shows.
    private var possible: [Version]
    /// What a power cut leaves while the newest transactions are relaxed.
    private var anchor: Version?
    private var isDead = false
    private var log: CrashLog

    init(
        _ classes: [Class], base: [UInt8] = [], boot: UInt64 = 1, seed: UInt64, wantsSlack: Bool = false,
        _ configure: (inout Database.Options) -> Void
    ) throws {
        self.classes = classes
        options.pageSize = 512
        configure(&options)
        memory = try MemoryFile(name: "stage", bytes: base, wantsSlack: wantsSlack)
        failing = FailingFile(memory)
        recording = RecordingFile(failing)
        self.boot = boot
        nextSeed = seed &* 1_000
        generator = SeededGenerator(seed: seed)
        let model = StoreModel(classes)
        possible = [Version(model: model, digest: ContentDigest(model, isStored: false))]
        log = CrashLog(base: base, classes: classes, options: options)
        note(refusals: [.notADatabase, .damaged])
    }

    // MARK: What may be found

    /// `ahead` is for what holds as soon as one more operation was issued.
    private func note(_ versions: [Version]? = nil, ahead: Bool = false, refusals: [StorageError.Code] = []) {
        let allowed = (versions ?? possible).map(\.digest)
        let count = operations.count + (ahead ? 1 : 0)
        log.moments.append(CrashLog.Moment(operationCount: count, allowed: allowed, refusals: refusals))
    }

    /// What was asked of the file under the name.
    private var operations: [RecordingFile.Operation] {
        guard let compacted else { return recording.operations }
        return compacted.directory.operations(of: compacted.inode)
    }

    private func remember(_ digest: ContentDigest, as id: TransactionID) {
        log.history.insert(CrashLog.Transaction(id: id, digest: digest))
    }

    /// What was done up to here counts as durable and is forgotten.
    func startRecording() {
        recording.clear()
        let history = log.history
        log = CrashLog(base: memory.bytes, classes: classes, options: options)
        log.history = history
        note()
    }

    func finish() throws -> CrashLog {
        // Closing syncs what was relaxed.
        if let anchor { note([anchor] + possible, ahead: true) }
        close()
        log.operations = operations
        return log
    }

    // MARK: Opening

    func open() throws {
        let count = recording.operationCount
        let isNew = try memory.byteCount() == 0
        nextSeed += 1
        let system = SimulatedSystem(seed: nextSeed, boot: boot)
        let new = try Session(database: try Database.open(storage: recording, options, system: system))
        guard isNew || recording.operationCount == count else { throw TortureError("opening wrote to the file") }
        let digest = try ContentDigest(new, classes)
        guard let index = possible.firstIndex(where: { $0.digest == digest }) else {
            throw TortureError("the store opened to \(digest), which is none of \(possible.map(\.digest))")
        }
        possible.append(possible.remove(at: index))
        session = new
        remember(digest, as: new.database.newestTransaction)
        if isNew { note() }
    }

    /// The first opening of a file that exists, of which nobody knows what it should hold.
    func adopt() throws {
        nextSeed += 1
        let system = SimulatedSystem(seed: nextSeed, boot: boot)
        let new = try Session(database: try Database.open(storage: recording, options, system: system))
        possible[0].digest = try ContentDigest(new, classes)
        session = new
        remember(possible[0].digest, as: new.database.newestTransaction)
        log.moments = []
        note()
    }

    func close() {
        readers.removeAll()
        session = nil
    }

    /// The process ends and another one opens the file, in the same run of the machine.
    func reopen() throws {
        // A dead process does not even try to sync when it closes.
        let count = recording.operationCount
        close()
        if isDead { recording.forget(from: count) }
        heal()
        try open()
    }

    /// Writes the file anew in its own place. From the renaming on the name may lead to the new file; until then it leads
    /// to the old one, which is not touched.
    func compact() throws {
        close()
        let path = "store"
        nextSeed += 1
        let directory = RecordedDirectory(seed: nextSeed, boot: boot)
        try directory.put(memory.bytes, at: path)
        let old = directory.names
        var options = options
        options.compaction = Compaction(isRequired: true) { _, _ in true }
        let new = try Session(database: try Database.open(.file(path: path), options, system: directory))
        let events = directory.events
        guard let inode = directory.names[path], inode != old[path],
            let renaming = events.lastIndex(of: .name(path, inode: inode))
        else { throw TortureError("the file was not written anew") }
        guard old.values.allSatisfy({ directory.operations(of: $0).isEmpty }) else {
            throw TortureError("the old file was written to")
        }
        compacted = (directory, inode)
        session = new
        possible = possible.suffix(1)
        guard try ContentDigest(new, classes) == possible[0].digest else {
            throw TortureError("the new file holds something else than the old one")
        }
        log = CrashLog(base: [], classes: classes, options: self.options)
        log.firstPoint = RecordedDirectory.operations(of: inode, in: events[..<renaming]).count
        remember(possible[0].digest, as: new.database.newestTransaction)
        log.moments.append(CrashLog.Moment(operationCount: 0, allowed: [possible[0].digest]))
    }

    /// Whoever begins to read now keeps the snapshot.
    func openReader() throws {
        guard let session else { throw TortureError("the store is closed") }
        let reader = try Session(database: session.database)
        readers.append((reader, try ContentDigest(reader, classes)))
    }

    /// True if the next commit will move nodes out of nearly empty stretches of the file.
    func willEvacuate() throws -> Bool {
        guard let session else { throw TortureError("the store is closed") }
        return try !session.database.nodesToEvacuate().isEmpty
    }

    func closeOldestReader() { readers.removeFirst() }

    private func checkReaders() throws {
        for reader in readers {
            let found = try ContentDigest(reader.session, classes)
            guard found == reader.digest else {
                throw TortureError("a reader of transaction \(reader.session.snapshot.rawValue) sees other content")
            }
        }
    }

    // MARK: Failing

    /// The n-th sync from now on fails, or all from it on; what was pending then may be on the medium or not.
    func failSync(_ number: Int, all: Bool = false) {
        var plan = FailingFile.Plan()
        plan.failingSync = number
        plan.isSticky = all
        failing.set(plan)
    }

    /// The process dies at the n-th change of the file from now on: nothing more is written.
    func die(at call: Int) {
        var plan = FailingFile.Plan()
        plan.failingCall = call
        plan.isSticky = true
        failing.set(plan)
        isDead = true
    }

    func heal() {
        failing.set(FailingFile.Plan())
        isDead = false
    }

    // MARK: Writing

    /// One transaction, which must end as told; nil for success.
    func write(
        _ durability: Durability = .durable, expecting code: StorageError.Code? = nil,
        _ body: (PairedStore) throws -> Void
    ) throws {
        guard let session, let base = possible.last else { throw TortureError("the store is closed") }
        session.durability = durability
        log.hasRelaxed = log.hasRelaxed || durability == .relaxed
        try session.beginWrite()
        let store = PairedStore(session, base.model)
        if session.table(classes[0].rawValue) == nil { try session.adopt(classes.map(StoreModel.definition)) }
        try body(store)
        let new = Version(model: store.model, digest: ContentDigest(store.model))
        try finishWrite(session, new, code)
    }

    /// One transaction of whose content only the session knows.
    func writeUnmodelled(_ body: (Session) throws -> Void) throws {
        guard let session, let base = possible.last else { throw TortureError("the store is closed") }
        try session.beginWrite()
        try body(session)
        try finishWrite(session, Version(model: base.model, digest: try ContentDigest(session, classes)), nil)
    }

    private func finishWrite(_ session: Session, _ new: Version, _ code: StorageError.Code?) throws {
        // Settling may have stored the state before once more, under a number of its own.
        if let base = possible.last { remember(base.digest, as: session.database.newestTransaction) }
        remember(new.digest, as: session.database.newestTransaction.next)
        let older = anchor.map { [$0] } ?? []
        let isRelaxed = session.durability == .relaxed
        note(isRelaxed ? [anchor ?? possible[0]] : older + possible + [new], ahead: true)
        do {
            try session.commit()
        } catch {
            guard error.code == code else {
                throw TortureError("a commit threw \(error.code): \(error.message)")
            }
            // Of an unknown outcome both contents stay possible; otherwise the transaction is gone for good.
            if error.code == .commitOutcomeUnknown { possible.insert(new, at: 0) }
            note(older + possible)
            return try checkReaders()
        }
        // With a defence left out, that is for the crash states to find.
        guard code == nil || !options.flaws.isEmpty else {
            throw TortureError("a commit succeeded that should have failed")
        }
        anchor = isRelaxed ? anchor ?? possible.last : nil
        possible = [new]
        note(anchor.map { [$0] })
        let found = try ContentDigest(try Session(database: session.database), classes)
        guard found == new.digest else { throw TortureError("a commit stored something else than was asked for") }
        try checkReaders()
    }
}
