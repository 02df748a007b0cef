// Queries on collections.

extension RealmCollection where Element: Object {
    /// The objects for which a query holds, as a lazy and live view in the order that they have here.
    ///
    /// The closure runs once, at once, and describes the question; see ``Query``. What it takes is evaluated when
    /// somebody asks: primary keys, indexes and inverses lead to the objects where they can, and otherwise the columns
    /// are read, without making objects. The answer is kept until the Realm shows another state.
    ///
    /// Elements that belong to no Realm cannot be asked for; use `filter`.
    public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
        let question = isIncluded(Query<Element>(.path(QueryPath(root: Element.self)))).question
        switch _source.kind {
        case .objects(let objects): return Results(objects.filtered(by: question))
        case .unmanaged(let elements) where elements.isEmpty: return Results(_source)
        case .unmanaged, .values, .sortedValues:
            stopForMisuse("\(_name) belongs to no Realm and cannot be queried: use filter { }, or add its owner first.")
        }
    }

    /// The first position of an object for which a query holds.
    public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
        self.where(isIncluded).first.flatMap { index(of: $0) }
    }
}
