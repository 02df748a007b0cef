// A store and its model, changed together at random.

package import QuireStorage

/// Draws operations, applies each to a session and to a model, and counts them by kind.
package final class RandomStore {
    package typealias Kind = RandomStep.Kind

    /// The store answered something else than the model.
    package struct Disagreement: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    package typealias Class = StoreModel.Class

    private let open: () throws -> Database
    private var current: Session?
    package var session: Session {
        guard let current else { preconditionFailure("the store is closed") }
        return current
    }
    package private(set) var model = StoreModel()
    private var committed = StoreModel()
    package private(set) var counts: [Kind: Int] = [:]
    private var random: any RandomNumberGenerator
    private var nextKey = 0
    /// Open savepoints, the outermost first, and what the model was when they began.
    private var savepoints: [(mark: SessionMark, model: StoreModel)] = []
    private static let mostSavepoints = 3
    /// A deliberate mistake: the model keeps what a savepoint undid.
    package var keepsUndone = false
    /// Called after each commit, with what it should have stored.
    package var onCommit: (Database, StoreModel) throws -> Void = { _, _ in }

    package init(random: any RandomNumberGenerator, open: @escaping () throws -> Database) throws {
        self.open = open
        self.random = random
        current = try Session(database: open())
        try session.beginWrite()
        try session.adopt(StoreModel.definitions)
        try session.commit()
        try session.beginWrite()
    }

    package convenience init(seed: UInt64, open: @escaping () throws -> Database) throws {
        try self.init(random: SeededGenerator(seed: seed), open: open)
    }

    package func finish() throws { try commit() }

    // MARK: Choosing

    private func table(_ name: Class) throws -> Table {
        guard let table = session.table(name.rawValue) else { throw Disagreement("there is no class \(name.rawValue)") }
        return table
    }

    private func row(_ name: Class) -> UInt64? {
        (model.entries[name] ?? [:]).keys.sorted().randomElement(using: &random)
    }

    private func anyRow() -> (Class, UInt64)? {
        let name = [Class.person, .person, .thing, .log][random.below(4)]
        return row(name).map { (name, $0) }
    }

    private func freshKey(_ name: Class) -> Value? {
        nextKey += 1
        switch name {
        case .person: return .text("person \(nextKey)\(random.below(4) == 0 ? " with a longer key" : "")")
        case .thing: return .int(Int64(nextKey * (random.below(2) == 0 ? 1 : -1)))
        case .address, .log, .wide, .note: return nil
        }
    }

    private func text() -> String { String(repeating: "é", count: [0, 3, 7, 8, 20, 90, 400][random.below(7)]) }

    private func value(_ column: ColumnDefinition) -> Value {
        if column.isOptional, random.below(4) == 0 { return .none }
        switch column.type {
        case .bool: return .bool(random.below(2) == 0)
        case .int32, .int64: return .int(Int64(random.below(30)))
        case .double: return .double(Double(random.below(30)) / 2)
        case .data:
            return .data([UInt8](repeating: UInt8(random.below(256)), count: [0, 10, 200, 3_000][random.below(4)]))
        default: return .text(text())
        }
    }

    private func columns(_ name: Class, _ matches: (ColumnDefinition) -> Bool) -> [Int] {
        let definition = StoreModel.definition(name)
        return definition.columns.indices.filter { $0 != definition.primaryKey && matches(definition.columns[$0]) }
    }

    // MARK: One step

    /// An operation of any kind.
    package func step() throws { try perform(RandomWeights.usual.draw(&random)) }

    package func perform(_ step: RandomStep) throws {
        random = SeededGenerator(seed: step.seed)
        try perform(step.kind)
    }

    private func perform(_ kind: Kind) throws {
        counts[kind, default: 0] += 1
        switch kind {
        case .create: try create()
        case .set: try set()
        case .link: try link()
        case .listInsert: try listInsert()
        case .listRemove: try listRemove()
        case .listSet: try listSet()
        case .listMove: try listMove()
        case .delete: try delete()
        case .ghost: try ghost()
        case .arrive: try arrive()
        case .savepoint: try savepoint()
        case .settle: settle()
        case .commit: try commit()
        case .rollback: try rollback()
        case .reopen: try reopen()
        }
    }

    private func create() throws {
        let name = [Class.person, .thing, .log][random.below(3)]
        // Populations stay near 40, so that steps stay cheap and links dense.
        if (model.entries[name]?.count ?? 0) > 40 { return try delete() }
        let key = freshKey(name)
        let row = try table(name).insert(key: key)
        model.insert(name, row.rawValue, key: key)
    }

    private func set() throws {
        guard let (name, row) = anyRow() else { return }
        guard let column = columns(name, { $0.type != .list && $0.type != .link }).randomElement(using: &random) else {
            return
        }
        let value = value(StoreModel.definition(name).columns[column])
        try table(name).set(RowID(row), column, value)
        model.set(name, row, column, value)
    }

    /// A target for a link: a new owned object, a row, now and then nothing.
    private func target(_ name: Class, _ column: Int) throws -> Value {
        guard let target = StoreModel.target(name, column) else { return .none }
        if StoreModel.definition(name).columns[column].isOwning {
            let row = try table(target).insert(key: nil)
            model.insert(target, row.rawValue, key: nil)
            if let thing = self.row(.thing), random.below(2) == 0 {
                try table(target).set(row, 1, .link(RowID(thing)))
                model.set(target, row.rawValue, 1, .link(RowID(thing)))
            }
            return .link(row)
        }
        return self.row(target).map { .link(RowID($0)) } ?? .none
    }

    private func link() throws {
        guard let (name, row) = anyRow() else { return }
        guard let column = columns(name, { $0.type == .link }).randomElement(using: &random) else { return }
        let value = random.below(5) == 0 ? Value.none : try target(name, column)
        try table(name).set(RowID(row), column, value)
        model.set(name, row, column, value)
    }

    private func list() -> (Class, UInt64, Int)? {
        guard let (name, row) = anyRow() else { return nil }
        guard let column = columns(name, { $0.type == .list }).randomElement(using: &random) else { return nil }
        return (name, row, column)
    }

    private func element(_ name: Class, _ column: Int) throws -> Value {
        let definition = StoreModel.definition(name).columns[column]
        switch definition.elementType {
        case .link?: return try target(name, column)
        case .text?: return random.below(5) == 0 ? .none : .text(text())
        default: return .int(Int64(random.below(1_000)))
        }
    }

    private func listInsert() throws {
        guard let (name, row, column) = list() else { return }
        let visible = model.visible(name, row, column).count
        // Now and then a list grows beyond its inline form.
        let number = visible > 200 ? 1 : random.below(12) == 0 ? 60 : 1 + random.below(3)
        var values: [Value] = []
        for _ in 0..<number {
            let value = try element(name, column)
            if value != .none || StoreModel.definition(name).columns[column].isElementOptional { values.append(value) }
        }
        let place = random.below(2) == 0 ? visible : random.below(visible + 1)
        try table(name).listInsert(RowID(row), column, at: place, values)
        model.listInsert(name, row, column, at: place, values)
    }

    private func listRemove() throws {
        guard let (name, row, column) = list() else { return }
        if random.below(6) == 0 {
            try table(name).listRemoveAll(RowID(row), column)
            return model.listRemoveAll(name, row, column)
        }
        let visible = model.visible(name, row, column).count
        guard visible > 0 else { return }
        let start = random.below(visible)
        let range = start..<min(visible, start + 1 + random.below(4))
        try table(name).listRemove(RowID(row), column, range)
        model.listRemove(name, row, column, range)
    }

    private func listSet() throws {
        guard let (name, row, column) = list() else { return }
        let visible = model.visible(name, row, column).count
        guard visible > 0 else { return }
        let value = try element(name, column)
        guard value != .none || StoreModel.definition(name).columns[column].isElementOptional else { return }
        let place = random.below(visible)
        try table(name).listSet(RowID(row), column, at: place, value)
        model.listSet(name, row, column, at: place, value)
    }

    private func listMove() throws {
        guard let (name, row, column) = list() else { return }
        let visible = model.visible(name, row, column).count
        guard visible > 1 else { return }
        let (a, b) = (random.below(visible), random.below(visible))
        switch random.below(3) {
        case 0:
            try table(name).listMove(RowID(row), column, from: a, to: b)
            model.listMove(name, row, column, from: a, to: b)
        case 1:
            let order = (0..<visible).shuffled(using: &random)
            try table(name).listReorder(RowID(row), column, order)
            model.listReorder(name, row, column, order)
        default:
            try table(name).listSwap(RowID(row), column, a, b)
            model.listSwap(name, row, column, a, b)
        }
    }

    private func delete() throws {
        guard let (name, row) = anyRow() else { return }
        try table(name).delete(RowID(row))
        model.delete(name, row)
    }

    // MARK: Ghosts

    private func ghost() throws {
        if random.below(25) == 0 {
            let name = [Class.person, .thing][random.below(2)]
            let removed = try table(name).removeGhosts()
            guard removed == model.ghosts[name]?.count else { throw Disagreement("\(removed) ghosts of \(name) went") }
            return model.removeGhosts(name)
        }
        guard let (name, row) = anyRow() else { return }
        let matching = columns(name) { ($0.type == .link || $0.elementType == .link) && !$0.isOwning }
        guard let column = matching.randomElement(using: &random), let target = StoreModel.target(name, column) else {
            return
        }
        // A new key, or one that is awaited already.
        let waiting = model.ghosts[target] ?? [:]
        let again = random.below(3) == 0 ? waiting.keys.sorted().randomElement(using: &random) : nil
        guard let key = again.flatMap({ waiting[$0] }) ?? freshKey(target) else { return }
        let ghost = try table(target).findOrReserve(key: key)
        model.ghosts[target]?[ghost.rawValue] = key
        if StoreModel.definition(name).columns[column].type == .link {
            try table(name).set(RowID(row), column, .link(ghost))
            model.set(name, row, column, .link(ghost))
        } else {
            let place = random.below(model.visible(name, row, column).count + 1)
            try table(name).listInsert(RowID(row), column, at: place, [.link(ghost), .link(ghost)])
            model.listInsert(name, row, column, at: place, [.link(ghost), .link(ghost)])
        }
    }

    private func arrive() throws {
        let name = [Class.person, .thing][random.below(2)]
        guard let row = (model.ghosts[name] ?? [:]).keys.sorted().randomElement(using: &random),
            let key = model.ghosts[name]?[row]
        else { return }
        let arrived = try table(name).insert(key: key)
        guard arrived.rawValue == row else { throw Disagreement("the ghost \(row) of \(name) came as \(arrived)") }
        model.insert(name, row, key: key)
    }

    // MARK: Transactions

    private func savepoint() throws {
        guard savepoints.count < Self.mostSavepoints else { return settle() }
        savepoints.append((try session.mark(), model))
    }

    /// Keeps or undoes what was done since the innermost savepoint began.
    private func settle() {
        guard let (mark, before) = savepoints.popLast() else { return }
        if random.below(2) == 0 {
            session.release(mark)
        } else {
            session.rollback(to: mark)
            if !keepsUndone { model = before }
        }
    }

    private func releaseSavepoints() {
        while let (mark, _) = savepoints.popLast() { session.release(mark) }
    }

    private func commit() throws {
        try store()
        try session.beginWrite()
    }

    /// Makes what was done durable, and says so.
    private func store() throws {
        releaseSavepoints()
        try session.commit()
        committed = model
        try onCommit(session.database, model)
    }

    private func rollback() throws {
        savepoints.removeAll()
        session.rollback()
        model = committed
        try session.beginWrite()
    }

    private func reopen() throws {
        try store()
        // The file closes here, unless a reader holds it.
        current = nil
        current = try Session(database: open())
        try session.beginWrite()
    }
}
