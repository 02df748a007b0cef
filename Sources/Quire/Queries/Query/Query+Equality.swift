// Equal, unequal, one of several: for every type that a property may have.
import QuireStorage

extension Query where T: PersistableValue {
    /// Objects whose property has this value. nil equals nil; NaN equals nothing, -0.0 equals 0.0; text equals text of
    /// the same UTF-8 bytes. A link equals the stored object that it leads to: an object that is not stored in this
    /// Realm is no link's target.
    public static func == (query: Query, value: T) -> Query<Bool> { query.isAmong([value]) }

    /// Objects whose property does not have this value, those whose property is nil or NaN included.
    public static func != (query: Query, value: T) -> Query<Bool> { !(query == value) }

    /// Objects that have the same value in two properties; nil and nil are the same.
    public static func == (query: Query, other: Query) -> Query<Bool> { query.comparing(.equal, other) }

    /// Objects that have different values in two properties.
    public static func != (query: Query, other: Query) -> Query<Bool> { !(query == other) }

    /// Objects whose property is equal to one of these values.
    public func `in`<Values: Sequence>(_ values: Values) -> Query<Bool> where Values.Element == T {
        isAmong(Array(values))
    }

    private func isAmong(_ values: [T]) -> Query<Bool> {
        guard let coder = ValueCoder<T>.shared else {
            stopForMisuse("\(T.self) cannot be compared in a query: compare single values, or count.")
        }
        guard coder.shape.type == .link else { return asking(.isIn(values.map { coder.encodeScalar($0) })) }
        let objects = values.compactMap { unwrapped($0) as? Object }
        return Query<Bool>(.object(path, objects, orNil: objects.count < values.count))
    }
}
