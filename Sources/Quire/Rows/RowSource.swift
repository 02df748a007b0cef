// Where the objects of a collection come from, as row ids. Every collection of stored objects is one of these; objects
// are made only for the rows that somebody looks at.
import QuireStorage

/// The rows behind a collection of objects of one class.
enum RowSource {
    /// All rows of the class.
    case table
    /// The elements of a list.
    case list(PropertyBinding, OwnerRow)
    /// The origins of the links to one row.
    case inverse(PropertyBinding, OwnerRow)
    /// These rows, as far as they still exist.
    case fixed(FixedRows)
    /// Another collection in another order.
    case sorted(SortedRows)
    /// Those of another collection that answer a question.
    case filtered(FilteredRows)
}

/// A source together with the class that its rows belong to.
struct ObjectRows {
    let binding: ClassBinding
    /// Keeps the session, and with it all bindings.
    let context: RealmContext
    let source: RowSource
    private let epoch: UInt32

    init(_ binding: ClassBinding, _ source: RowSource) {
        self.binding = binding
        self.context = binding.context
        self.source = source
        epoch = context.epoch
    }
}

extension ObjectRows {
    /// How many rows there are. O(log n), for fixed rows O(n log n) once for each version.
    var count: Int {
        context.attempt(0) { () throws(StorageError) in try storedCount() }
    }

    /// The same, where errors are caught.
    func storedCount() throws(StorageError) -> Int {
        requireFresh()
        switch source {
        case .table: return try binding.table.count
        case .list(let property, let owner):
            let count = try property.table.listCount(owner.row, property.column)
            if count == 0 { try requireOwner() }
            return count
        case .inverse(let origin, let target):
            let count = try origin.table.backlinkCount(origin.column, to: target.row)
            if count == 0 { try requireOwner() }
            return count
        case .fixed: return try rows().count
        case .sorted(let sorted): return try sorted.base.storedCount()
        case .filtered(let filtered): return try filtered.count()
        }
    }

    /// The row at a position, which lies within `0..<count`. O(log n), for sorted rows O(n log n) once for each
    /// version.
    func row(at position: Int) throws(StorageError) -> RowID? {
        switch source {
        case .table: return try binding.table.row(at: position)
        case .list(let property, let owner):
            guard case .link(let row) = try property.table.listValue(owner.row, property.column, at: position) else {
                return nil
            }
            return row
        case .inverse(let origin, let target):
            return try origin.table.backlink(origin.column, to: target.row, at: position)
        case .sorted(let sorted): return try sorted.row(at: position)
        case .fixed, .filtered:
            let rows = try rows()
            return position < rows.count ? rows[position] : nil
        }
    }

    /// True without rows. As `count`, but a filtered class is searched only up to the first.
    var isEmpty: Bool {
        context.attempt(true) { () throws(StorageError) in
            requireFresh()
            switch source {
            case .filtered(let filtered): return try filtered.first() == nil
            case .sorted(let sorted): return sorted.base.isEmpty
            case .table, .list, .inverse, .fixed: return try storedCount() == 0
            }
        }
    }

    /// The first object. As the one at position 0, but a filtered class is searched only up to it.
    var first: Object? {
        context.attempt(nil) { () throws(StorageError) in
            requireFresh()
            let found: RowID?
            if case .filtered(let filtered) = source {
                found = try filtered.first()
            } else {
                found = try storedCount() == 0 ? nil : row(at: 0)
            }
            guard let row = found else { return nil }
            return context.accessor(binding, row, at: try binding.locate(referenced: row))
        }
    }

    /// A scan of the rows that finds each once, in row order, whatever their order here is; nil where they have to be
    /// named one by one.
    func scan() throws(StorageError) -> RowScan? {
        requireFresh()
        context.overlap.glance()
        try context.session.pin()
        switch source {
        case .table: return RowScan(binding.table, nil)
        case .filtered(let filtered): return try filtered.scan()
        case .list, .inverse, .fixed, .sorted: return nil
        }
    }

    /// All rows, in order.
    func rows() throws(StorageError) -> [RowID] {
        requireFresh()
        switch source {
        case .table:
            return try RowScan(binding.table, nil).rows()
        case .list(let property, let owner):
            let rows = try property.table.listValues(owner.row, property.column).compactMap { value -> RowID? in
                if case .link(let row) = value { row } else { nil }
            }
            if rows.isEmpty { try requireOwner() }
            return rows
        case .inverse(let origin, let target):
            let rows = try origin.table.backlinks(origin.column, to: target.row)
            if rows.isEmpty { try requireOwner() }
            return rows
        case .fixed(let fixed):
            return try fixed.rows(in: binding)
        case .sorted(let sorted):
            return try sorted.rows()
        case .filtered(let filtered):
            return try filtered.rows()
        }
    }

    /// The first position of a row; nil if it is not there.
    func position(of row: RowID) throws(StorageError) -> Int? {
        switch source {
        case .table: try binding.table.rank(of: row)
        case .list(let property, let owner):
            try property.table.listIndex(owner.row, property.column, of: .link(row))
        case .inverse, .fixed, .sorted, .filtered: try rows().firstIndex(of: row)
        }
    }
}

extension ObjectRows {
    /// The owner of the list or the target of the inverse is still there.
    var isAlive: Bool {
        context.attempt(true) { () throws(StorageError) in
            if epoch != context.epoch { return false }
            guard let (owner, binding) = owner else { return true }
            return try owner.exists(in: binding)
        }
    }

    /// What the list or the inverse belongs to; nil for sources that belong to nothing.
    private var owner: (row: OwnerRow, binding: ClassBinding)? {
        switch source {
        case .table, .fixed: nil
        case .list(let property, let owner): (owner, property.owner)
        case .inverse(let origin, let target): origin.target.map { (target, $0) }
        case .sorted(let sorted): sorted.base.owner
        case .filtered(let filtered): filtered.base.owner
        }
    }

    /// "Results<Class>", "Class.property" or "inverse of Class.property", for sentences.
    private var name: String {
        switch source {
        case .table, .fixed, .sorted, .filtered: "Results<\(binding.name)>"
        case .list(let property, _): "\(property.owner.name).\(property.name)"
        case .inverse(let origin, _): "inverse of \(origin.owner.name).\(origin.name)"
        }
    }

    /// Stops the program if the Realm was invalidated since.
    private func requireFresh() {
        if epoch != context.epoch {
            stopForMisuse("\(name): its Realm was invalidated since; fetch it again from the Realm.")
        }
        if let (owner, binding) = owner { owner.requireFresh(in: binding, name) }
    }

    /// Stops the program if the owner is gone.
    private func requireOwner() throws(StorageError) {
        if let (owner, binding) = owner { try owner.require(in: binding, name) }
    }

    /// The object at a position; one that does not exist stops the program.
    func object(at position: Int, of name: @autoclosure () -> String) -> Object {
        if context.isDoomed { return context.placeholder(binding) }
        do throws(StorageError) {
            if case .table = source, let (row, location) = try binding.table.located(at: position) {
                requireFresh()
                return context.accessor(binding, row, at: location)
            }
            let count = try storedCount()
            if position < 0 || position >= count { stopForMisuse(positionSentence(name(), position, count)) }
            guard let row = try row(at: position) else { throw fewerRows(than: count) }
            return context.accessor(binding, row, at: try binding.locate(referenced: row))
        } catch {
            context.found(context.realmError(error, nil))
            return context.placeholder(binding)
        }
    }
}

extension ObjectRows {
    private func fewerRows(than count: Int) -> StorageError {
        StorageError(
            .damaged,
            "\(name) counts \(count) objects but has fewer. Restore a copy, or salvage the rest of the file.")
    }

    /// The first position of an object; nil if it is unmanaged, of another Realm or not there.
    func position(of object: Object) -> Int? {
        guard object.context === context, object.binding === binding else { return nil }
        return context.attempt(nil) { () throws(StorageError) in try position(of: object.row) }
    }

    /// The same collection in the same order.
    func isSame(as other: ObjectRows) -> Bool {
        guard binding === other.binding else { return false }
        switch (source, other.source) {
        case (.table, .table): return true
        case (.list(let first, let row), .list(let second, let other)): return first === second && row == other
        case (.inverse(let first, let row), .inverse(let second, let other)): return first === second && row == other
        case (.fixed(let first), .fixed(let second)): return first.named == second.named
        case (.sorted(let first), .sorted(let second)): return first === second
        case (.filtered(let first), .filtered(let second)): return first === second
        default: return false
        }
    }
}
