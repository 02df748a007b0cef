// From questions by name to tests of columns.
import QuireStorage

/// Prepares questions about one class.
struct QueryPlanner {
    let binding: ClassBinding

    init(_ binding: ClassBinding) { self.binding = binding }

    /// The test that asks a question of each row.
    func test(_ question: QueryExpression) -> RowTest {
        switch question {
        case .constant(let answer): return ConstantTest(answer)
        case .all(let parts): return AllTest(parts.map(test))
        case .any(let parts): return AnyTest(parts.map(test))
        case .not(let part): return NotTest(test(part))
        case .value(let path, let condition):
            return test(path, passesNil: condition.passesNil) { property in
                guard property.description.kind == .value else { stopForMisuse(Self.sentence(path, "no single value")) }
                return property.table.test(property.column, condition)
            }
        case .object(let path, let objects, let orNil):
            return test(path, passesNil: orNil) { property in
                LinkTest(Self.step(property, path), to: rows(of: objects), orNil: orNil)
            }
        case .count(let path, let condition):
            return test(path, passesNil: false) { property in
                CountTest(Self.countSource(property, path), condition)
            }
        case .comparison(let first, let comparison, let second):
            let first = QueryReader(first, binding)
            let second = QueryReader(second, binding)
            return ComputedTest { row throws(StorageError) in
                comparison.holds(try first.value(of: row), try second.value(of: row))
            }
        }
    }

    /// Follows a path to its last property and wraps that one's test into the links before it.
    private func test(_ path: QueryPath, passesNil: Bool, _ make: (PropertyBinding) -> RowTest) -> RowTest {
        var steps: [LinkStep] = []
        var owner = binding
        for name in path.names.dropLast() {
            let property = QueryPlanner(owner).property(name, path)
            steps.append(Self.step(property, path))
            guard let next = property.target ?? property.origin?.owner else {
                stopForMisuse(Self.sentence(path, "no link that this Realm knows"))
            }
            owner = next
        }
        guard let name = path.names.last else { stopForMisuse(Self.sentence(path, "no property")) }
        var test = make(QueryPlanner(owner).property(name, path))
        for step in steps.reversed() { test = LinkedTest(step, test, orNil: passesNil) }
        return test
    }

    /// The property of a name.
    func property(_ name: String, _ path: QueryPath) -> PropertyBinding {
        guard let property = binding.property(named: name) else {
            stopForMisuse(Self.sentence(path, "no stored property of \(binding.name)"))
        }
        return property
    }

    /// The column of a to-one link; nil if the property is none.
    func linkColumn(_ name: String) -> Int? {
        binding.property(named: name).flatMap { $0.description.kind == .link ? $0.column : nil }
    }

    static func step(_ property: PropertyBinding, _ path: QueryPath) -> LinkStep {
        if property.description.kind == .link, let target = property.target {
            return .link(ScanColumn(property.table, property.column), target: target.table)
        }
        guard property.description.kind == .singleInverse, let origin = property.origin else {
            stopForMisuse(sentence(path, "no link to one object"))
        }
        return .inverse(origin: origin.table, column: origin.column)
    }

    static func countSource(_ property: PropertyBinding, _ path: QueryPath) -> CountTest.Source {
        if property.description.kind == .list { return .list(property.table, column: property.column) }
        guard let origin = property.origin else { stopForMisuse(sentence(path, "nothing that can be counted")) }
        return .inverse(origin: origin.table, column: origin.column)
    }

    static func sentence(_ path: QueryPath, _ what: String) -> String {
        "The query of \(path.root) leads along \(path) to \(what): ask for a stored property of that kind."
    }

    /// The rows of objects that this Realm stores; others are no link's target.
    func rows(of objects: [Object]) -> [RowID] {
        objects.filter { $0.context === binding.context && !$0.isInvalidated }.map(\.row)
    }
}
