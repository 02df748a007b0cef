// Memory of a fixed size for the hot paths of an import: reading an element touches no reference counts and asks
// nothing but the bound.

/// Plain elements whose number never changes. The elements may be changed through any reference.
@safe
final class JSONFixedArray<Element: BitwiseCopyable> {
    private let start: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        count = elements.count
        unsafe start = .allocate(capacity: max(count, 1))
        for (index, element) in elements.enumerated() { unsafe (start + index).initialize(to: element) }
    }

    deinit { unsafe start.deallocate() }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count, "an element outside of its array")
            return unsafe start[index]
        }
        set {
            precondition(index >= 0 && index < count, "an element outside of its array")
            unsafe start[index] = newValue
        }
    }
}
