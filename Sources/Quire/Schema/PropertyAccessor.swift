// Reads and writes one property in the storage of an instance, by its offset: what moves objects in and out of a Realm
// without dictionaries or key paths. One class per kind of property, generic over its type.

import QuireStorage

/// One property's storage, whatever its type.
class PropertyAccessor: @unchecked Sendable {
    /// From the object's start to the wrapper (or the stored `let`).
    let fieldOffset: Int
    /// From the object's start to the wrapper's `column` and `owner`; nil for a stored `let`.
    let wrapperOffsets: (column: Int, owner: Int)?

    init(fieldOffset: Int, wrapperOffsets: (column: Int, owner: Int)?) {
        self.fieldOffset = fieldOffset
        self.wrapperOffsets = wrapperOffsets
    }

    /// nil if the type cannot be stored.
    var shape: ColumnShape? { nil }
    var kind: PropertyKind { .value }
    /// How the value is coded; nil for collections and inverses.
    var coder: AnyValueCoder? { nil }
    /// How a list's elements are coded; nil for other properties.
    var elementCoder: AnyValueCoder? { nil }

    // MARK: Unmanaged instances

    /// The scalar that an unmanaged instance holds, as the engine stores it; links and collections are `.none`.
    func unmanagedValue(_ object: Object) -> Value { .none }
    /// Puts a scalar, which fits the type, into an unmanaged instance.
    func setUnmanagedValue(_ object: Object, _ value: Value) {}
    /// Puts an object into a link of an unmanaged instance.
    func setUnmanagedLink(_ object: Object, _ target: Object?) {}
    /// Replaces the elements of an unmanaged instance's list of scalars, or of objects.
    func setUnmanagedElements(_ object: Object, values: [Value]) {}
    func setUnmanagedElements(_ object: Object, objects: [Object]) {}

    /// Makes a lazy default that nobody has read yet.
    func settle(_ object: Object) {}
    /// `settle` may do something.
    var isLazy: Bool { false }

    // MARK: Instances of either kind

    /// The value as it is now; nil for nil. Lists come as arrays. A managed instance has been located.
    func currentValue(_ object: Object) -> Any? { nil }
    /// As the property itself gives it: a collection is one value.
    func dynamicValue(_ object: Object) -> Any? { currentValue(object) }

    /// What a list's text begins with; nil for other properties.
    func title(_ object: Object) -> (name: String, address: ObjectIdentifier)? { nil }

    // MARK: Becoming managed

    /// Moves what the unmanaged instance held into its row. The instance is the row's accessor already.
    func moveIn(_ object: Object, _ property: PropertyBinding, _ writer: ObjectWriter, _ entry: ObjectWriter.Entry) {}
    /// How `moveIn` may be done without the accessor. The value stands at the beginning of the wrapper.
    var fillKind: FillKind { .general }
    /// The instance has become the accessor of `row`: a collection learns it.
    func bind(_ object: Object, _ property: PropertyBinding, _ row: RowID) {}
    /// True if `bind` does something.
    var needsBinding: Bool { false }

    // MARK: Leaving

    /// Copies a scalar from any instance to an unmanaged one; links and lists are the copier's.
    func copyScalar(from source: Object, to copy: Object) {}

    // MARK: The wrapper's number

    /// The wrapper's `column`.
    final func unmanagedColumn(_ object: Object) -> UInt32 {
        guard let offset = wrapperOffsets?.column else { return 0 }
        return unsafe object.storage.load(fromByteOffset: offset, as: UInt32.self)
    }
}

extension Object {
    /// The start of the instance in memory; the offsets of fields count from here.
    final var storage: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}

/// A wrapper, as the runtime's reflection shows it.
protocol PersistedField {
    static var valueType: Any.Type { get }
    /// nil for a type that cannot be stored.
    static func makeAccessor(fieldOffset: Int) -> PropertyAccessor?
}

extension Persisted: PersistedField {
    static var valueType: Any.Type { Value.self }

    static func makeAccessor(fieldOffset: Int) -> PropertyAccessor? {
        guard let column = MemoryLayout<Self>.offset(of: \.column),
            let owner = unsafe MemoryLayout<Self>.offset(of: \.ownerReference)
        else { return nil }
        let offsets = (column: fieldOffset + column, owner: fieldOffset + owner)
        if Value._staysInWrapper {
            if let list = Value.self as? any ListField.Type {
                return list.makeAccessor(fieldOffset: fieldOffset, wrapperOffsets: offsets)
            }
            if let inverse = Value.self as? any InverseField.Type {
                return inverse.makeWrappedAccessor(fieldOffset: fieldOffset, wrapperOffsets: offsets)
            }
        }
        guard let coder = ValueCoder<Value>.shared else { return nil }
        if coder.shape.type == .link {
            return LinkAccessor<Value>(coder, fieldOffset: fieldOffset, wrapperOffsets: offsets)
        }
        return ScalarAccessor<Value>(coder, fieldOffset: fieldOffset, wrapperOffsets: offsets)
    }
}
