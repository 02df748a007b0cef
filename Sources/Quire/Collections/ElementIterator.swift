// Walking a collection. What is walked is fixed when the walk begins, so that a loop may change what it walks over.

/// Walks a list, an inverse or results as they were when the walk began. Objects that are deleted meanwhile are left
/// out.
public struct ElementIterator<Element>: IteratorProtocol {
    /// Elements that are no stored objects, and the next place in them.
    @usableFromInline let elements: [Element]
    @usableFromInline var position = 0
    /// How many could not be read: something stands in for each, because who copies a collection relies on its count.
    private var missing: Int
    /// The walk over stored objects, which knows no element type, so that a step costs the same for all.
    @usableFromInline let walk: RowWalk?

    init(_ elements: [Element], missing: Int = 0) {
        self.elements = elements
        self.missing = missing
        walk = nil
    }

    init(_ objects: ObjectRows) {
        elements = []
        missing = 0
        walk = RowWalk(objects)
    }

    /// The next element; nil at the end.
    @inlinable
    public mutating func next() -> Element? {
        if let walk {
            guard let object = walk.next() else { return nil }
            return unsafe unsafeElement(object)
        }
        if position == elements.count { return placeholder() }
        position += 1
        return elements[position - 1]
    }

    @usableFromInline
    mutating func placeholder() -> Element? {
        if missing == 0 { return nil }
        missing -= 1
        return zeroElement(Element.self)
    }
}
