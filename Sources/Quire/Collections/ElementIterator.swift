// Walking a collection. What is walked is fixed when the walk begins, so that a loop may change what it walks over.

/// Walks a list, an inverse or results as they were when the walk began. Objects that are deleted meanwhile are left out.
public struct ElementIterator<Element>: IteratorProtocol {
    /// Elements that are no stored objects, and the next place in them.
    @usableFromInline let elements: [Element]
    @usableFromInline var position = 0
    /// The walk over stored objects, which knows no element type, so that a step costs the same for all.
    @usableFromInline let walk: RowWalk?

    init(_ elements: [Element]) {
        self.elements = elements
        walk = nil
    }

    init(_ objects: ObjectRows) {
        elements = []
        walk = RowWalk(objects)
    }

    /// The next element; nil at the end.
    @inlinable
    public mutating func next() -> Element? {
        if let walk {
            guard let object = walk.next() else { return nil }
            return unsafe unsafeElement(object)
        }
        if position == elements.count { return nil }
        position += 1
        return elements[position - 1]
    }
}
