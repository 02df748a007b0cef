// The storage of scalar properties and of links.

import QuireStorage

/// What both have in common: the wrapper at an offset.
class WrapperAccessor<V: PersistableValue>: PropertyAccessor, @unchecked Sendable {
    let typedCoder: ValueCoder<V>

    init(_ coder: ValueCoder<V>, fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)) {
        typedCoder = coder
        super.init(fieldOffset: fieldOffset, wrapperOffsets: wrapperOffsets)
    }

    override var shape: ColumnShape? { typedCoder.shape }
    override var coder: AnyValueCoder? { typedCoder }

    final func wrapper(_ object: Object) -> UnsafeMutablePointer<Persisted<V>> {
        unsafe (object.storage + fieldOffset).assumingMemoryBound(to: Persisted<V>.self)
    }

    /// The unmanaged value; a lazy default is made.
    final func held(_ object: Object) -> V {
        let wrapper = unsafe wrapper(object)
        if unsafe wrapper.pointee.column & ColumnNumber.lazyFlag != 0 {
            return unsafe wrapper.pointee.readUnmanagedSlowly(object)
        }
        return unsafe wrapper.pointee.value
    }

    /// The value, wherever it is.
    final func current(_ object: Object) -> V {
        guard let binding = object.binding else { return held(object) }
        let column = unsafe wrapper(object).pointee.column
        if !object.isLocated, !object.locateToRead(column) { return ._zero }
        if binding.context.isDoomed { return ._zero }
        return V._read(object, column)
    }
}

/// Bool, numbers, text, Data, Date, UUID, enums, and their optionals.
final class ScalarAccessor<V: PersistableValue>: WrapperAccessor<V>, @unchecked Sendable {
    override func unmanagedValue(_ object: Object) -> Value { typedCoder.encodeScalar(held(object)) }

    override func settle(_ object: Object) {
        let wrapper = unsafe wrapper(object)
        if unsafe wrapper.pointee.column & ColumnNumber.lazyFlag != 0 { _ = held(object) }
    }

    override var isLazy: Bool { V._hasLazyDefault }
    override var fillKind: FillKind {
        MemoryLayout<Persisted<V>>.offset(of: \.value) == 0 ? FillKind(of: V.self) : .general
    }

    override func setUnmanagedValue(_ object: Object, _ value: Value) {
        guard let decoded = typedCoder.decodeScalar(value) else { return }
        let wrapper = unsafe wrapper(object)
        unsafe wrapper.pointee.value = decoded
        unsafe wrapper.pointee.column &= ~ColumnNumber.lazyFlag
    }

    override func currentValue(_ object: Object) -> Any? {
        let value: Any = current(object)
        return unwrapped(value)
    }

    override func moveIn(
        _ object: Object, _ property: PropertyBinding, _ writer: ObjectWriter, _ entry: ObjectWriter.Entry
    ) {
        let wrapper = unsafe wrapper(object)
        let value = unsafe wrapper.pointee.value
        if property.description.isPrimaryKey {
            // It was written with the row.
        } else if entry.isNew, property.wrapperColumn & ColumnNumber.inPlaceFlag != 0 {
            V._write(value, object, property.wrapperColumn)
        } else {
            writer.store(typedCoder.encodeScalar(value), into: property, of: entry)
        }
        if !_isPOD(V.self) { unsafe wrapper.pointee.value = ._zero }
    }

    override func copyScalar(from source: Object, to copy: Object) {
        let wrapper = unsafe wrapper(copy)
        unsafe wrapper.pointee.value = current(source)
        unsafe wrapper.pointee.column &= ~ColumnNumber.lazyFlag
    }
}

/// Links, and single inverses. `V` is an optional of a class.
final class LinkAccessor<V: PersistableValue>: WrapperAccessor<V>, @unchecked Sendable {
    override var kind: PropertyKind { .link }
    override var shape: ColumnShape? { typedCoder.shape.isOptional ? typedCoder.shape : nil }
    override var fillKind: FillKind { MemoryLayout<Persisted<V>>.offset(of: \.value) == 0 ? .link : .general }

    override func setUnmanagedLink(_ object: Object, _ target: Object?) {
        unsafe wrapper(object).pointee.value = unsafe unsafeBitCast(target, to: V.self)
    }

    override func currentValue(_ object: Object) -> Any? { unwrapped(current(object)) }

    override func moveIn(
        _ object: Object, _ property: PropertyBinding, _ writer: ObjectWriter, _ entry: ObjectWriter.Entry
    ) {
        let wrapper = unsafe wrapper(object)
        let target = unsafe unsafeBitCast(wrapper.pointee.value, to: Object?.self)
        unsafe wrapper.pointee.value = ._zero
        // What a decoder gave a single inverse is nobody's to store.
        guard property.description.kind == .link else { return }
        writer.moveLink(target, into: property, of: entry)
    }
}
