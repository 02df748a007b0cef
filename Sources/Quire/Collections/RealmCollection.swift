// What lists, inverses and results have in common.

/// A collection whose elements may be stored: ``List``, ``LinkingObjects``, ``Results``. Only this library conforms to
/// it.
public protocol RealmCollection<Element>: RandomAccessCollection, CustomStringConvertible
where Index == Int, SubSequence == Slice<Self> {
    /// The Realm that the elements belong to; nil while unmanaged.
    var realm: Realm? { get }
    /// True once the object that it belongs to was deleted or its Realm invalidated.
    var isInvalidated: Bool { get }
    /// What it shows.
    var _source: _ElementSource<Element> { get }
    /// What sentences call it: "Class.property", "Results<Class>".
    var _name: String { get }
}

extension RealmCollection {
    /// 0.
    @inlinable public var startIndex: Int { 0 }
    /// The next position; not compared with the count, which costs a look into the store and may be gone in a doomed
    /// scope.
    @inlinable public func index(after position: Int) -> Int { position + 1 }
    /// The position before.
    @inlinable public func index(before position: Int) -> Int { position - 1 }
    /// The position so many places on.
    @inlinable public func index(_ position: Int, offsetBy distance: Int) -> Int { position + distance }
    /// How many positions lie between.
    @inlinable public func distance(from start: Int, to end: Int) -> Int { end - start }

    /// The elements of a range of positions, as a view. A range that does not lie within `0..<count` stops the program
    /// with its bounds and the count.
    public subscript(bounds: Range<Int>) -> Slice<Self> {
        _source.check(bounds, of: _name)
        return Slice(base: self, bounds: bounds)
    }

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

extension RealmCollection where Element: Encodable {
    /// An array of the elements. The walk is a throwing scope: what cannot be read is thrown.
    func encodeElements(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        guard let context = _source.context else {
            for element in self { try container.encode(element) }
            return
        }
        try context.runRead { for element in self { try container.encode(element) } }
    }
}

/// A collection whose `map` is not lazy: ``List``, ``LinkingObjects``.
public protocol _EagerRealmCollection: RealmCollection {}

extension _EagerRealmCollection {
    /// The results of a closure for every element. As the standard library's, but legal also where the closure
    /// changes this collection or reading it fails.
    public func map<T, E: Swift.Error>(_ transform: (Element) throws(E) -> T) throws(E) -> [T] {
        var results: [T] = []
        for element in self { results.append(try transform(element)) }
        return results
    }
}
