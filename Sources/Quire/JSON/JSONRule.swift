// Where a property's value comes from in JSON.

/// A place in a JSON object.
public struct JSONPath: Sendable, ExpressibleByStringLiteral {
    let components: [String]
    /// A dotted path.
    public init(stringLiteral value: String) { components = value.split(separator: ".").map(String.init) }
}

/// Where a property's value comes from and how.
public struct JSONRule<Value>: Sendable, ExpressibleByStringLiteral {
    /// A dotted path.
    public init(stringLiteral value: String) {}
    init() {}
    /// The property's own name.
    public static var auto: Self { .init() }
    /// Neither read nor written.
    public static var ignore: Self { .init() }

    /// The rule without its type.
    var erased: AnyJSONRule { AnyJSONRule() }
}

/// A rule without its type, as the description of a class keeps it.
struct AnyJSONRule: Sendable {}

/// What `jsonMapping` writes its rules into.
public final class JSONMap {}
