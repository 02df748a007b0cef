// Adding and removing elements: the methods of RangeReplaceableCollection as methods of a class, so that they work on a
// `let` and leave `filter` and `+` to the standard library.

extension List {
    /// Adds an element at the end; an unmanaged object is added to the Realm first.
    public func append(_ element: Element) {
        if let place { return place.append(element) }
        unmanagedElements.append(element)
    }

    /// Adds elements at the end; unmanaged objects are added to the Realm first.
    public func append(objectsIn sequence: some Sequence<Element>) {
        append(contentsOf: sequence)
    }

    /// Adds elements at the end; unmanaged objects are added to the Realm first.
    public func append(contentsOf sequence: some Sequence<Element>) {
        if let place { return place.insert(Array(sequence), at: nil) }
        unmanagedElements.append(contentsOf: sequence)
    }

    /// Puts an element before the one at `position`; `count` appends.
    public func insert(_ element: Element, at position: Int) {
        if let place { return place.insert([element], at: position) }
        checkInsertion(position, unmanagedElements.count)
        unmanagedElements.insert(element, at: position)
    }

    /// Puts elements before the one at `position`; `count` appends.
    public func insert(contentsOf collection: some Collection<Element>, at position: Int) {
        if let place { return place.insert(Array(collection), at: position) }
        checkInsertion(position, unmanagedElements.count)
        unmanagedElements.insert(contentsOf: collection, at: position)
    }

    /// Takes the element at a position out. The object itself stays stored; an embedded one dies.
    @discardableResult
    public func remove(at position: Int) -> Element {
        let element = self[position]
        removeSubrange(position..<position + 1)
        return element
    }

    /// Takes the first element out; of an empty list: the program stops.
    @discardableResult
    public func removeFirst() -> Element {
        remove(at: 0)
    }

    /// Takes the last element out; of an empty list: the program stops.
    @discardableResult
    public func removeLast() -> Element {
        remove(at: count - 1)
    }

    /// Takes so many elements out at the start; more than there are stop the program.
    public func removeFirst(_ number: Int) {
        removeSubrange { [self] count in 0..<checked(number, count) }
    }

    /// Takes so many elements out at the end; more than there are stop the program.
    public func removeLast(_ number: Int) {
        removeSubrange { [self] count in count - checked(number, count)..<count }
    }

    /// Takes the last element out; nil if there is none.
    public func popLast() -> Element? {
        isEmpty ? nil : removeLast()
    }

    /// Takes the elements of a range out; embedded objects die.
    public func removeSubrange(_ range: Range<Int>) {
        removeSubrange { _ in range }
    }

    /// Takes the elements of a range such as `2...` out; embedded objects die.
    public func removeSubrange(_ range: some RangeExpression<Int>) {
        removeSubrange { [self] count in resolved(range, count) }
    }

    /// The range is asked for the moment's count where errors are caught: in a doomed scope there is none.
    private func removeSubrange(_ range: (Int) -> Range<Int>) {
        if let place { return place.remove(range) }
        let range = range(unmanagedElements.count)
        check(range, unmanagedElements.count)
        unmanagedElements.removeSubrange(range)
    }

    /// Empties the list. The objects themselves stay stored; embedded ones die.
    public func removeAll() {
        if let place { return place.removeAll() }
        unmanagedElements.removeAll()
    }

    /// Empties the list; capacity matters only to an unmanaged one.
    public func removeAll(keepingCapacity: Bool) {
        if let place { return place.removeAll() }
        unmanagedElements.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Takes out every element that satisfies the condition; if the condition throws, none.
    public func removeAll(where condition: (Element) throws -> Bool) rethrows {
        guard let place else {
            // On a copy, because the condition may look at the list.
            var rest = unmanagedElements
            try rest.removeAll(where: condition)
            unmanagedElements = rest
            return
        }
        let current = Array(self)
        var runs: [Range<Int>] = []
        for (position, element) in current.enumerated() where try condition(element) {
            if let last = runs.last, last.upperBound == position {
                runs[runs.count - 1] = last.lowerBound..<position + 1
            } else {
                runs.append(position..<position + 1)
            }
        }
        place.remove(runs, ofList: current.count)
    }

    /// Puts another element in the place of the one at `index`.
    public func replace(index: Int, object: Element) {
        self[index] = object
    }

    /// Puts other elements in the place of a range; they may be more or fewer.
    public func replaceSubrange(_ range: Range<Int>, with collection: some Collection<Element>) {
        replaceSubrange({ _ in range }, Array(collection))
    }

    /// Puts other elements in the place of a range such as `2...`.
    public func replaceSubrange(_ range: some RangeExpression<Int>, with collection: some Collection<Element>) {
        replaceSubrange({ [self] count in resolved(range, count) }, Array(collection))
    }

    private func replaceSubrange(_ range: (Int) -> Range<Int>, _ elements: [Element]) {
        if let place { return place.replace(range, with: elements) }
        let range = range(unmanagedElements.count)
        check(range, unmanagedElements.count)
        unmanagedElements.replaceSubrange(range, with: elements)
    }

    /// Takes out the elements at the positions of a set, such as SwiftUI's `onDelete` gives.
    public func remove(atOffsets offsets: some Sequence<Int>) {
        for position in Set(offsets).sorted(by: >) { removeSubrange(position..<position + 1) }
    }

    /// Prepares an unmanaged list for so many elements; a managed one needs none.
    public func reserveCapacity(_ number: Int) {
        if place == nil { unmanagedElements.reserveCapacity(number) }
    }

    /// A number of elements to remove; one that the list does not have stops the program.
    private func checked(_ number: Int, _ count: Int) -> Int {
        if number < 0 || number > count {
            stopForMisuse(
                "\(_name): \(number) elements cannot be removed from a list "
                    + "of \(count).")
        }
        return number
    }

    /// A range without bounds on one side, for this count. One that starts behind the end stays outside.
    private func resolved(_ range: some RangeExpression<Int>, _ count: Int) -> Range<Int> {
        let open = range.relative(to: 0..<Int.max)
        return open.upperBound == .max ? open.lowerBound..<Swift.max(open.lowerBound, count) : open
    }
}
