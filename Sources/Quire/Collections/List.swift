// An ordered collection of values or links.

import QuireStorage

/// An ordered collection of values or links, duplicates allowed.
public final class List<Element> {
    /// What an unmanaged list holds.
    var unmanagedElements: [Element] = []
    private(set) var property: PropertyBinding?
    private(set) var row = RowID(0)

    /// An empty, unmanaged list.
    public init() {}

    /// Becomes the list of a row; what it held is dropped, because the caller stored it.
    func bind(_ property: PropertyBinding, _ row: RowID) {
        self.property = property
        self.row = row
        unmanagedElements = []
    }

    /// Takes the contents of another list.
    func assign(_ other: List) {
        if other !== self { unmanagedElements = other.unmanagedElements }
    }
}

extension List: RandomAccessCollection, MutableCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { unmanagedElements.count }
    /// The element at a position.
    public subscript(index: Int) -> Element {
        get { unmanagedElements[index] }
        set { unmanagedElements[index] = newValue }
    }
    /// Puts an element at the end.
    public func append(_ element: Element) { unmanagedElements.append(element) }
}

extension List: Decodable where Element: Decodable {
    /// Decodes an array.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        unmanagedElements = try [Element](from: decoder)
    }
}

extension List: Encodable where Element: Encodable {
    /// Encodes an array.
    public func encode(to encoder: any Encoder) throws { try unmanagedElements.encode(to: encoder) }
}
