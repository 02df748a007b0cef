// From key paths to the names of properties.

/// Finds the names along a key path by evaluating it on a tracing instance.
enum KeyPathTracer {
    /// The names of the properties along a path; nil if it leads through something that is not stored.
    static func propertyNames(of path: AnyKeyPath, root: Object.Type) -> [String]? { nil }
}
