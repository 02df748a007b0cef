// Changing the order of elements. A managed list moves its elements by place, so that embedded objects stay alive and
// links that wait for a key stay where they belong.

extension List {
    /// Takes the element at `from` out and puts it so that it ends up at index `to`.
    public func move(from: Int, to: Int) {
        if let place { return place.move(from: from, to: to) }
        check(from, unmanagedElements.count)
        check(to, unmanagedElements.count)
        let element = unmanagedElements.remove(at: from)
        unmanagedElements.insert(element, at: to)
    }

    /// Moves the elements at these positions, in their order, before the element that is at `toOffset` now, as
    /// SwiftUI's `onMove` asks for.
    public func move(fromOffsets offsets: some Sequence<Int>, toOffset target: Int) {
        let moved = Set(offsets)
        if let place { return place.move(moved, before: target) }
        let count = unmanagedElements.count
        for position in moved { check(position, count) }
        checkInsertion(target, count)
        reorder(movedOrder(count, moving: moved, before: target))
    }

    /// Exchanges the elements at two positions.
    public func swapAt(_ i: Int, _ j: Int) {
        if let place { return place.swap(i, j) }
        check(i, unmanagedElements.count)
        check(j, unmanagedElements.count)
        unmanagedElements.swapAt(i, j)
    }

    /// Puts the elements in the opposite order.
    public func reverse() {
        guard place != nil else { return unmanagedElements.reverse() }
        reorder(Array((0..<count).reversed()))
    }

    /// Stable.
    public func sort(by precedes: (Element, Element) throws -> Bool) rethrows {
        let current = Array(self)
        reorder(
            try current.indices.sorted { a, b in
                if try precedes(current[a], current[b]) { return true }
                return try a < b && !precedes(current[b], current[a])
            })
    }

    /// Puts the elements in a random order.
    public func shuffle() {
        var generator = SystemRandomNumberGenerator()
        shuffle(using: &generator)
    }

    /// Puts the elements in an order that a generator decides.
    public func shuffle(using generator: inout some RandomNumberGenerator) {
        guard place != nil else { return unmanagedElements.shuffle(using: &generator) }
        reorder((0..<count).shuffled(using: &generator))
    }

    /// Puts the elements that satisfy the condition behind all others, and gives the position of the first of them.
    /// Within the two parts the order stays.
    @discardableResult
    public func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
        let current = Array(self)
        var first: [Int] = []
        var second: [Int] = []
        for position in current.indices {
            if try belongsInSecondPartition(current[position]) {
                second.append(position)
            } else {
                first.append(position)
            }
        }
        reorder(first + second)
        return first.count
    }

    /// Gives place i the element that was at `order[i]`.
    private func reorder(_ order: [Int]) {
        if let place { return place.reorder(order) }
        unmanagedElements = order.map { unmanagedElements[$0] }
    }
}

extension List where Element: Comparable {
    /// Puts the smallest first; stable.
    public func sort() {
        sort(by: <)
    }
}

/// The positions of a list of `count` elements once some of them, in their order, were moved before the one at
/// `target`.
func movedOrder(_ count: Int, moving moved: Set<Int>, before target: Int) -> [Int] {
    let stay = (0..<count).filter { !moved.contains($0) }
    return stay.filter { $0 < target } + moved.sorted() + stay.filter { $0 >= target }
}
