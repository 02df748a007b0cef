// Instances whose wrappers note that they were read.

@_spi(Reflection) import Swift
import Synchronization

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

    private static let fields = Mutex<[ObjectIdentifier: [Field]]>([:])

    /// A new instance of a class; reading its properties is noted in the trace that is going on.
    static func make(_ type: Object.Type) -> Object {
        let object = type.init()
        let address = unsafe Unmanaged.passUnretained(object).toOpaque()
        for (index, field) in fields(of: type).enumerated() {
            let number = ColumnNumber.tracingFlag | UInt32(index) << ColumnNumber.markShift
            unsafe address.storeBytes(of: number, toByteOffset: field.columnOffset, as: UInt32.self)
        }
        return object
    }

    /// The name of the property whose wrapper has this column.
    static func name(of column: UInt32, in type: Object.Type) -> String? {
        let fields = fields(of: type)
        let index = ColumnNumber.mark(column)
        return fields.indices.contains(index) ? fields[index].name : nil
    }

    private static func fields(of type: Object.Type) -> [Field] {
        let key = ObjectIdentifier(type)
        if let known = fields.withLock({ $0[key] }) { return known }
        var found: [Field] = []
        // 1: of a class. The named option cannot be used in Swift 6 mode, because it is a mutable static.
        let options = _EachFieldOptions(rawValue: 1)
        _ = unsafe _forEachField(of: type, options: options) { label, offset, fieldType, _ in
            if let wrapper = fieldType as? any TracedWrapper.Type, let columnOffset = wrapper.columnOffset {
                let name = unsafe String(cString: label)
                found.append(Field(name: String(name.drop { $0 == "_" }), columnOffset: offset + columnOffset))
            }
            return true
        }
        fields.withLock { [found] in $0[key] = found }
        return found
    }
}
