// What a collection shows, for every kind of element.
import QuireStorage

/// The elements behind a collection. Opaque: it exists so that all collections share their methods.
public struct _ElementSource<Element> {
    enum Kind {
        /// Objects of a Realm.
        case objects(ObjectRows)
        /// The values of a stored list.
        case values(ListPlace<Element>)
        /// The values of a stored list in another order.
        case sortedValues(SortedValues<Element>)
        /// Elements that belong to no Realm.
        case unmanaged([Element])
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    var context: RealmContext? {
        switch kind {
        case .objects(let objects): objects.context
        case .values(let place): place.context
        case .sortedValues(let sorted): sorted.place.context
        case .unmanaged: nil
        }
    }

    var isInvalidated: Bool {
        switch kind {
        case .objects(let objects): !objects.isAlive
        case .values(let place): !place.isAlive
        case .sortedValues(let sorted): !sorted.place.isAlive
        case .unmanaged: false
        }
    }

    var count: Int {
        switch kind {
        case .objects(let objects): objects.count
        case .values(let place): place.count
        case .sortedValues(let sorted): sorted.place.count
        case .unmanaged(let elements): elements.count
        }
    }

    var isEmpty: Bool {
        if case .objects(let objects) = kind { return objects.isEmpty }
        return count == 0
    }

    /// The first element; nil if there is none.
    func first(of name: @autoclosure () -> String) -> Element? {
        if case .objects(let objects) = kind { return objects.first.map { unsafe unsafeElement($0) } }
        return count == 0 ? nil : element(at: 0, of: name())
    }

    /// The element at a position; one that does not exist stops the program.
    func element(at position: Int, of name: @autoclosure () -> String) -> Element {
        switch kind {
        case .objects(let objects): return unsafe unsafeElement(objects.object(at: position, of: name()))
        case .values(let place): return place.element(at: position)
        case .sortedValues(let sorted):
            let elements = sorted.elements()
            if sorted.place.context.isDoomed { return sorted.place.placeholder }
            return Self.element(of: elements, at: position, of: name())
        case .unmanaged(let elements): return Self.element(of: elements, at: position, of: name())
        }
    }

    private static func element(of all: [Element], at position: Int, of name: @autoclosure () -> String) -> Element {
        if !all.indices.contains(position) { stopForMisuse(positionSentence(name(), position, all.count)) }
        return all[position]
    }

    /// Stops the program if a range of positions does not exist; in a doomed scope nothing is known to.
    func check(_ range: Range<Int>, of name: @autoclosure () -> String) {
        let count = count
        if range.lowerBound >= 0, range.upperBound <= count || context?.isDoomed ?? false { return }
        stopForMisuse(rangeSentence(name(), range, count))
    }

    func makeIterator() -> ElementIterator<Element> {
        switch kind {
        case .objects(let objects): ElementIterator(objects)
        case .values(let place): place.makeIterator()
        case .sortedValues, .unmanaged: ElementIterator(elements())
        }
    }

    /// All elements, in order.
    func elements() -> [Element] {
        switch kind {
        case .objects, .values: return Array(IteratorSequence(makeIterator()))
        case .sortedValues(let sorted): return sorted.elements()
        case .unmanaged(let elements): return elements
        }
    }

    /// The first position of an element.
    func position(of element: Element) -> Int? {
        switch kind {
        case .objects(let objects): (element as? Object).flatMap { objects.position(of: $0) }
        case .values(let place): place.position(of: element)
        case .sortedValues, .unmanaged: firstPosition(of: element, in: elements())
        }
    }
}

extension _ElementSource {
    /// An object that stands for it in descriptions.
    var identity: ObjectIdentifier {
        switch kind {
        case .objects(let objects):
            switch objects.source {
            case .sorted(let sorted): ObjectIdentifier(sorted)
            case .filtered(let filtered): ObjectIdentifier(filtered)
            case .fixed(let fixed): ObjectIdentifier(fixed)
            case .table, .list, .inverse: ObjectIdentifier(objects.binding)
            }
        case .values(let place): ObjectIdentifier(place.property)
        case .sortedValues(let sorted): ObjectIdentifier(sorted)
        case .unmanaged: ObjectIdentifier(Element.self)
        }
    }

    /// The same collection in the same order.
    func isSame(as other: _ElementSource) -> Bool {
        switch (kind, other.kind) {
        case (.objects(let first), .objects(let second)): first.isSame(as: second)
        case (.values(let first), .values(let second)): first.isSamePlace(as: second)
        case (.sortedValues(let first), .sortedValues(let second)): first === second
        default: false
        }
    }
}

/// The first position of an element: objects by identity, values by value, NaN nowhere.
func firstPosition<Element>(of element: Element, in elements: [Element]) -> Int? {
    if let object = element as? Object {
        return elements.firstIndex { ($0 as? Object).map { $0 == object || $0.isSameObject(as: object) } ?? false }
    }
    if let text = element as? String {
        return elements.firstIndex { ($0 as? String).map { compareBytes($0, text) == 0 } ?? false }
    }
    guard let key = element as? AnyHashable else { return nil }
    return elements.firstIndex { ($0 as? AnyHashable) == key }
}
