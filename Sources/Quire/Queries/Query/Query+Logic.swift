// Questions combined.
import QuireStorage

extension Query where T == Bool {
    /// What it asks. A stored Bool is a question of its own.
    var question: QueryExpression {
        if case .question(let question) = content { return question }
        return .value(path, .isIn([.bool(true)]))
    }

    /// Objects for which it does not hold.
    public static prefix func ! (query: Query) -> Query { Query(.not(query.question)) }

    /// Objects for which both hold.
    public static func && (a: Query, b: Query) -> Query { Query(a.question && b.question) }

    /// Objects for which at least one holds.
    public static func || (a: Query, b: Query) -> Query { Query(a.question || b.question) }
}
