// What lists, inverses and results have in common.

/// A collection whose elements may be stored: ``List``, ``LinkingObjects``, ``Results``. Only this library conforms to
/// it.
public protocol RealmCollection<Element>: RandomAccessCollection, CustomStringConvertible where Index == Int {
    /// The Realm that the elements belong to; nil while unmanaged.
    var realm: Realm? { get }
    /// True once the object that it belongs to was deleted or its Realm invalidated.
    var isInvalidated: Bool { get }
    /// What it shows.
    var _source: _ElementSource<Element> { get }
}

extension RealmCollection {
    /// The first position of an element. Objects are compared by row, values by value; NaN is never found. O(n), O(log
    /// n) in all objects of a class.
    public func index(of element: Element) -> Int? {
        _source.position(of: element)
    }

    /// 0: nothing is set aside for elements before they are read.
    public var underestimatedCount: Int { 0 }

    /// How `Array(…)` copies: by walking.
    public func _copyToContiguousArray() -> ContiguousArray<Element> {
        var elements: ContiguousArray<Element> = []
        for element in self { elements.append(element) }
        return elements
    }

    /// The elements at these positions.
    public func objects(at positions: some Sequence<Int>) -> [Element] {
        positions.map { self[$0] }
    }

    /// `Name<Element> <0x…> (`, a line for each element, a hundred at most, `)`.
    func describe(_ name: String, at address: ObjectIdentifier) -> String {
        describeCollection("\(name)<\(Element.self)>", at: address, count: count) { "\(self[$0])" }
    }
}
