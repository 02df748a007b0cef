// The values of a stored list in another order. The order is made when somebody asks, and again when the Realm shows
// something else.
import QuireStorage

/// A criterion of a sort by what a closure makes of an element.
typealias ElementCriterion<Element> = (key: (Element) -> Value, ascending: Bool)

/// Values in the order of some criteria, remembered for one version.
final class SortedValues<Element> {
    let place: ListPlace<Element>
    private let criteria: [ElementCriterion<Element>]
    private var cache = VersionCache<Element>()

    init(_ place: ListPlace<Element>, by criteria: [ElementCriterion<Element>]) {
        self.place = place
        self.criteria = criteria
    }

    /// By another criterion first; where that is equal, in the order that they have here.
    func sorted(by key: @escaping (Element) -> Value, _ ascending: Bool) -> SortedValues {
        SortedValues(place, by: [(key, ascending)] + criteria)
    }

    /// The values, which are placeholders in a doomed scope.
    func elements() -> [Element] {
        let place = place
        let criteria = criteria
        return place.context.attempt([]) { () throws(StorageError) in
            try cache.elements(in: place.context) { () throws(StorageError) in
                sortedElements(Array(IteratorSequence(place.makeIterator())), by: criteria)
            }
        }
    }
}

/// Elements in the order of some criteria; stable.
func sortedElements<Element>(_ elements: [Element], by criteria: [ElementCriterion<Element>]) -> [Element] {
    let keys = criteria.map { (keys: SortKeyColumn(elements.map($0.key)), ascending: $0.ascending) }
    return sortedOrder(count: elements.count, by: keys).map { elements[$0] }
}
