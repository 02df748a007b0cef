// After a rollback the engine may give the same row ids again, so an accessor that was made in the scope must not come
// to life as somebody else's: scopes that made rows leave a note when they are rolled back.

import QuireStorage

/// A scope that was rolled back.
struct Rollback {
    let serials: ClosedRange<UInt32>
    /// For each class the first row that was made in it; later rows were made in it too.
    let firstNewRows: [ObjectIdentifier: RowID]
}

extension RealmContext {
    /// Older notes are dropped: nobody keeps accessors of that many failed writes.
    private static var noteLimit: Int { 4096 }

    /// Makes a row, and remembers the first one of each class in each scope.
    func insert(_ binding: ClassBinding, key: Value?) throws(StorageError) -> RowID {
        if binding.serialOfFirstNewRow == lastSerial {
            if case .text(let text)? = key { return try binding.table.insert(textKey: text) }
            return try binding.table.insert(key: key)
        }
        let ghosts = try binding.table.ghostCount
        let row = try binding.table.insert(key: key)
        // An arrival takes the id that its ghost had.
        if try binding.table.ghostCount == ghosts { note(row, binding) }
        return row
    }

    private func note(_ row: RowID, _ binding: ClassBinding) {
        binding.serialOfFirstNewRow = lastSerial
        guard let index = scopes.lastIndex(where: { $0.kind != .read }) else { return }
        let key = ObjectIdentifier(binding)
        if scopes[index].firstNewRows[key] == nil { scopes[index].firstNewRows[key] = row }
    }

    /// The scope is being rolled back.
    func noteRollback(from scope: Scope) {
        guard !scope.firstNewRows.isEmpty else { return }
        if rollbacks.count >= Self.noteLimit { rollbacks.removeFirst(Self.noteLimit / 2) }
        rollbacks.append(Rollback(serials: scope.serial...lastSerial, firstNewRows: scope.firstNewRows))
        // What the scope around it makes from now on, under the same row ids, is born later.
        lastSerial &+= 1
    }

    /// True if the row was made in a scope that was rolled back. `birth`: the scope in which the accessor was made.
    func wasRolledBack(_ birth: UInt32, _ row: RowID, _ binding: ClassBinding) -> Bool {
        if rollbacks.isEmpty { return false }
        return rollbacks.contains { note in
            guard note.serials.contains(birth), let first = note.firstNewRows[ObjectIdentifier(binding)] else {
                return false
            }
            return row >= first
        }
    }
}
