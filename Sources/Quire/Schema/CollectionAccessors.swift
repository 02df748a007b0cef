// The storage of lists and of inverses.

import QuireStorage

/// `List`, as the runtime's reflection shows it.
protocol ListField: TracedCollection {
    static func makeAccessor(fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)) -> PropertyAccessor?
    /// The elements, in an `Any` each.
    var anyElements: [Any] { get }
}

extension List: ListField {
    static func makeAccessor(fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)) -> PropertyAccessor? {
        guard let coder = ValueCoder<Element>.shared else { return nil }
        // A list has no place for an absent object.
        if coder.shape.type == .link, coder.shape.isOptional { return nil }
        return ListAccessor<Element>(coder, fieldOffset: fieldOffset, wrapperOffsets: wrapperOffsets)
    }
    var anyElements: [Any] { map { $0 as Any } }
}

/// Lists.
final class ListAccessor<Element>: PropertyAccessor, @unchecked Sendable {
    private let typedCoder: ValueCoder<Element>

    init(_ coder: ValueCoder<Element>, fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)) {
        typedCoder = coder
        super.init(fieldOffset: fieldOffset, wrapperOffsets: wrapperOffsets)
    }

    override var kind: PropertyKind { .list }
    override var elementCoder: AnyValueCoder? { typedCoder }
    override var needsBinding: Bool { true }
    override var shape: ColumnShape? {
        let element = typedCoder.shape
        return ColumnShape(
            type: .list, elementType: element.type, isElementOptional: element.isOptional, target: element.target)
    }

    private func list(_ object: Object) -> List<Element> {
        unsafe (object.storage + fieldOffset).assumingMemoryBound(to: Persisted<List<Element>>.self).pointee.value
    }

    override func bind(_ object: Object, _ property: PropertyBinding, _ row: RowID) { list(object).bind(property, row) }

    override func currentValue(_ object: Object) -> Any? { list(object).anyElements }
    override func dynamicValue(_ object: Object) -> Any? { list(object) }

    override func title(_ object: Object) -> (name: String, address: ObjectIdentifier)? {
        ("List<\(Element.self)>", ObjectIdentifier(list(object)))
    }

    override func setUnmanagedElements(_ object: Object, values: [Value]) {
        list(object).unmanagedElements = values.compactMap { typedCoder.decodeScalar($0) }
    }

    override func setUnmanagedElements(_ object: Object, objects: [Object]) {
        list(object).unmanagedElements = objects.compactMap { $0 as? Element }
    }

    override func moveIn(
        _ object: Object, _ property: PropertyBinding, _ writer: ObjectWriter, _ entry: ObjectWriter.Entry
    ) {
        let list = list(object)
        let elements = list.unmanagedElements
        // From here on the instance shows the row's list.
        list.bind(property, entry.row)
        if typedCoder.shape.type == .link {
            writer.moveLinks(elements.compactMap { $0 as? Object }, into: property, of: entry)
        } else {
            writer.storeElements(elements.map { typedCoder.encodeScalar($0) }, into: property, of: entry)
        }
    }

    override func copyScalar(from source: Object, to copy: Object) {
        if typedCoder.shape.type != .link { list(copy).unmanagedElements = Array(list(source)) }
    }
}

/// `LinkingObjects`, as the runtime's reflection shows it.
protocol InverseField {
    static func makeWrappedAccessor(fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)) -> InverseAccessor
    static func makeStoredAccessor(fieldOffset: Int) -> InverseAccessor
}

extension LinkingObjects: InverseField {
    static func makeWrappedAccessor(
        fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)
    ) -> InverseAccessor {
        WrappedInverseAccessor<Element>(fieldOffset: fieldOffset, wrapperOffsets: wrapperOffsets)
    }
    static func makeStoredAccessor(fieldOffset: Int) -> InverseAccessor {
        StoredInverseAccessor<Element>(fieldOffset: fieldOffset, wrapperOffsets: nil)
    }
}

/// Inverses.
class InverseAccessor: PropertyAccessor, @unchecked Sendable {
    override var kind: PropertyKind { .inverse }
    override var needsBinding: Bool { true }

    /// The box in an instance.
    func box(of object: Object) -> InverseBox? { nil }

    override func bind(_ object: Object, _ property: PropertyBinding, _ row: RowID) {
        box(of: object)?.bind(property, object, row)
    }

    override func moveIn(
        _ object: Object, _ property: PropertyBinding, _ writer: ObjectWriter, _ entry: ObjectWriter.Entry
    ) {
        bind(object, property, entry.row)
    }
}

/// `@Persisted(originProperty:) var items: LinkingObjects<E>`.
final class WrappedInverseAccessor<E: Object>: InverseAccessor, @unchecked Sendable {
    override var shape: ColumnShape? { ColumnShape(type: .link, target: E.self) }
    override func box(of object: Object) -> InverseBox? { inverse(object).box }
    override func dynamicValue(_ object: Object) -> Any? { inverse(object) }

    private func inverse(_ object: Object) -> LinkingObjects<E> {
        unsafe (object.storage + fieldOffset).assumingMemoryBound(to: Persisted<LinkingObjects<E>>.self).pointee.value
    }
}

/// `let items = LinkingObjects(fromType: E.self, property:)`. The box learns the row; the bytes of the `let` stay.
final class StoredInverseAccessor<E: Object>: InverseAccessor, @unchecked Sendable {
    override var shape: ColumnShape? { ColumnShape(type: .link, target: E.self) }
    override func box(of object: Object) -> InverseBox? { inverse(object).box }
    override func dynamicValue(_ object: Object) -> Any? { inverse(object) }

    private func inverse(_ object: Object) -> LinkingObjects<E> {
        unsafe (object.storage + fieldOffset).assumingMemoryBound(to: LinkingObjects<E>.self).pointee
    }
}
