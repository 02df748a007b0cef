// How the values of an instance get into the row that was made for it, property by property, decided once for a class:
// most values are moved by their bytes, without asking what type they are of.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

/// How one value is moved.
enum FillKind: UInt8 {
    /// Its bytes lie in the leaf as they lie in the instance.
    case one, two, four, eight
    case date
    case text
    case link
    /// By the property's accessor.
    case general
    /// The key, which was written with the row; a text is let go of.
    case key, textKey

    /// Written in place.
    var isNumber: Bool {
        switch self {
        case .one, .two, .four, .eight, .date: true
        case .text, .link, .general, .key, .textKey: false
        }
    }
}

/// One property of a new row.
struct FillStep {
    let kind: FillKind
    /// From the object's start to the value.
    let offset: Int
    /// The column's place in the leaf; only for numbers.
    let wrapperColumn: UInt32
    let column: Int
    /// Among the properties of the class.
    let index: Int

    init(_ property: PropertyBinding, _ table: Table) {
        let description = property.description
        offset = description.accessor.fieldOffset
        wrapperColumn = property.wrapperColumn
        column = property.column
        index = property.index
        var kind = description.accessor.fillKind
        if description.isPrimaryKey {
            kind = kind == .text ? .textKey : kind == .general ? .general : .key
        } else if description.isOptional, kind != .link {
            kind = .general
        } else if kind.isNumber, property.wrapperColumn & ColumnNumber.inPlaceFlag == 0 {
            kind = .general
        } else if kind == .text, property.column < 0 || !table.takesBytes(property.column) {
            kind = .general
        } else if kind == .link, description.kind != .link || property.isOwning {
            kind = .general
        }
        self.kind = kind
    }
}

extension FillKind {
    /// How values of a type are moved; by the accessor unless it is known better.
    init(of type: Any.Type) {
        self =
            switch ObjectIdentifier(type) {
            case ObjectIdentifier(Bool.self), ObjectIdentifier(Int8.self): .one
            case ObjectIdentifier(Int16.self): .two
            case ObjectIdentifier(Int32.self), ObjectIdentifier(Float.self): .four
            case ObjectIdentifier(Int.self), ObjectIdentifier(Int64.self), ObjectIdentifier(Double.self): .eight
            case ObjectIdentifier(Date.self): .date
            case ObjectIdentifier(String.self): .text
            default: .general
            }
    }
}
