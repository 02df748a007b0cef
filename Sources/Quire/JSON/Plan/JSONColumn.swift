// What the hot path has to know of a value property, as plain numbers: reading them touches no reference counts.

import QuireStorage

/// How a member of the payload becomes a value while the members are found.
enum JSONDirectKind: UInt8 {
    /// Not then: it is read afterwards, by its rule.
    case general
    case text
    case bool
    case int8
    case int16
    case int32
    case int64
    case float
    case double
    /// ISO 8601.
    case date
}

/// One value property of a plan.
struct JSONColumn: BitwiseCopyable {
    let kind: JSONDirectKind
    /// The slot of the member; meaningless for `general`.
    let slot: Int
    let column: Int
    /// Its place in the row's leaf; -1 if it lies elsewhere.
    let leafColumn: Int
    let width: Int
    let isOptional: Bool
    /// null is nil.
    let takesNull: Bool
    /// A row that is there keeps its value if the payload does not have the key.
    let keepsAbsent: Bool
    /// Where a new instance has the declared default; nil bits where it is no plain number, or there is none.
    let plainDefault: JSONPlainDefault

    /// `isGeneral`: the value is needed before it is written.
    init(_ property: JSONPlanProperty, isGeneral: Bool = false) {
        kind = isGeneral ? .general : Self.kind(property)
        slot = property.directSlot
        column = property.column
        leafColumn = property.plain?.leafColumn ?? property.leafColumn
        width = property.plain?.width ?? 0
        isOptional = property.isOptional
        let nullValue = property.rule.nullValue ?? .clear
        if case .clear = nullValue { takesNull = property.isOptional } else { takesNull = false }
        let absentKey = property.rule.absentKey ?? .keep
        if case .keep = absentKey { keepsAbsent = true } else { keepsAbsent = false }
        plainDefault = JSONPlainDefault(property)
    }

    /// It may be written in the leaf.
    var isPlain: Bool { width > 0 }

    private static func kind(_ property: JSONPlanProperty) -> JSONDirectKind {
        guard property.directSlot >= 0, property.kind == .value, !property.hasTransform, property.caseCoder == nil
        else { return .general }
        if property.takesBytes { return .text }
        // A key is found by its value, and written with the row.
        let isKey = property.binding.description.isPrimaryKey
        if isKey, property.type == .text { return .text }
        switch property.type {
        case .bool: return .bool
        case .int8: return .int8
        case .int16: return .int16
        case .int32: return .int32
        case .int64: return .int64
        case .float: return .float
        case .double: return .double
        case .date:
            guard property.dateReaders.count == 1, case .iso8601 = property.dateReaders[0] else { return .general }
            return .date
        case .text, .data, .uuid, .link, .list, .reference: return .general
        }
    }
}

/// What the scan of an object's members does with the value in a slot.
struct JSONSlotReading: BitwiseCopyable {
    var kind = JSONDirectKind.general
    var takesNull = false
    /// The slot of an inverse that is not read.
    var isIgnoredInverse = false
}

/// A member that was read while the members were found.
struct JSONDirectReading: BitwiseCopyable {
    enum State: UInt8 {
        case absent
        case null
        /// `bits` are the value as its column holds it.
        case bits
        /// A text without escapes.
        case bytes
        /// A text with escapes.
        case escaped
        /// It was passed over: whoever wants it reads it by its rule.
        case other
    }

    var state = State.absent
    var bits: UInt64 = 0
    var offset = 0
    var byteCount = 0

    var text: JSONText { JSONText(offset: offset, byteCount: byteCount, hasEscapes: state == .escaped) }
}
