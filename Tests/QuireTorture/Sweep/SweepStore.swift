// The file that the sweep damages, what it answers, and what a damaged one may answer.

import QuireStorage
import QuireTestSupport

/// A small file of every kind of tree with its answers.
struct SweepStore {
    let plan: SweepPlan
    private let questions: [Question]
    private let answers: [Answer?]
    /// What the state before the newest one answers.
    private let previousAnswers: [Answer?]
    /// The bytes of the newest publish record.
    private let newestRecord: Range<Int>
    /// Defences to leave out while damaged files are read.
    private let flaws: Flaws

    private enum Question {
        case count(String)
        case ghosts(String)
        case value(String, UInt64, Int)
        case list(String, UInt64, Int)
        case origins(String, UInt64, Int)
        case key(String, Value)
        case indexed(String, Int, Value)
    }

    private enum Answer: Equatable {
        case value(Value)
        case values([Value])
        case rows([UInt64])
    }

    init(seed: UInt64, flaws: Flaws = []) throws {
        self.flaws = flaws
        let file = MemoryFile(name: "sweep")
        let store = try RandomStore(random: SeededGenerator(seed: seed)) { try Self.open(file, boot: 1) }
        var older: [UInt8] = []
        for step in 0..<140 {
            try store.step()
            if step == 120 { older = file.bytes }
        }
        try store.finish()
        let model = store.model
        // The file is swept as it lies there while somebody has it open, in the middle of its life.
        plan = SweepPlan(bytes: file.bytes, older: older)
        questions = Self.questions(model)
        let sound = try Session(database: Self.open(MemoryFile(name: "sound", bytes: file.bytes)))
        answers = try Self.ask(sound, questions).answers
        let record = FileLayout.slotOffset(block: FileLayout.slotBlock(sound.database.newestTransaction.next)) + PublishRecord.offset
        newestRecord = record..<record + PublishRecord.byteCount
        let previous = try Session(
            database: Self.open(MemoryFile(name: "sound", bytes: file.bytes), opensPreviousCommit: true))
        previousAnswers = try Self.ask(previous, questions).answers
        guard !answers.contains(nil) else { throw TortureError("the sound file does not answer everything") }
    }

    private static func open(
        _ file: MemoryFile, boot: UInt64 = 2, flaws: Flaws = [], opensPreviousCommit: Bool = false
    ) throws(StorageError) -> Database {
        var options = Database.Options()
        options.pageSize = 512
        options.flaws = flaws
        options.opensPreviousCommit = opensPreviousCommit
        options.isReadOnly = opensPreviousCommit
        return try Database.open(storage: file, options, system: SimulatedSystem(seed: 3, boot: boot))
    }

    // MARK: Questions

    private static func questions(_ model: StoreModel) -> [Question] {
        var questions: [Question] = []
        for name in model.classes {
            let definition = StoreModel.definition(name)
            let className = name.rawValue
            questions += [.count(className), .ghosts(className)]
            for (row, entry) in (model.entries[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                if let key = entry.key { questions.append(.key(className, key)) }
                for (column, description) in definition.columns.enumerated() {
                    if description.type == .list {
                        questions.append(.list(className, row, column))
                    } else {
                        questions.append(.value(className, row, column))
                    }
                    if description.isIndexed, let value = entry.values[column] {
                        questions.append(.indexed(className, column, value))
                    }
                    if description.target != nil { questions.append(.origins(className, row % 8 + 1, column)) }
                }
            }
        }
        return questions
    }

    /// An answer to each question, nil where there was an error instead.
    private static func ask(
        _ session: Session, _ questions: [Question]
    ) throws -> (answers: [Answer?], errors: [StorageError]) {
        var errors: [StorageError] = []
        do throws(StorageError) { try session.pin() } catch { return (questions.map { _ in nil }, [error]) }
        let answers = try questions.map { question -> Answer? in
            do { return try ask(session, question) } catch let error as StorageError {
                errors.append(error)
                return nil
            }
        }
        return (answers, errors)
    }

    private static func ask(_ session: Session, _ question: Question) throws -> Answer {
        func table(_ name: String) throws -> Table {
            guard let table = session.table(name) else { throw TortureError("the class \(name) is gone") }
            return table
        }
        switch question {
        case .count(let name): return .value(.int(Int64(try table(name).count)))
        case .ghosts(let name): return .rows(try table(name).ghosts().map(\.row.rawValue))
        case .value(let name, let row, let column): return .value(try table(name).value(RowID(row), column))
        case .list(let name, let row, let column): return .values(try table(name).listValues(RowID(row), column))
        case .origins(let name, let row, let column):
            return .rows(try table(name).backlinks(column, to: RowID(row)).map(\.rawValue))
        case .key(let name, let key): return .rows(try table(name).find(key: key).map { [$0.rawValue] } ?? [])
        case .indexed(let name, let column, let value):
            return .rows(try table(name).rows(column, equalTo: value).map(\.rawValue))
        }
    }

    // MARK: One case

    /// Opens, asks everything, writes and checks. Throws what no damage excuses: a wrong answer, or an error of another
    /// kind than damage.
    func run(_ damage: SweepCase) throws {
        guard let bytes = plan.file(damage) else { return }
        let file = try MemoryFile(name: "damaged", bytes: bytes)
        do {
            let session = try Session(database: Self.open(file, flaws: flaws))
            let found = try Self.ask(session, questions)
            try requireDamage(found.errors)
            try requireTruth(found.answers, damage)
            do { try write(session) } catch let error as StorageError {
                try requireDamage([error])
                session.rollback()
                try requireTruth(Self.ask(session, questions).answers, damage)
            }
            try requireDamage(FileCheck.run(session.database).problems)
        } catch let error as StorageError {
            try requireDamage([error])
        }
    }

    private func write(_ session: Session) throws {
        try session.beginWrite()
        guard let people = session.table("Person"), let logs = session.table("Log") else {
            throw TortureError("the classes are gone")
        }
        _ = try logs.insert(key: nil)
        let row = try people.insert(key: .text("somebody new"))
        try people.set(row, 1, .text("a name of some length"))
        if let other = try people.next(after: nil) {
            try people.set(other, 2, .int(7))
            try people.listInsert(other, 6, at: 0, [.link(row)])
        }
        try session.commit()
    }

    private func requireDamage(_ errors: [StorageError]) throws {
        for error in errors where ![.damaged, .notADatabase, .formatTooNew].contains(error.code) {
            throw TortureError("\(error.code): \(error.message)")
        }
    }

    /// What is answered is what the sound file answers. Two places can be wrong at once so that the file looks like one
    /// whose newest commit never reached its sync; then it is that of the state before it, in all answers.
    private func requireTruth(_ found: [Answer?], _ damage: SweepCase) throws {
        guard let wrong = firstDifference(found, answers) else { return }
        if case .swappedSectors(let first, let second) = damage,
            [first, second].contains(newestRecord.lowerBound / SweepPlan.sectorByteCount),
            firstDifference(found, previousAnswers) == nil
        {
            return
        }
        throw TortureError("\(questions[wrong]) is answered with \(String(describing: found[wrong]))")
    }

    private func firstDifference(_ found: [Answer?], _ expected: [Answer?]) -> Int? {
        found.indices.first { found[$0] != nil && found[$0] != expected[$0] }
    }
}
