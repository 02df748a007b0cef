// The objects that link to one object.

import QuireStorage

/// What an inverse knows; a class, so that a stored `let` learns its owner when the object becomes managed.
final class InverseBox {
    let originType: Object.Type?
    let originProperty: String?
    private(set) var property: PropertyBinding?
    private(set) var row = RowID(0)

    init(originType: Object.Type?, originProperty: String?) {
        self.originType = originType
        self.originProperty = originProperty
    }

    /// `property` is the inverse; its `origin` says where the links come from.
    func bind(_ property: PropertyBinding, _ row: RowID) {
        self.property = property
        self.row = row
    }
}

/// The objects that link here, live, one entry for each link.
public struct LinkingObjects<Element: Object> {
    let box: InverseBox

    /// As a stored `let` of a model class; the property's name is checked at open.
    public init(fromType: Element.Type, property: String) {
        box = InverseBox(originType: fromType, originProperty: property)
    }

    init() { box = InverseBox(originType: nil, originProperty: nil) }
}

extension LinkingObjects: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of links.
    public var endIndex: Int { 0 }
    /// The object at a position.
    public subscript(index: Int) -> Element { preconditionFailure("an unmanaged inverse is empty") }
}

extension LinkingObjects: Codable {
    /// Throws: an inverse is never decoded.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "an inverse is never decoded"))
    }
    /// Throws: an inverse is never encoded.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "an inverse is never encoded"))
    }
}
