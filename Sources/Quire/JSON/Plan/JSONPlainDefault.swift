// Declared defaults of numbers, read from a new instance as bits.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

/// Where in a new instance the declared default of a number lies.
@safe
struct JSONPlainDefault: BitwiseCopyable {
    private enum Form: UInt8 {
        case none, byte, word16, word32, word64, date
    }

    private let form: Form
    private let valueOffset: Int
    private let marksOffset: Int

    init(_ property: JSONPlanProperty) {
        let accessor = property.binding.description.accessor
        guard property.hasDefault, property.kind == .value, property.caseCoder == nil, let coder = property.coder,
            let offsets = accessor.wrapperOffsets, let (form, offset) = Self.form(coder)
        else {
            self.form = .none
            valueOffset = 0
            marksOffset = 0
            return
        }
        self.form = form
        valueOffset = accessor.fieldOffset + offset
        marksOffset = offsets.column
    }

    var isKnown: Bool { form != .none }

    /// Types whose instances are the bits that the column holds.
    private static func form(_ coder: AnyValueCoder) -> (Form, offset: Int)? {
        switch coder {
        case is ValueCoder<Bool>: place(.byte, Bool.self)
        case is ValueCoder<Int8>: place(.byte, Int8.self)
        case is ValueCoder<Int16>: place(.word16, Int16.self)
        case is ValueCoder<Int32>: place(.word32, Int32.self)
        case is ValueCoder<Float>: place(.word32, Float.self)
        case is ValueCoder<Int>: place(.word64, Int.self)
        case is ValueCoder<Int64>: place(.word64, Int64.self)
        case is ValueCoder<Double>: place(.word64, Double.self)
        case is ValueCoder<Date>: place(.date, Date.self)
        default: nil
        }
    }

    private static func place<V: PersistableValue>(_ form: Form, _ type: V.Type) -> (Form, offset: Int)? {
        MemoryLayout<Persisted<V>>.offset(of: \.value).map { (form, $0) }
    }

    /// The bits of the default; nil if the instance has still to make it.
    @inline(__always)
    func bits(in instance: Object) -> UInt64? {
        let start = unsafe instance.storage
        let marks = unsafe start.load(fromByteOffset: marksOffset, as: UInt32.self)
        guard marks & ColumnNumber.lazyFlag == 0 else { return nil }
        switch form {
        case .none: return nil
        case .byte: return UInt64(unsafe start.load(fromByteOffset: valueOffset, as: UInt8.self))
        case .word16: return UInt64(unsafe start.load(fromByteOffset: valueOffset, as: UInt16.self))
        case .word32: return UInt64(unsafe start.load(fromByteOffset: valueOffset, as: UInt32.self))
        case .word64: return unsafe start.load(fromByteOffset: valueOffset, as: UInt64.self)
        case .date:
            let date = unsafe start.load(fromByteOffset: valueOffset, as: Date.self)
            return date.timeIntervalSinceReferenceDate.bitPattern
        }
    }
}
