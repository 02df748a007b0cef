// Proofs that the file is whole.

import QuireStorage

extension Realm {
    /// Reads every page of the class: throws `.damaged` with the first bad page.
    public func verify<T: Object>(_ type: T.Type) throws {
        let binding = context.binding(type)
        do throws(StorageError) { try Verification.read(binding.table) } catch {
            throw Error(error, file: context.path, className: binding.name)
        }
    }
}

/// Reads everything that a class holds.
private enum Verification {
    static func read(_ table: Table) throws(StorageError) {
        let columns = table.definition.columns
        let numbers = columns.map { table.column(named: $0.name) }
        var row = try table.next(after: nil)
        while let current = row {
            for (column, number) in zip(columns, numbers) {
                guard let number else { continue }
                if column.type == .list {
                    _ = try table.listValues(current, number)
                } else {
                    _ = try table.value(current, number)
                }
            }
            row = try table.next(after: current)
        }
        _ = try table.ghosts()
    }
}
