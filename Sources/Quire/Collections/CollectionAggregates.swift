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
        _source.extreme(of: path, largest: false).flatMap { number($0, as: V.self) }
    }

    /// The same of an optional property; nil is left out.
    public func min<V: MinMaxType>(of path: KeyPath<Element, V?>) -> V? {
        _source.extreme(of: path, largest: false).flatMap { number($0, as: V.self) }
    }

    /// The largest value of a property; nil if there is none. NaN is left out.
    public func max<V: MinMaxType>(of path: KeyPath<Element, V>) -> V? {
        _source.extreme(of: path, largest: true).flatMap { number($0, as: V.self) }
    }

    /// The same of an optional property; nil is left out.
    public func max<V: MinMaxType>(of path: KeyPath<Element, V?>) -> V? {
        _source.extreme(of: path, largest: true).flatMap { number($0, as: V.self) }
    }

    /// The sum of a property; 0 if there is nothing to add. Integers are added exactly; a sum that its type has no room
    /// for is `.valueOutOfRange` in a throwing scope and stops the program outside.
    public func sum<V: AddableType>(of path: KeyPath<Element, V>) -> V {
        sum(_source.total(of: path))
    }

    /// The same of an optional property; nil is left out.
    public func sum<V: AddableType>(of path: KeyPath<Element, V?>) -> V {
        sum(_source.total(of: path))
    }

    /// The mean of a property; nil if there is no value. Integers are added exactly.
    public func average<V: AddableType>(of path: KeyPath<Element, V>) -> Double? {
        mean(_source.total(of: path))
    }

    /// The same of an optional property; nil is left out.
    public func average<V: AddableType>(of path: KeyPath<Element, V?>) -> Double? {
        mean(_source.total(of: path))
    }

    private func sum<V: AddableType>(_ total: ColumnTotal) -> V {
        if !total.isInteger { return number(.double(total.double), as: V.self) ?? .zero }
        if let sum = integerValue(total.integer, as: V.self) { return sum }
        if let sum = Double(total.integer) as? V ?? Float(total.integer) as? V { return sum }
        let sentence = "The sum \(total.integer) does not fit \(V.self): add up a smaller collection, or as Double."
        guard let context = _source.context else { stopForMisuse(sentence) }
        context.found(Realm.Error(.valueOutOfRange, sentence, file: context.path))
        return .zero
    }

    private func mean(_ total: ColumnTotal) -> Double? {
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

extension _ElementSource {
    /// The sum of a property: a scan of its column where that is possible, else value by value.
    fileprivate func total<V>(of path: KeyPath<Element, V>) -> ColumnTotal {
        if let scanned = scannedColumn(path) {
            return scanned.objects.context.attempt(ColumnTotal()) { () throws(StorageError) in
                if let scan = try scanned.objects.scan() { return try scan.total(of: scanned.column) }
                return total(numbers(path))
            }
        }
        return total(numbers(path))
    }

    private func total(_ values: [Value]) -> ColumnTotal {
        var total = ColumnTotal()
        for value in values { total.add(value) }
        return total
    }

    /// The first smallest or largest value of a property; nil and NaN are none.
    fileprivate func extreme<V>(of path: KeyPath<Element, V>, largest: Bool) -> Value? {
        if let scanned = scannedColumn(path) {
            return scanned.objects.context.attempt(nil) { () throws(StorageError) in
                if let scan = try scanned.objects.scan() {
                    return try scan.extreme(of: scanned.column, largest: largest)
                }
                return firstExtreme(numbers(path), largest: largest)
            }
        }
        return firstExtreme(numbers(path), largest: largest)
    }

    private func scannedColumn<V>(_ path: KeyPath<Element, V>) -> (objects: ObjectRows, column: Int)? {
        guard case .objects(let objects) = kind, let column = ColumnPath(path, from: objects.binding),
            let number = column.scannedColumn,
            !column.property.description.isOptional || ColumnPath.isProperty(path, of: objects.binding)
        else { return nil }
        return (objects, number)
    }
}

private func firstExtreme(_ values: [Value], largest: Bool) -> Value? {
    let keys = SortKeyColumn(values)
    var best: Int?
    for place in values.indices where keys.isNumber(place) {
        guard let current = best else {
            best = place
            continue
        }
        if keys.compare(place, current) == (largest ? 1 : -1) { best = place }
    }
    return best.map { values[$0] }
}
