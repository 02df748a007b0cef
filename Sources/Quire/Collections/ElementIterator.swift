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

    init(_ elements: [Element]) {
        walk = .elements
        self.elements = elements
        objects = nil
        rows = []
    }

    init(_ objects: ObjectRows) {
        elements = []
        self.objects = objects
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
            return objects.element(row)
        }
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
