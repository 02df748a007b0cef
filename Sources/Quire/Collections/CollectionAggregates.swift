// Smallest, largest, sum and average of a property. Read value by value from the columns; nil and missing links are
// left out.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import QuireStorage

/// What has a smallest and a largest: numbers and dates.
public protocol MinMaxType {}
/// What can be added up: numbers.
public protocol AddableType: MinMaxType, AdditiveArithmetic {}

extension Int: AddableType {}
extension Int8: AddableType {}
extension Int16: AddableType {}
extension Int32: AddableType {}
extension Int64: AddableType {}
extension Float: AddableType {}
extension Double: AddableType {}
extension Date: MinMaxType {}

extension RealmCollection {
    /// The smallest value of a property; nil if there is none. NaN is left out.
    public func min<V: MinMaxType>(of path: KeyPath<Element, V>) -> V? {
        extreme(of: _source.numbers(path), ascending: true).flatMap { number($0, as: V.self) }
    }

    /// The same of an optional property; nil is left out.
    public func min<V: MinMaxType>(of path: KeyPath<Element, V?>) -> V? {
        extreme(of: _source.numbers(path), ascending: true).flatMap { number($0, as: V.self) }
    }

    /// The largest value of a property; nil if there is none. NaN is left out.
    public func max<V: MinMaxType>(of path: KeyPath<Element, V>) -> V? {
        extreme(of: _source.numbers(path), ascending: false).flatMap { number($0, as: V.self) }
    }

    /// The same of an optional property; nil is left out.
    public func max<V: MinMaxType>(of path: KeyPath<Element, V?>) -> V? {
        extreme(of: _source.numbers(path), ascending: false).flatMap { number($0, as: V.self) }
    }

    /// The sum of a property; 0 if there is nothing to add. Integers are added exactly; a sum that its type has no room
    /// for is `.valueOutOfRange` in a throwing scope and stops the program outside.
    public func sum<V: AddableType>(of path: KeyPath<Element, V>) -> V {
        total(of: _source.numbers(path))
    }

    /// The same of an optional property; nil is left out.
    public func sum<V: AddableType>(of path: KeyPath<Element, V?>) -> V {
        total(of: _source.numbers(path))
    }

    /// The mean of a property; nil if there is no value. Integers are added exactly.
    public func average<V: AddableType>(of path: KeyPath<Element, V>) -> Double? {
        mean(of: _source.numbers(path))
    }

    /// The same of an optional property; nil is left out.
    public func average<V: AddableType>(of path: KeyPath<Element, V?>) -> Double? {
        mean(of: _source.numbers(path))
    }

    private func total<V: AddableType>(of values: [Value]) -> V {
        let total = Total(values)
        if !total.isInteger { return number(.double(total.double), as: V.self) ?? .zero }
        if let sum = integerValue(total.integer, as: V.self) { return sum }
        if let sum = Double(total.integer) as? V ?? Float(total.integer) as? V { return sum }
        let sentence = "The sum \(total.integer) does not fit \(V.self): add up a smaller collection, or as Double."
        guard let context = _source.context else { stopForMisuse(sentence) }
        context.found(Realm.Error(.valueOutOfRange, sentence, file: context.path))
        return .zero
    }

    private func mean(of values: [Value]) -> Double? {
        let total = Total(values)
        if total.count == 0 { return nil }
        return (total.isInteger ? Double(total.integer) : total.double) / Double(total.count)
    }
}

extension RealmCollection where Element: AddableType {
    /// The sum of the numbers.
    public func sum() -> Element { sum(of: \.self) }
    /// The mean of the numbers; nil if there is none.
    public func average() -> Double? { average(of: \.self) }
}

/// The sum of stored numbers.
private struct Total {
    var count = 0
    var integer: Int128 = 0
    var double = 0.0
    var isInteger = true

    init(_ values: [Value]) {
        for value in values {
            switch value {
            case .int(let number): integer += Int128(number)
            case .double(let number): addDouble(number)
            case .float(let number): addDouble(Double(number))
            default: continue
            }
            count += 1
        }
    }

    private mutating func addDouble(_ number: Double) {
        isInteger = false
        double += number
    }
}

/// The first smallest or largest value; nil and NaN are none.
private func extreme(of values: [Value], ascending: Bool) -> Value? {
    let keys = SortKeyColumn(values)
    var best: Int?
    for place in values.indices where keys.isNumber(place) {
        guard let current = best else {
            best = place
            continue
        }
        if keys.compare(place, current) == (ascending ? -1 : 1) { best = place }
    }
    return best.map { values[$0] }
}
