// A session and its model, changed together.

import QuireStorage
import QuireTestSupport

/// What a script says instead of the truth: it could not be carried out as planned.
struct TortureError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// One write: each change goes to the session and to the model.
final class PairedStore {
    typealias Class = StoreModel.Class

    let session: Session
    var model: StoreModel

    init(_ session: Session, _ model: StoreModel) {
        self.session = session
        self.model = model
    }

    func table(_ name: Class) throws -> Table {
        guard let table = session.table(name.rawValue) else { throw TortureError("there is no class \(name.rawValue)") }
        return table
    }

    /// The rows of a class, ascending.
    func rows(_ name: Class) -> [UInt64] { (model.entries[name] ?? [:]).keys.sorted() }

    @discardableResult
    func insert(_ name: Class, key: Value? = nil) throws -> UInt64 {
        let row = try table(name).insert(key: key).rawValue
        model.insert(name, row, key: key)
        return row
    }

    func set(_ name: Class, _ row: UInt64, _ column: Int, _ value: Value) throws {
        try table(name).set(RowID(row), column, value)
        model.set(name, row, column, value)
    }

    func delete(_ name: Class, _ row: UInt64) throws {
        try table(name).delete(RowID(row))
        model.delete(name, row)
    }

    func insert(_ name: Class, _ row: UInt64, _ column: Int, at index: Int, _ values: [Value]) throws {
        try table(name).listInsert(RowID(row), column, at: index, values)
        model.listInsert(name, row, column, at: index, values)
    }

    func remove(_ name: Class, _ row: UInt64, _ column: Int, _ range: Range<Int>) throws {
        try table(name).listRemove(RowID(row), column, range)
        model.listRemove(name, row, column, range)
    }

    func move(_ name: Class, _ row: UInt64, _ column: Int, from: Int, to: Int) throws {
        try table(name).listMove(RowID(row), column, from: from, to: to)
        model.listMove(name, row, column, from: from, to: to)
    }

    /// The row that a key has or will have.
    func await(_ name: Class, key: Value) throws -> UInt64 {
        let row = try table(name).findOrReserve(key: key).rawValue
        if model.entries[name]?[row] == nil { model.ghosts[name]?[row] = key }
        return row
    }

    /// Changes inside a savepoint, kept or undone.
    func savepoint(keeps: Bool, _ body: (PairedStore) throws -> Void) throws {
        let before = model
        let mark = try session.mark()
        try body(self)
        if keeps {
            session.release(mark)
        } else {
            session.rollback(to: mark)
            model = before
        }
    }
}
