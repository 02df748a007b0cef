// Queries as Swift writes them: what a closure of `where` is given, and what it gives back.
import QuireStorage

/// A property of the objects that are asked for, or, as `Query<Bool>`, a question about them.
///
/// ```swift
/// let rich = realm.objects(Item.self).where { $0.balance > 5000 && $0.product.name.contains("99") }
/// ```
///
/// Properties are reached by name, also through to-one links; where a link is nil, what lies behind it is nil. A
/// comparison with nil by `<`, `<=`, `>` or `>=` never holds, `==` and `!=` compare it like any other value, and `!`
/// turns an answer around: what Swift itself would say of `object.link?.property`. NaN equals nothing, both zeros are
/// one number, and text and data are compared by their bytes.
///
/// A key path to something that is not stored stops the program.
@dynamicMemberLookup
public struct Query<T> {
    enum Content {
        case path(QueryPath)
        case count(QueryPath)
        case question(QueryExpression)
    }

    let content: Content

    init(_ content: Content) { self.content = content }

    init(_ question: QueryExpression) { content = .question(question) }

    /// A property.
    public subscript<V>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: Object {
        Query<V>(.path(path.appending(member, of: T.self)))
    }

    /// A property of the object that a link leads to; nil where the link is.
    public subscript<V>(dynamicMember member: KeyPath<T.Wrapped, V>) -> Query<V>
    where T: _QueryOptional, T.Wrapped: Object {
        Query<V>(.path(path.appending(member, of: T.Wrapped.self)))
    }

    /// The way to the property.
    var path: QueryPath {
        switch content {
        case .path(let path), .count(let path): return path
        case .question: stopForMisuse("A query's answer has no properties: compare properties of the object.")
        }
    }
}

@available(*, unavailable)
extension Query: Sendable {}

/// An optional property.
public protocol _QueryOptional<Wrapped> {
    associatedtype Wrapped
}

extension Optional: _QueryOptional {}

extension Query where T: RealmCollection {
    /// How many elements a list has, or how many links lead here: `$0.items.count > 3`.
    public var count: Query<Int> { Query<Int>(.count(path)) }
}

extension Query where T: PersistableEnum {
    /// The stored value of an enum, to compare with others than its cases.
    public var rawValue: Query<T.RawValue> { Query<T.RawValue>(.path(path)) }
}

extension Query where T: _QueryOptional, T.Wrapped: PersistableEnum {
    /// The stored value of an enum, to compare with others than its cases.
    public var rawValue: Query<T.Wrapped.RawValue?> { Query<T.Wrapped.RawValue?>(.path(path)) }
}

extension Query {
    /// What is asked of the property.
    func asking(_ condition: ColumnCondition) -> Query<Bool> {
        switch content {
        case .path(let path): return Query<Bool>(.value(path, condition))
        case .count(let path): return Query<Bool>(.count(path, condition))
        case .question(let question):
            // `(a && b) == true`.
            switch condition {
            case .isIn(let values) where values == [.bool(true)]: return Query<Bool>(question)
            case .isIn(let values) where values == [.bool(false)]: return Query<Bool>(.not(question))
            default: stopForMisuse("An answer of a query can be compared with true and false only.")
            }
        }
    }

    /// Both sides of a comparison of two properties.
    func comparing(_ comparison: QueryComparison, _ other: Query) -> Query<Bool> {
        Query<Bool>(.comparison(operand, comparison, other.operand))
    }

    private var operand: QueryOperand {
        switch content {
        case .path(let path): return QueryOperand(path: path, isCount: false)
        case .count(let path): return QueryOperand(path: path, isCount: true)
        case .question: stopForMisuse("Answers of a query cannot be compared with each other: use &&, || and !.")
        }
    }
}
