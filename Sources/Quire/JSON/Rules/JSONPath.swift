// A place in a JSON object, told from the object down.

/// A place in a JSON object: a string literal is a dotted path, `.path` takes components (for a key that holds a
/// dot). A number is an index where the value there is an array.
public struct JSONPath: Sendable, Hashable, ExpressibleByStringLiteral {
    let components: [String]

    /// A dotted path.
    public init(stringLiteral value: String) {
        components = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    init(components: [String]) { self.components = components }

    /// A path of components, each a key as it stands or an index.
    public static func path(_ components: String...) -> Self { Self(components: components) }

    /// Why this is no path; nil if it is one.
    var problem: String? {
        if components.isEmpty { return "a path without components" }
        if components.contains("") { return "a path with an empty component" }
        return nil
    }
}
