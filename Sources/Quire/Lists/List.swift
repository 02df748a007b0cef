// The list as a class: what it is made of, and how it becomes part of a stored object.
import QuireStorage

/// An ordered collection of values or objects; the same one may appear twice.
///
/// A class, so that a `let` can be changed and that `Realm.add` keeps the instance. While its owner is unmanaged it is
/// an array; afterwards it shows what is stored, positions cost O(log n), and changes belong into a write. Assigning to
/// a list property copies the elements into the list that is there.
///
/// `for in` walks the elements that the list had when the loop began; inside, the list may be changed. Loops over
/// indices are not protected.
public final class List<Element> {
    /// What it holds while it belongs to no stored object.
    var unmanagedElements: [Element] = []
    /// Where it is stored, once it is.
    var place: ListPlace<Element>?

    /// An empty list that belongs to no stored object yet.
    public init() {}

    /// The Realm that its owner belongs to; nil while unmanaged.
    public var realm: Realm? { place?.context.currentRealm }

    /// True once its owner was deleted or its Realm invalidated. O(log n).
    public var isInvalidated: Bool { place.map { !$0.isAlive } ?? false }
}

/// The same type under a name that does not clash with SwiftUI's.
public typealias RealmList = List

@available(*, unavailable)
extension List: Sendable {}

extension List {
    /// Makes it show the list of a row; what it held while unmanaged is let go, because the caller stored it.
    func bind(_ property: PropertyBinding, _ row: RowID) {
        unmanagedElements = []
        place = ListPlace(property, row)
    }

    /// Gives it the elements of another list; itself is no change.
    func assign(_ other: List) {
        if other === self { return }
        guard let place else {
            unmanagedElements = Array(other)
            return
        }
        if let source = other.place, place.isSamePlace(as: source) { return }
        place.assign(Array(other))
    }
}
