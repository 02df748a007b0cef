// What a query says, before any file is asked: a tree that the typed queries build and the planner reads. Other ways to
// write a query would build the same tree.
import QuireStorage

/// A question about objects of one class.
indirect enum QueryExpression {
    case constant(Bool)
    case all([QueryExpression])
    case any([QueryExpression])
    case not(QueryExpression)
    /// A stored value, perhaps at the end of to-one links. Where one of them is nil, so is the value.
    case value(QueryPath, ColumnCondition)
    /// A to-one link leads to one of these objects, or nowhere.
    case object(QueryPath, [Object], orNil: Bool)
    /// The number of elements of a list or an inverse.
    case count(QueryPath, ColumnCondition)
    /// Two stored values.
    case comparison(QueryOperand, QueryComparison, QueryOperand)
}

/// One side of a comparison of two properties.
struct QueryOperand {
    let path: QueryPath
    /// The number of its elements is meant.
    let isCount: Bool
}

/// How two values are compared.
enum QueryComparison {
    case equal, less, lessOrEqual, greater, greaterOrEqual
}

extension QueryExpression {
    static func && (a: QueryExpression, b: QueryExpression) -> QueryExpression {
        .all(a.conjuncts + b.conjuncts)
    }

    static func || (a: QueryExpression, b: QueryExpression) -> QueryExpression {
        .any(a.disjuncts + b.disjuncts)
    }

    /// Expressions that must all hold.
    var conjuncts: [QueryExpression] { if case .all(let parts) = self { parts } else { [self] } }

    private var disjuncts: [QueryExpression] { if case .any(let parts) = self { parts } else { [self] } }
}
