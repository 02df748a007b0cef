// Smaller, larger, within a range: for numbers and dates, for text and data by their bytes.
import QuireStorage

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What has an order in a query, optional or not.
public protocol _QueryOrdered: PersistableValue {}
/// What a query compares by size: numbers and dates, optional or not.
public protocol _QueryNumeric: _QueryOrdered {}
/// What a query compares byte by byte: text and data, optional or not.
public protocol _QueryBinary: _QueryOrdered {}
/// Text, optional or not.
public protocol _QueryString: _QueryBinary {}

extension Int: _QueryNumeric {}
extension Int8: _QueryNumeric {}
extension Int16: _QueryNumeric {}
extension Int32: _QueryNumeric {}
extension Int64: _QueryNumeric {}
extension Float: _QueryNumeric {}
extension Double: _QueryNumeric {}
extension Date: _QueryNumeric {}
extension String: _QueryString {}
extension Data: _QueryBinary {}
extension Optional: _QueryOrdered where Wrapped: _QueryOrdered {}
extension Optional: _QueryNumeric where Wrapped: _QueryNumeric {}
extension Optional: _QueryBinary where Wrapped: _QueryBinary {}
extension Optional: _QueryString where Wrapped: _QueryString {}

extension Query where T: _QueryOrdered {
    /// Objects whose property is larger, or comes later byte by byte. nil and NaN do not.
    public static func > (query: Query, value: T) -> Query<Bool> { query.bounded(.greater, value) }
    /// Objects whose property is as large, or larger.
    public static func >= (query: Query, value: T) -> Query<Bool> { query.bounded(.greaterOrEqual, value) }
    /// Objects whose property is smaller.
    public static func < (query: Query, value: T) -> Query<Bool> { query.bounded(.less, value) }
    /// Objects whose property is as large, or smaller.
    public static func <= (query: Query, value: T) -> Query<Bool> { query.bounded(.lessOrEqual, value) }

    /// Objects in which the first property is larger than the second.
    public static func > (query: Query, other: Query) -> Query<Bool> { query.comparing(.greater, other) }
    /// Objects in which the first property is at least as large as the second.
    public static func >= (query: Query, other: Query) -> Query<Bool> { query.comparing(.greaterOrEqual, other) }
    /// Objects in which the first property is smaller than the second.
    public static func < (query: Query, other: Query) -> Query<Bool> { query.comparing(.less, other) }
    /// Objects in which the first property is at most as large as the second.
    public static func <= (query: Query, other: Query) -> Query<Bool> { query.comparing(.lessOrEqual, other) }
}

extension Query where T: PersistableEnum, T.RawValue: _QueryNumeric {
    /// Objects whose enum has a larger raw value.
    public static func > (query: Query, value: T) -> Query<Bool> { query.bounded(.greater, value) }
    /// Objects whose enum has this raw value, or a larger one.
    public static func >= (query: Query, value: T) -> Query<Bool> { query.bounded(.greaterOrEqual, value) }
    /// Objects whose enum has a smaller raw value.
    public static func < (query: Query, value: T) -> Query<Bool> { query.bounded(.less, value) }
    /// Objects whose enum has this raw value, or a smaller one.
    public static func <= (query: Query, value: T) -> Query<Bool> { query.bounded(.lessOrEqual, value) }
}

extension Query where T: _QueryNumeric & Comparable {
    /// Objects whose property lies in the range.
    public func contains(_ range: Range<T>) -> Query<Bool> {
        within(range.lowerBound, range.upperBound, includesUpper: false)
    }
    /// Objects whose property lies in the range, its ends included.
    public func contains(_ range: ClosedRange<T>) -> Query<Bool> {
        within(range.lowerBound, range.upperBound, includesUpper: true)
    }
}

extension Query where T: _QueryOptional, T.Wrapped: _QueryNumeric & Comparable {
    /// Objects whose property lies in the range; nil does not.
    public func contains(_ range: Range<T.Wrapped>) -> Query<Bool> {
        within(range.lowerBound, range.upperBound, includesUpper: false)
    }
    /// Objects whose property lies in the range, its ends included; nil does not.
    public func contains(_ range: ClosedRange<T.Wrapped>) -> Query<Bool> {
        within(range.lowerBound, range.upperBound, includesUpper: true)
    }
}

extension Query {
    fileprivate func bounded(_ comparison: QueryComparison, _ value: T) -> Query<Bool> {
        let stored = storedConstant(value)
        // nil is neither larger nor smaller than anything.
        guard stored != .none else { return Query<Bool>(.constant(false)) }
        return asking(.within(ValueBounds(comparison, stored)))
    }

    fileprivate func within<V>(_ lower: V, _ upper: V, includesUpper: Bool) -> Query<Bool> {
        asking(
            .within(
                ValueBounds(
                    lower: ValueBounds.Bound(storedConstant(lower), isIncluded: true),
                    upper: ValueBounds.Bound(storedConstant(upper), isIncluded: includesUpper))))
    }
}

extension ValueBounds {
    /// What compares to a value in this way.
    init(_ comparison: QueryComparison, _ value: Value) {
        switch comparison {
        case .equal: self.init(only: value)
        case .greater: self.init(lower: Bound(value, isIncluded: false))
        case .greaterOrEqual: self.init(lower: Bound(value, isIncluded: true))
        case .less: self.init(upper: Bound(value, isIncluded: false))
        case .lessOrEqual: self.init(upper: Bound(value, isIncluded: true))
        }
    }
}

/// A value of a query as the engine stores it.
func storedConstant<V>(_ value: V) -> Value { ValueCoder<V>.shared?.encodeScalar(value) ?? .none }
