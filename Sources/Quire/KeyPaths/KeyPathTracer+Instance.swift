// Instances whose wrappers note that they were read.

import QuireStorage

/// A wrapper, whatever it wraps.
private protocol TracedWrapper {
    /// From the wrapper's start to its `column`.
    static var columnOffset: Int? { get }
}

extension Persisted: TracedWrapper {
    fileprivate static var columnOffset: Int? { MemoryLayout<Self>.offset(of: \.column) }
}

/// Makes tracing instances, and knows the names of their properties.
enum TracingInstance {
    private struct Field {
        let name: String
        /// From the object's start to the wrapper's `column`.
        let columnOffset: Int
    }

    private static let fields = Lock<[ObjectIdentifier: [Field]]>([:])

    /// A new instance of a class; reading its properties is noted in the trace that is going on.
    static func make(_ type: Object.Type) -> Object {
        let object = type.init()
        let address = unsafe object.storage
        for (index, field) in fields(of: object).enumerated() {
            let number = ColumnNumber.tracingFlag | UInt32(index) << ColumnNumber.markShift
            unsafe address.storeBytes(of: number, toByteOffset: field.columnOffset, as: UInt32.self)
        }
        return object
    }

    /// The name of the property whose wrapper has this column.
    static func name(of column: UInt32, in object: Object) -> String? {
        let fields = fields(of: object)
        let index = ColumnNumber.mark(column)
        return fields.indices.contains(index) ? fields[index].name : nil
    }

    private static func fields(of object: Object) -> [Field] {
        let type = type(of: object)
        let key = ObjectIdentifier(type)
        if let known = fields.withLock({ $0[key] }) { return known }
        let found = ClassFields.of(type, probe: object).compactMap { field -> Field? in
            guard let wrapper = field.type as? any TracedWrapper.Type, let columnOffset = wrapper.columnOffset,
                field.name.hasPrefix("_")
            else { return nil }
            return Field(name: String(field.name.dropFirst()), columnOffset: field.offset + columnOffset)
        }
        fields.withLock { $0[key] = found }
        return found
    }
}
