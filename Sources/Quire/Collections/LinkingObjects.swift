// The objects that link to one object.
import QuireStorage

/// What an inverse knows; a class, so that a stored `let` learns its owner when the object becomes managed.
final class InverseBox {
    let originType: Object.Type?
    let originProperty: String?
    @safe @exclusivity(unchecked) private(set) var property: PropertyBinding?
    @safe @exclusivity(unchecked) private(set) var owner: OwnerRow?
    /// On a tracing instance: what stands for every object.
    @safe @exclusivity(unchecked) var tracingElement: Object?
    /// The object that `first` gave last, to be given again for another row; see `RealmContext+Links`.
    @safe @exclusivity(unchecked) private var keptFirst: Object?
    @safe @exclusivity(unchecked) private var linkDepth: UInt8 = 0

    init(originType: Object.Type?, originProperty: String?) {
        self.originType = originType
        self.originProperty = originProperty
    }

    /// `property` is the inverse; its `origin` says where the links come from.
    func bind(_ property: PropertyBinding, _ object: Object, _ row: RowID) {
        linkDepth = object.linkDepth
        if self.property === property {
            owner?.point(at: row)
        } else {
            self.property = property
            owner = OwnerRow(property.context, row)
        }
    }

    /// The number of links.
    var count: Int {
        guard let owner, let origin = property?.origin, let target = property?.owner else {
            return tracingElement == nil ? 0 : 1
        }
        return owner.context.attempt(0, at: property) { () throws(StorageError) in
            let count = try origin.table.backlinkCount(origin.column, to: owner.row)
            if count == 0 {
                try owner.require(in: target, name)
            } else {
                owner.requireFresh(in: target, name)
            }
            return count
        }
    }

    /// The object of the first link; nil if there is none.
    var first: Object? {
        guard let owner, let origin = property?.origin, let target = property?.owner else { return tracingElement }
        let context = origin.context
        if context.isDoomed { return nil }
        do throws(StorageError) {
            guard let row = try origin.table.backlink(origin.column, to: owner.row, at: 0) else {
                try owner.require(in: target, name)
                return nil
            }
            owner.requireFresh(in: target, name)
            let depth = linkDepth
            if depth >= Object.linkDepthLimit { return try origin.owner.object(referenced: row) }
            let location = try origin.owner.locate(referenced: row)
            return origin.owner.accessor(of: row, at: location, kept: &keptFirst, in: context, linkDepth: depth + 1)
        } catch {
            context.found(context.realmError(error, property))
            return nil
        }
    }

    /// "Class.property", for sentences.
    var name: String {
        guard let property else { return "LinkingObjects" }
        return "\(property.owner.name).\(property.name)"
    }
}

/// The objects that link here, live, one entry for each link, in no promised order; empty while the owner is unmanaged.
/// An object that holds this one twice in a list is there twice. Count and position are O(log n). Read-only.
public struct LinkingObjects<Element: Object> {
    /// Only its contents change; a variable so that a walk can ask whether it is shared.
    var box: InverseBox

    /// As a stored `let` of a model class; the property's name is checked at open.
    public init(fromType: Element.Type, property: String) {
        box = InverseBox(originType: fromType, originProperty: property)
    }

    init() { box = InverseBox(originType: nil, originProperty: nil) }

    /// What it shows.
    public var _source: _ElementSource<Element> {
        guard let origin = box.property?.origin, let owner = box.owner else {
            return _ElementSource(.unmanaged(box.tracingElement.map { [unsafe unsafeElement($0)] } ?? []))
        }
        return _ElementSource(.objects(ObjectRows(origin.owner, .inverse(origin, owner))))
    }
}

@available(*, unavailable)
extension LinkingObjects: Sendable {}

extension LinkingObjects: _EagerRealmCollection {
    /// "Class.property" of the inverse.
    public var _name: String { box.name }
    /// The number of links.
    public var endIndex: Int { box.count }

    /// The number of links. O(log n).
    public var count: Int { box.count }
    /// No object links here. O(log n).
    public var isEmpty: Bool { box.count == 0 }
    /// The object of the first link; nil if there is none, and in a doomed scope. O(log n).
    public var first: Element? {
        guard let object = box.first else { return nil }
        return unsafe unsafeDowncast(object, to: Element.self)
    }

    /// The object at a position; a position outside `0..<count` stops the program with both numbers.
    public subscript(position: Int) -> Element {
        _source.element(at: position, of: _name)
    }

    /// The objects as they are now.
    public func makeIterator() -> ElementIterator<Element> {
        _source.makeIterator()
    }

    /// The Realm that the owner belongs to; nil while unmanaged.
    public var realm: Realm? { box.owner?.context.currentRealm }
    /// True once the owner was deleted or its Realm invalidated. O(log n).
    public var isInvalidated: Bool { _source.isInvalidated }
}

extension LinkingObjects: CustomStringConvertible {
    /// `LinkingObjects<Class> <0x…> (`, a line for each object, a hundred at most, `)`.
    public var description: String {
        describe("LinkingObjects", at: ObjectIdentifier(box))
    }
}

extension LinkingObjects: Equatable {
    /// The same property of the same object; two unmanaged ones only if one is a copy of the other.
    public static func == (a: LinkingObjects, b: LinkingObjects) -> Bool {
        if a.box === b.box { return true }
        guard let first = a.box.property, let second = b.box.property else { return false }
        return first === second && a.box.owner == b.box.owner
    }
}

/// So that the compiler's synthesis works for classes that have an inverse: it leaves out wrapped ones. On its own an
/// inverse is neither decoded nor encoded.
extension LinkingObjects: Codable {
    /// Throws: an inverse is never decoded.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "An inverse is never decoded."))
    }

    /// Throws: an inverse is never encoded.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "An inverse is never encoded."))
    }
}
