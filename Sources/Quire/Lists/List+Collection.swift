// Reading and replacing elements by position.
import QuireStorage

extension List: RealmCollection, MutableCollection {
    /// What it shows.
    public var _source: _ElementSource<Element> {
        guard let place else { return _ElementSource(.unmanaged(unmanagedElements)) }
        guard let target = place.property.target else { return _ElementSource(.values(place)) }
        return _ElementSource(.objects(ObjectRows(target, .list(place.property, place.owner))))
    }

    /// 0.
    public var startIndex: Int { 0 }
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

    /// The next position; not compared with the count, which costs a look into the store and may be gone in a doomed
    /// scope.
    public func index(after position: Int) -> Int { position + 1 }
    /// The position before.
    public func index(before position: Int) -> Int { position - 1 }
    /// The position so many places on.
    public func index(_ position: Int, offsetBy distance: Int) -> Int { position + distance }

    /// The results of a closure for every element. As the standard library's, but legal also where the closure
    /// changes this collection or reading it fails.
    public func map<T, E: Swift.Error>(_ transform: (Element) throws(E) -> T) throws(E) -> [T] {
        var results: [T] = []
        for element in self { results.append(try transform(element)) }
        return results
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
