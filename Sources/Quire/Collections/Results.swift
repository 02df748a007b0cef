// A view of stored objects: all of a class, or those of another collection in another order.
import QuireStorage

/// A lazy, live view: nothing runs until somebody asks, and it shows the Realm's current state, inside a write too.
///
/// `for in` walks the elements that were there when the loop began; inside, objects may be changed and deleted. Loops
/// over indices are not protected. Not Sendable, like the Realm that it belongs to.
public struct Results<Element> {
    /// What it shows.
    public let _source: _ElementSource<Element>

    init(_ source: _ElementSource<Element>) {
        _source = source
    }

    init(_ objects: ObjectRows) {
        _source = _ElementSource(.objects(objects))
    }
}

extension Results where Element: Object {
    /// All objects of a class, in row order.
    init(all binding: ClassBinding) {
        self.init(ObjectRows(binding, .table))
    }

    /// These rows, in this order, as far as they still exist.
    init(_ binding: ClassBinding, rows: [RowID]) {
        self.init(ObjectRows(binding, .fixed(FixedRows(rows))))
    }
}

@available(*, unavailable)
extension Results: Sendable {}

extension Results: RealmCollection, LazyCollectionProtocol {
    /// "Results<Class>".
    public var _name: String { "Results<\(Element.self)>" }
    /// O(log n).
    public var endIndex: Int { _source.count }

    /// O(log n); of a filtered class it looks for the first object and no further.
    public var isEmpty: Bool { _source.isEmpty }
    /// The first element; nil if there is none. O(log n); a filtered class is searched up to it and no further.
    public var first: Element? { _source.first(of: _name) }

    /// The element at a position. O(log n), for a sorted view O(n log n) once for each version. A position outside
    /// `0..<count` stops the program with both numbers.
    public subscript(position: Int) -> Element {
        _source.element(at: position, of: _name)
    }

    /// The elements as they are now.
    public func makeIterator() -> ElementIterator<Element> {
        _source.makeIterator()
    }

    /// The Realm that it shows; nil for a sorted copy of an unmanaged list.
    public var realm: Realm? { _source.context?.currentRealm }
    /// True once the list or the object that it comes from was deleted, or the Realm invalidated.
    public var isInvalidated: Bool { _source.isInvalidated }
}

extension Results: CustomStringConvertible {
    /// `Results<Class> <0x…> (`, a line for each element, a hundred at most, `)`.
    public var description: String {
        describe("Results", at: _source.identity)
    }
}

extension Results: Encodable where Element: Encodable {
    /// An array of the elements; what cannot be read is thrown.
    public func encode(to encoder: any Encoder) throws { try encodeElements(to: encoder) }
}

extension Results: Equatable {
    /// Views of the same collection in the same order of the same Realm.
    public static func == (a: Results, b: Results) -> Bool {
        a._source.isSame(as: b._source)
    }
}
