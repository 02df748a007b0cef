// How one property is read: its rule joined with its column.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

/// One way to a value: the member of a slot, then steps down from it.
struct JSONSource {
    let slot: Int
    let steps: [String]
    /// A key that matched only loosely does not count.
    let isExact: Bool
}

/// A way to a value that is not among the object's members.
enum JSONOutsideSource {
    case none
    case parent(JSONPath)
    case root(JSONPath)
    case index
    case dictionaryKey
}

/// A date format ready to read with.
enum JSONDateReader {
    case iso8601
    case number(perSecond: Double)
    case pattern(JSONDatePattern)
}

/// One property of a plan.
final class JSONPlanProperty {
    let binding: PropertyBinding
    let rule: AnyJSONRule
    let name: String
    let className: String
    /// Its position in `JSONPlan.properties`.
    let index: Int
    let kind: PropertyKind
    let column: Int
    /// Of the value; of the elements for a list.
    let type: ColumnType
    /// nil is a value of it (of an element, for a list).
    let isOptional: Bool
    let isList: Bool
    let coder: AnyValueCoder?
    /// The coder where it may refuse a value of the right type and range: that of an enum.
    let caseCoder: AnyValueCoder?
    /// The column lies in the row's leaf and may be written there; nil for any other.
    let plain: JSONPlainColumn?
    /// Where a value or a to-one link lies in the row's leaf; -1 elsewhere.
    let leafColumn: Int
    /// A text that is stored as it stands in the document.
    let takesBytes: Bool
    let sources: [JSONSource]
    /// The slot of the only source, where that is a member of the object itself; -1 otherwise.
    let directSlot: Int
    /// Of the rule, because every value asks for them.
    let coerces: Bool
    let hasTransform: Bool
    let outside: JSONOutsideSource
    let dateReaders: [JSONDateReader]
    /// The declaration gives a value; that a type invents one (UUID, Date) does not count here.
    let hasDefault: Bool
    /// A new object must have it from the payload.
    let isRequired: Bool
    /// The plan of the class that it leads to, or whose objects link here; -1 for values.
    let target: Int

    init(
        binding: PropertyBinding, rule: AnyJSONRule, index: Int, sources: [JSONSource], outside: JSONOutsideSource,
        target: Int
    ) {
        let description = binding.description
        self.binding = binding
        self.rule = rule
        self.index = index
        self.sources = sources
        self.outside = outside
        self.target = target
        directSlot = Self.directSlot(sources, outside)
        coerces = rule.coerces
        hasTransform = rule.transform != nil
        name = description.name
        className = binding.owner.name
        kind = description.kind
        column = binding.column
        isList = description.kind == .list || description.kind == .inverse
        type = description.elementType ?? description.columnType
        isOptional = description.kind == .list ? description.shape.isElementOptional : description.isOptional
        coder = description.kind == .list ? description.accessor.elementCoder : description.accessor.coder
        caseCoder = coder.flatMap { Self.isPlainScalar($0) ? nil : $0 }
        let isValue = description.kind == .value
        plain = isValue ? JSONPlainColumn(binding) : nil
        leafColumn = isValue || description.kind == .link ? binding.table.leafColumn(binding.column) ?? -1 : -1
        takesBytes =
            isValue && description.columnType == .text && caseCoder == nil && rule.transform == nil
            && binding.table.takesBytes(binding.column)
        hasDefault = Self.hasDeclaredDefault(binding)
        isRequired = description.kind == .value && !description.isOptional && !hasDefault
        dateReaders = Self.dateReaders(rule)
    }

    private static func directSlot(_ sources: [JSONSource], _ outside: JSONOutsideSource) -> Int {
        guard case .none = outside, sources.count == 1, sources[0].steps.isEmpty, !sources[0].isExact else { return -1 }
        return sources[0].slot
    }

    /// Types all of whose values of the right range are good.
    private static func isPlainScalar(_ coder: AnyValueCoder) -> Bool {
        coder is ValueCoder<String> || coder is ValueCoder<String?> || coder is ValueCoder<Int>
            || coder is ValueCoder<Int?> || coder is ValueCoder<Double> || coder is ValueCoder<Double?>
            || coder is ValueCoder<Bool> || coder is ValueCoder<Bool?> || coder is ValueCoder<Date>
            || coder is ValueCoder<Date?> || coder is ValueCoder<Int64> || coder is ValueCoder<Int64?>
            || coder is ValueCoder<Int32> || coder is ValueCoder<Int32?> || coder is ValueCoder<Float>
            || coder is ValueCoder<Float?> || coder is ValueCoder<UUID> || coder is ValueCoder<UUID?>
            || coder is ValueCoder<Data> || coder is ValueCoder<Data?> || coder is ValueCoder<Int16>
            || coder is ValueCoder<Int16?> || coder is ValueCoder<Int8> || coder is ValueCoder<Int8?>
    }

    /// A new instance's wrapper is marked if its declaration gives no default.
    private static func hasDeclaredDefault(_ binding: PropertyBinding) -> Bool {
        let description = binding.description
        guard description.hasDefault, description.kind == .value, description.accessor.isLazy else {
            return description.hasDefault
        }
        guard let offsets = description.accessor.wrapperOffsets else { return true }
        let probe = binding.owner.type.init()
        return withExtendedLifetime(probe) {
            let start = unsafe Unmanaged.passUnretained(probe).toOpaque()
            let marks = unsafe start.loadUnaligned(fromByteOffset: offsets.column, as: UInt32.self)
            return marks & ColumnNumber.noDefaultFlag == 0
        }
    }

    private static func dateReaders(_ rule: AnyJSONRule) -> [JSONDateReader] {
        guard !rule.dateFormats.isEmpty else { return [.iso8601] }
        return rule.dateFormats.compactMap { format in
            switch format {
            case .iso8601: .iso8601
            case .unixSeconds: .number(perSecond: 1)
            case .unixMilliseconds: .number(perSecond: 1_000)
            case .format(let pattern): JSONDatePattern(pattern).map { .pattern($0) }
            }
        }
    }

    /// A text by the first of the rule's date formats that fits.
    func seconds(of text: JSONBytes) -> Double? {
        for format in dateReaders {
            switch format {
            case .iso8601: if let seconds = JSONDateText.iso8601(text) { return seconds }
            case .pattern(let pattern): if let seconds = pattern.read(text) { return seconds }
            case .number: break
            }
        }
        return nil
    }

    /// Leads to objects, or from them.
    var isRelation: Bool { target >= 0 }
    var isInverse: Bool { kind == .inverse || kind == .singleInverse }

    /// The type as issues name it.
    var expected: String {
        if isInverse || isRelation { return binding.target?.name ?? binding.origin?.owner.name ?? "Object" }
        return Self.typeName(type)
    }

    static func typeName(_ type: ColumnType) -> String {
        switch type {
        case .bool: "Bool"
        case .int8: "Int8"
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64: "Int"
        case .float: "Float"
        case .double: "Double"
        case .date: "Date"
        case .text: "String"
        case .data: "Data"
        case .uuid: "UUID"
        case .link: "Object"
        case .list: "List"
        case .reference: "Reference"
        }
    }
}
