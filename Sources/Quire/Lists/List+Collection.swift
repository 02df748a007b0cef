// Reading and replacing elements by position.
import QuireStorage

extension List: _EagerRealmCollection, MutableCollection {
    /// What it shows.
    public var _source: _ElementSource<Element> {
        guard let place else { return _ElementSource(.unmanaged(unmanagedElements)) }
        guard let target = place.property.target else { return _ElementSource(.values(place)) }
        return _ElementSource(.objects(ObjectRows(target, .list(place.property, place.owner))))
    }

    /// "Class.property", or "List<Element>" while unmanaged.
    public var _name: String { place?.name ?? "List<\(Element.self)>" }
    /// The number of elements; O(log n).
    public var endIndex: Int { place?.count ?? unmanagedElements.count }

    /// The element at a position; O(log n). A position outside `0..<count` stops the program with both numbers, as does
    /// assigning outside a write. Assigning an unmanaged object adds it.
    public subscript(position: Int) -> Element {
        get {
            if let place { return place.element(at: position) }
            if unmanagedElements.indices.contains(position) { return unmanagedElements[position] }
            if KeyPathTrace.current != nil, let any = unmanagedElements.first { return any }
            check(position, unmanagedElements.count)
            return unmanagedElements[position]
        }
        set {
            if let place { return place.set(newValue, at: position) }
            check(position, unmanagedElements.count)
            unmanagedElements[position] = newValue
        }
    }

    /// The elements of a range of positions, as a view; assigning replaces them one by one, so there must be as many. A
    /// range that does not lie within `0..<count` stops the program with its bounds and the count.
    public subscript(bounds: Range<Int>) -> Slice<List> {
        get {
            _source.check(bounds, of: _name)
            return Slice(base: self, bounds: bounds)
        }
        set {
            let elements = Array(newValue)
            if elements.count != bounds.count {
                stopForMisuse(
                    "\(_name): \(elements.count) elements cannot take the place of \(bounds.count); use "
                        + "replaceSubrange(_:with:).")
            }
            for (position, element) in zip(bounds, elements) { self[position] = element }
        }
    }

    /// The elements as they are now.
    public func makeIterator() -> ElementIterator<Element> {
        place?.makeIterator() ?? ElementIterator(unmanagedElements)
    }

    /// Stops the program unless `position` is one of the `count` positions.
    func check(_ position: Int, _ count: Int) {
        if position < 0 || position >= count {
            stopForMisuse(positionSentence("List<\(Element.self)>", position, count))
        }
    }

    /// Stops the program unless `position` is a place at which something can be inserted.
    func checkInsertion(_ position: Int, _ count: Int) {
        if position < 0 || position > count {
            stopForMisuse(insertionSentence("List<\(Element.self)>", position, count))
        }
    }

    /// Stops the program unless the range lies within the `count` positions.
    func check(_ range: Range<Int>, _ count: Int) {
        if range.lowerBound < 0 || range.upperBound > count {
            stopForMisuse(rangeSentence("List<\(Element.self)>", range, count))
        }
    }
}

extension List: CustomStringConvertible {
    /// `List<Class> <0x…> (`, a line for each element, a hundred at most, `)`.
    public var description: String {
        describe("List", at: ObjectIdentifier(self))
    }
}
