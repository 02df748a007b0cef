// A piece of JSON as a value.

/// A piece of JSON as a value.
public enum JSONValue: Hashable, Sendable {
    /// null
    case null
    /// true or false
    case bool(Bool)
    /// A number written without point and exponent that fits.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// A text.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; of equal keys the first.
    case object([String: JSONValue])
}
