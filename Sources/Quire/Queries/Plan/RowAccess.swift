// Ways to rows that need no scan: keys, secondary indexes, inverses.
import QuireStorage

/// Rows that an index leads to.
struct RowAccess {
    enum Source {
        /// Rows that were found already, ascending.
        case rows([RowID])
        case index(column: Int, IndexRange)
        /// The rows whose link leads to one of these.
        case origins(column: Int, of: [RowID])
        case union([RowAccess])
    }

    let source: Source
    /// How many rows there are, at most.
    let estimate: Int
    /// It gives exactly the rows that are asked for, not some more.
    let isExact: Bool
    /// `estimate` is their number.
    let isCounted: Bool

    /// The rows, ascending, each once.
    func rows(in table: Table) throws(StorageError) -> [RowID] {
        switch source {
        case .rows(let rows): return rows
        case .index(let column, let range): return try table.indexRows(column, range)
        case .origins(let column, let targets):
            if targets.count == 1 { return try table.backlinks(column, to: targets[0]) }
            var rows: [RowID] = []
            for target in targets { rows += try table.backlinks(column, to: target) }
            return rows.sorted()
        case .union(let parts):
            var rows: Set<RowID> = []
            for part in parts { rows.formUnion(try part.rows(in: table)) }
            return rows.sorted()
        }
    }
}

extension QueryPlanner {
    /// What a target class may find by itself before its inverses are worth asking.
    private static let targetLimit = 32

    /// The way to the fewest rows that one of several questions offers, and which one that is, if the way answers it.
    func bestAccess(_ parts: [QueryExpression]) throws(StorageError) -> (access: RowAccess, answers: Int?)? {
        var best: (access: RowAccess, answers: Int?)?
        for (index, part) in parts.enumerated() {
            guard let access = try access(part), best.map({ access.estimate < $0.access.estimate }) ?? true else {
                continue
            }
            best = (access, access.isExact ? index : nil)
        }
        return best
    }

    private func access(_ question: QueryExpression) throws(StorageError) -> RowAccess? {
        switch question {
        case .value(let path, let condition): return try access(path, condition)
        case .object(let path, let objects, orNil: false):
            guard path.names.count == 1, let column = linkColumn(path.names[0]) else { return nil }
            return try origins(column, of: rows(of: objects))
        case .any(let parts):
            var union: [RowAccess] = []
            for part in parts {
                guard let access = try access(part) else { return nil }
                union.append(access)
            }
            return RowAccess(
                source: .union(union), estimate: union.reduce(0) { $0 + $1.estimate },
                isExact: union.allSatisfy(\.isExact), isCounted: false)
        case .all(let parts):
            guard let best = try bestAccess(parts) else { return nil }
            return RowAccess(
                source: best.access.source, estimate: best.access.estimate, isExact: false, isCounted: false)
        default: return nil
        }
    }

    private func access(_ path: QueryPath, _ condition: ColumnCondition) throws(StorageError) -> RowAccess? {
        let property = property(path.names[0], path)
        if path.names.count > 1 { return try access(through: property, path, condition) }
        guard property.description.kind == .value else { return nil }
        if property.description.isPrimaryKey { return try access(key: condition) }
        guard binding.table.isIndexed(property.column) else { return nil }
        let isText = property.description.columnType == .text || property.description.columnType == .data
        switch condition {
        case .isNil: return try index(property.column, .nils, isExact: true)
        case .within(let bounds): return try index(property.column, .within(bounds), isExact: !isText)
        case .isIn(let values):
            var parts: [RowAccess] = []
            for value in values {
                let range = value == .none ? IndexRange.nils : .within(ValueBounds(only: value))
                parts.append(try index(property.column, range, isExact: !isText || value == .none))
            }
            if parts.count == 1 { return parts[0] }
            return RowAccess(
                source: .union(parts), estimate: parts.reduce(0) { $0 + $1.estimate },
                isExact: parts.allSatisfy(\.isExact), isCounted: false)
        case .text(let text):
            guard text.kind == .startsWith || text.kind == .equals, !text.ignoresCase, !text.ignoresDiacritics else {
                return nil
            }
            return try index(property.column, .startsWith(text.bytes), isExact: false)
        }
    }

    private func index(_ column: Int, _ range: IndexRange, isExact: Bool) throws(StorageError) -> RowAccess {
        RowAccess(
            source: .index(column: column, range), estimate: try binding.table.indexCount(column, range),
            isExact: isExact, isCounted: isExact)
    }

    private func access(key condition: ColumnCondition) throws(StorageError) -> RowAccess? {
        let keys: [Value]
        switch condition {
        case .isNil: keys = [.none]
        case .isIn(let values): keys = values
        case .within(let bounds):
            guard let bound = bounds.lower, bound.isIncluded, bounds.lower == bounds.upper else { return nil }
            keys = [bound.value]
        case .text: return nil
        }
        var rows: Set<RowID> = []
        for key in keys { if let row = try binding.table.find(key: key) { rows.insert(row) } }
        return RowAccess(source: .rows(rows.sorted()), estimate: rows.count, isExact: true, isCounted: true)
    }

    /// The few objects of the target class that answer the question, and from there back along the links.
    private func access(
        through property: PropertyBinding, _ path: QueryPath, _ condition: ColumnCondition
    ) throws(StorageError) -> RowAccess? {
        guard !condition.passesNil, property.description.kind == .link, let target = property.target else { return nil }
        let question = QueryExpression.value(path.dropping(1, to: target.type), condition)
        let planner = QueryPlanner(target)
        guard let best = try planner.bestAccess([question]), best.access.estimate <= Self.targetLimit else {
            return nil
        }
        let targets = try QueryPlan(question, target).scan().rows()
        return try origins(property.column, of: targets)
    }

    private func origins(_ column: Int, of targets: [RowID]) throws(StorageError) -> RowAccess {
        var total = 0
        for target in targets { total += try binding.table.backlinkCount(column, to: target) }
        return RowAccess(
            source: .origins(column: column, of: targets), estimate: total, isExact: true, isCounted: true)
    }
}
