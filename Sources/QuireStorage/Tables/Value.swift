// What a column holds, and one value of it.

/// The type of a column or of a list's elements. The raw value stands in the file.
package enum ColumnType: UInt8, Sendable, CaseIterable {
    case bool = 1
    case int8 = 2
    case int16 = 3
    case int32 = 4
    case int64 = 5
    case float = 6
    case double = 7
    /// Seconds since 2001-01-01 00:00 UTC as a Double; every bit is kept.
    case date = 8
    case text = 9
    case data = 10
    case uuid = 11
    /// A row id of the target class; 0 is no link.
    case link = 12
    /// A list of elements of one other type.
    case list = 13
    /// A node reference: only in the directory of trees.
    case reference = 14
}

/// One value, for the paths where a value of any type passes: keys, list elements, comparison, defaults.
package enum Value: Sendable, Equatable {
    case none
    case bool(Bool)
    /// Of the columns int8…int64.
    case int(Int64)
    case float(Float)
    case double(Double)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case text(String)
    case data([UInt8])
    /// The first and the last eight bytes, each big-endian, so that the numbers compare as the bytes do.
    case uuid(UInt64, UInt64)
    case link(RowID)
}

extension Value {
    /// The same bits: NaN is itself, and the two zeros are two. For what describes a column, where `==` would find a
    /// change that nobody made.
    func isIdentical(to other: Value) -> Bool {
        switch (self, other) {
        case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)): a.bitPattern == b.bitPattern
        default: self == other
        }
    }

    /// Text is its bytes: two spellings of one character are two values, as keys and order have it. Numbers compare as
    /// numbers, so NaN equals nothing.
    package static func == (a: Value, b: Value) -> Bool {
        switch (a, b) {
        case (.none, .none): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.float(let a), .float(let b)): a == b
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)): a == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a, let c), .uuid(let b, let d)): a == b && c == d
        case (.link(let a), .link(let b)): a == b
        default: false
        }
    }
}
