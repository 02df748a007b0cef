// What the importer's stack is made of: arrays that grow and shrink at their ends many times for each object. Reaching
// an element asks for its bound and nothing else.

/// Plain elements. They may be changed through any reference.
@safe
final class JSONStack<Element: BitwiseCopyable> {
    @exclusivity(unchecked) private var start: UnsafeMutablePointer<Element>
    @safe @exclusivity(unchecked) private var capacity: Int
    @safe @exclusivity(unchecked) private(set) var count = 0

    init() {
        capacity = 64
        unsafe start = .allocate(capacity: capacity)
    }

    deinit { unsafe start.deallocate() }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inline(__always)
    func append(_ element: Element) {
        if count == capacity { grow(by: 1) }
        unsafe (start + count).initialize(to: element)
        count &+= 1
    }

    /// Adds one and the same element several times.
    @inline(__always)
    func append(_ element: Element, count number: Int) {
        if number > capacity - count { grow(by: number) }
        for position in count..<count + number { unsafe (start + position).initialize(to: element) }
        count &+= number
    }

    private func grow(by number: Int) {
        let larger = max(capacity * 2, capacity + number)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe moved.moveInitialize(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = moved
        capacity = larger
    }

    /// Drops what is behind the first elements.
    @inline(__always)
    func shorten(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count, "an element outside of its stack")
        count = newCount
    }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        _read {
            precondition(index >= 0 && index < count, "an element outside of its stack")
            yield unsafe start[index]
        }
        _modify {
            precondition(index >= 0 && index < count, "an element outside of its stack")
            yield unsafe &start[index]
        }
    }

    /// A copy of the elements from an index on.
    func elements(from index: Int) -> [Element] {
        precondition(index >= 0 && index <= count, "an element outside of its stack")
        return unsafe Array(UnsafeBufferPointer(start: start + index, count: count - index))
    }
}
