// The way from the root of a tree to a leaf, kept between a descent and the change that follows it.

/// One inner node on the way down and the child taken there.
package struct TreeStep {
    package var reference: NodeReference
    package var index: Int

    @inline(__always)
    package init(reference: NodeReference, index: Int) {
        self.reference = reference
        self.index = index
    }
}

/// At most 32 steps, in memory of its own: a path that were an array would cost a uniqueness check for each step of each
/// descent.
@safe
package final class TreePath: RandomAccessCollection {
    /// Trees are at most this high.
    package static let limit = 32

    private let steps: UnsafeMutablePointer<TreeStep>
    @safe @exclusivity(unchecked) package private(set) var count = 0

    package init() {
        unsafe steps = .allocate(capacity: Self.limit)
        unsafe steps.initialize(repeating: TreeStep(reference: .none, index: 0), count: Self.limit)
    }

    deinit { unsafe steps.deallocate() }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    @inline(__always)
    package subscript(position: Int) -> TreeStep {
        get {
            precondition(position >= 0 && position < count, "a step outside of the path")
            return unsafe steps[position]
        }
        set {
            precondition(position >= 0 && position < count, "a step outside of the path")
            unsafe steps[position] = newValue
        }
    }

    @inline(__always)
    package func append(_ step: TreeStep) {
        precondition(count < Self.limit, "descents are bounded by the height of their tree")
        unsafe steps[count] = step
        count += 1
    }

    @inline(__always)
    package func removeAll() { count = 0 }

    /// Keeps the first steps only.
    package func shorten(to count: Int) { self.count = Swift.min(self.count, count) }
}
