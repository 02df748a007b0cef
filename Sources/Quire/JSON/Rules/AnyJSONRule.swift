// A rule without the type of its property: what the description of a class keeps and the importer compiles.

/// Where a property's value comes from and how it is read.
struct AnyJSONRule: Sendable {
    enum Source: Sendable {
        /// The property's own name.
        case automatic
        /// Neither read nor written.
        case ignored
        /// The first of these that is there.
        case paths([JSONPath])
        /// A value of the enclosing JSON object, where the object itself says nothing.
        case parent(JSONPath)
        /// A value of the document's outermost object.
        case root(JSONPath)
        /// The position in the array.
        case index
        /// The key under which the object stands.
        case dictionaryKey
    }

    enum Direction: Sendable {
        case both, importOnly, exportOnly
    }

    var source = Source.automatic
    /// Only keys are expected there, one or an array of them.
    var isReference = false
    var unknownReference = UnknownReference.deferred
    var coerces = false
    var absentKey: AbsentKey?
    var nullValue: NullValue?
    var transform: JSONTransform?
    var dateFormats: [JSONDateFormat] = []
    var listPolicy: ListPolicy?
    var orphans = Orphans.keep
    var isLossy = false
    var exportKey: String?
    var direction = Direction.both

    init(_ source: Source = .automatic) { self.source = source }

    /// The property is not read from JSON.
    var isIgnoredOnImport: Bool {
        if case .ignored = source { return true }
        return direction == .exportOnly
    }

    /// What is wrong with the rule whatever its property is.
    var problems: [String] {
        var result: [String] = []
        switch source {
        case .paths(let paths):
            if paths.isEmpty { result.append("a rule without a path") }
            result += paths.compactMap(\.problem)
        case .parent(let path), .root(let path): result += [path.problem].compactMap { $0 }
        case .automatic, .ignored, .index, .dictionaryKey: break
        }
        for case .format(let pattern) in dateFormats where JSONDatePattern(pattern) == nil {
            result.append("the date pattern \"\(pattern)\", which is empty or has an unknown letter")
        }
        return result
    }
}
