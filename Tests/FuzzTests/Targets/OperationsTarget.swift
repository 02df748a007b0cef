// Any sequence of operations, and a power failure somewhere in it: afterwards the store holds what was acknowledged, or
// that and the transaction in flight.

import QuireStorage
import QuireTestSupport

enum OperationsTarget {
    /// A store with its classes and nothing in it.
    private static let base: [UInt8] = {
        let file = MemoryFile(name: "base")
        do {
            let session = try Session(database: open(file))
            try session.beginWrite()
            try session.adopt(StoreModel.definitions)
            try session.commit()
            session.unpin()
        } catch { return [] }
        return file.bytes
    }()

    private static let stepLimit = 120

    private static func open(_ file: any StorageFile, boot: UInt64 = 1) throws(StorageError) -> Database {
        var options = Database.Options()
        options.pageSize = 512
        return try Database.open(storage: file, options, system: SimulatedSystem(seed: 5 + boot, boot: boot))
    }

    static func run(_ bytes: [UInt8]) throws {
        guard !base.isEmpty else { throw FuzzFinding("the store could not be made") }
        var source = ByteSource(bytes)
        let place = source.number16()
        let phase = Int(source.byte())
        let file = RecordingFile(try MemoryFile(name: "operations", bytes: base, wantsSlack: phase & 1 != 0))
        var acknowledged: [(operations: Int, model: StoreModel)] = [(0, StoreModel())]
        let final = try change(file, ByteGenerator(source)) { acknowledged.append((file.operations.count, $0)) }
        acknowledged.append((file.operations.count, final))
        let operations = file.operations
        let crash = place % (operations.count + 1)
        let last = acknowledged.lastIndex { $0.operations <= crash } ?? 0
        let allowed = acknowledged[last...].prefix(2).map(\.model)
        // One in 128 of the states that the failure may leave; another input asks for others.
        var number = 0
        try CrashImages(base: base, operations: operations).forEach(after: crash) { image, description in
            number += 1
            if number % 128 == phase >> 1 { try check(image, allowed, description) }
        }
        try check(CrashImages(base: base, operations: operations).complete, [final], "all of it")
    }

    /// Carries out what the generator says, and gives the model of what was committed.
    private static func change(
        _ file: RecordingFile, _ generator: ByteGenerator, _ acknowledge: @escaping (StoreModel) -> Void
    ) throws -> StoreModel {
        let store = try RandomStore(random: generator) { try open(file) }
        store.onCommit = { _, model in acknowledge(model) }
        for _ in 0..<stepLimit where !generator.isEmpty { try store.step() }
        let differences = try store.model.differences(store.session)
        guard differences.isEmpty else { throw FuzzFinding("the running store: \(differences)") }
        try store.finish()
        return store.model
    }

    private static func check(_ image: [UInt8], _ allowed: [StoreModel], _ what: String) throws {
        let database = try open(try MemoryFile(name: "image", bytes: image), boot: 2)
        let problems = try FileCheck.run(database).problems
        guard problems.isEmpty else { throw FuzzFinding("\(what): \(problems)") }
        let session = try Session(database: database)
        defer { session.unpin() }
        try session.pin()
        var differences: [[String]] = []
        for model in allowed {
            let found = try model.differences(session)
            if found.isEmpty { return try writeOn(session, model, what) }
            differences.append(found)
        }
        throw FuzzFinding("\(what): none of the states that may be there: \(differences)")
    }

    /// The store takes the next transaction, and keeps what was there.
    private static func writeOn(_ session: Session, _ before: StoreModel, _ what: String) throws {
        var model = before
        try session.beginWrite()
        guard let table = session.table("Log") else { throw FuzzFinding("\(what): no class Log") }
        let row = try table.insert(key: nil)
        model.insert(.log, row.rawValue, key: nil)
        try session.commit()
        let differences = try model.differences(session)
        guard differences.isEmpty else { throw FuzzFinding("\(what), after one more commit: \(differences)") }
    }

    static func seeds() -> [[UInt8]] {
        (0..<6 as Range<UInt64>).map { seed in
            var random = SeededGenerator(seed: seed)
            return (0..<(20 << Int(seed))).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
    }
}
