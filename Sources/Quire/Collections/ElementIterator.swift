// Walking a collection. What is walked is fixed when the walk begins, so that a loop may change what it walks over.
import QuireStorage

/// Walks a list, an inverse or results as they were when the walk began. Objects that are deleted meanwhile are left
/// out.
public struct ElementIterator<Element>: IteratorProtocol {
    private enum Walk {
        case elements, rows, table
    }

    private let walk: Walk
    private let elements: [Element]
    private let objects: ObjectRows?
    private let rows: [RowID]
    /// The next place in `elements` or `rows`.
    private var position = 0
    /// In row order no list of rows is made: the row given last, and the last one to give.
    private var previous: RowID?
    private var last: RowID?
    /// The object given last, if it may be given again for another row.
    private var accessor: Object?
    private let reusesAccessor: Bool

    init(_ elements: [Element]) {
        walk = .elements
        self.elements = elements
        objects = nil
        rows = []
        reusesAccessor = false
    }

    init(_ objects: ObjectRows) {
        elements = []
        self.objects = objects
        reusesAccessor = AccessorReuse.isPossible(objects.binding)
        if case .table = objects.source {
            walk = .table
            rows = []
            last = objects.context.attempt(nil) { () throws(StorageError) in try objects.binding.table.last() }
        } else {
            walk = .rows
            rows = objects.context.attempt([]) { () throws(StorageError) in try objects.rows() }
        }
    }

    /// The next element; nil at the end.
    public mutating func next() -> Element? {
        switch walk {
        case .elements:
            if position == elements.count { return nil }
            position += 1
            return elements[position - 1]
        case .rows, .table:
            guard let objects, let row = nextRow(objects) else { return nil }
            return unsafe unsafeElement(object(for: row, objects))
        }
    }

    /// An accessor of the row: the last one, if nobody else holds it.
    @inline(__always)
    private mutating func object(for row: RowID, _ objects: ObjectRows) -> Object {
        guard reusesAccessor else { return objects.context.object(objects.binding, row) }
        if isKnownUniquelyReferenced(&accessor), let accessor {
            AccessorReuse.point(accessor, at: row, objects.binding, objects.context)
            return accessor
        }
        let made = objects.context.object(objects.binding, row)
        accessor = made
        return made
    }

    private mutating func nextRow(_ objects: ObjectRows) -> RowID? {
        let found = objects.context.attempt(nil) { () throws(StorageError) -> RowID? in
            walk == .table ? try nextInTable(objects.binding.table) : try nextExisting(objects.binding.table)
        }
        if found == nil { stop() }
        return found
    }

    private mutating func nextInTable(_ table: Table) throws(StorageError) -> RowID? {
        guard let last, let row = try table.next(after: previous), row <= last else { return nil }
        previous = row
        return row
    }

    private mutating func nextExisting(_ table: Table) throws(StorageError) -> RowID? {
        while position < rows.count {
            position += 1
            if try table.contains(rows[position - 1]) { return rows[position - 1] }
        }
        return nil
    }

    private mutating func stop() {
        last = nil
        position = rows.count
    }
}
