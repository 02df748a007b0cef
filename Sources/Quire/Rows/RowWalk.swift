// The walk over rows that becomes a walk over objects. Each step finds the row in its leaf and tells the object where
// it is, so that reading a property afterwards looks for nothing.
import QuireStorage

/// Gives an object for one row after another.
@usableFromInline
final class RowWalk {
    private let objects: ObjectRows
    private let binding: ClassBinding
    private let context: RealmContext
    private let table: Table
    /// The rows to give, and the next place in them; nil in row order, where no list of rows is made.
    private let rows: [RowID]?
    @safe @exclusivity(unchecked) private var position = 0
    /// How many were there when the walk began, and how many were given.
    private let total: Int
    @safe @exclusivity(unchecked) private var given = 0
    /// In row order: the row given last, and the last one to give.
    @safe @exclusivity(unchecked) private var previous = RowID(0)
    private let last: RowID
    /// The object given last, if it may be given again for another row.
    @safe @exclusivity(unchecked) private var accessor: Object?

    init(_ objects: ObjectRows) {
        self.objects = objects
        binding = objects.binding
        context = objects.context
        table = binding.table
        context.overlap.glance()
        total = objects.count
        if case .table = objects.source {
            rows = nil
            last = context.attempt(RowID(0)) { () throws(StorageError) in
                try objects.binding.table.last() ?? RowID(0)
            }
        } else {
            rows = context.attempt([]) { () throws(StorageError) in try objects.rows() }
            last = RowID(0)
        }
    }

    /// An object for the next row that still exists; nil at the end.
    ///
    /// In a doomed scope the walk goes on with placeholders, because the standard library stops the program if a
    /// collection has fewer elements than it said.
    @usableFromInline
    func next() -> Object? {
        if context.isDoomed { return placeholder() }
        do throws(StorageError) {
            let found = if let rows { try nextExisting(rows) } else { try nextInTable() }
            guard let (row, location) = found else {
                finish()
                return nil
            }
            given += 1
            return binding.accessor(of: row, at: location, kept: &accessor, in: context)
        } catch {
            context.found(context.realmError(error, nil))
            return placeholder()
        }
    }

    private func placeholder() -> Object? {
        if given >= total { return nil }
        given += 1
        return context.placeholder(binding)
    }

    /// In row order. Row ids are dense, so the next one is tried first: it is found together with its place.
    private func nextInTable() throws(StorageError) -> (RowID, RowLocation)? {
        guard previous < last else { return nil }
        var row = RowID(previous.rawValue + 1)
        if let location = try table.locate(row) {
            previous = row
            return (row, location)
        }
        guard let found = try table.next(after: row), found <= last else { return nil }
        row = found
        guard let location = try table.locate(row) else { return nil }
        previous = row
        return (row, location)
    }

    private func nextExisting(_ rows: [RowID]) throws(StorageError) -> (RowID, RowLocation)? {
        while position < rows.count {
            let row = rows[position]
            position += 1
            if let location = try table.locate(row) { return (row, location) }
        }
        return nil
    }

    private func finish() {
        given = total
        previous = last
        position = rows?.count ?? 0
    }
}
