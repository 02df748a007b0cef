// The rule that stands in `@Persisted(json:)` and in `jsonMapping`, typed by its property, so that a rule which does
// not suit the property does not compile.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where a property's value comes from and how: one source, then modifiers from left to right. A modifier alone
/// starts at the property's own name; a string literal is a dotted path.
public struct JSONRule<Value>: Sendable, ExpressibleByStringLiteral {
    /// The rule without its type.
    private(set) var erased: AnyJSONRule

    /// A dotted path.
    public init(stringLiteral value: String) { self.init(.paths([JSONPath(stringLiteral: value)])) }

    init(_ source: AnyJSONRule.Source) { erased = AnyJSONRule(source) }
    init(erased: AnyJSONRule) { self.erased = erased }

    func modified(_ change: (inout AnyJSONRule) -> Void) -> Self {
        var copy = self
        change(&copy.erased)
        return copy
    }

    // MARK: - Sources

    /// The property's own name; for links an object upserts, a scalar is a key, null clears.
    public static var auto: Self { Self(.automatic) }
    /// Neither read nor written.
    public static var ignore: Self { Self(.ignored) }
    /// The object's position in its array, from 0.
    public static var index: Self { Self(.index) }
    /// The key under which the object stands.
    public static var dictionaryKey: Self { Self(.dictionaryKey) }
    /// Components from the object down; a number is an index. A missing step is a missing key.
    public static func path(_ components: String...) -> Self { Self(.paths([JSONPath(components: components)])) }
    /// The first of these that is there.
    public static func firstOf(_ paths: JSONPath...) -> Self { Self(.paths(paths)) }
    /// A value of the enclosing JSON object; it counts only where the object itself says nothing.
    public static func parent(_ path: JSONPath) -> Self { Self(.parent(path)) }
    /// A value of the document's outermost object.
    public static func root(_ path: JSONPath) -> Self { Self(.root(path)) }

    // MARK: - Modifiers

    /// "1" for 1, 1 for "1", 0/1 and "true"/"false" for Bool; what still does not fit is an issue.
    public var coerce: Self { modified { $0.coerces = true } }
    /// "1" for 1, 1 for "1", 0/1 and "true"/"false" for Bool; what still does not fit is an issue.
    public static var coerce: Self { auto.coerce }
    /// Instead of the default for an absent key.
    public func missing(_ policy: AbsentKey) -> Self { modified { $0.absentKey = policy } }
    /// Instead of the default for an absent key.
    public static func missing(_ policy: AbsentKey) -> Self { auto.missing(policy) }
    /// Instead of the default for null.
    public func null(_ policy: NullValue) -> Self { modified { $0.nullValue = policy } }
    /// Instead of the default for null.
    public static func null(_ policy: NullValue) -> Self { auto.null(policy) }
    /// Reads through a closure, whose throw is `transformFailed` with its message. `back` is for export.
    public func transform<J>(
        _ read: @escaping @Sendable (J) throws -> Value, back: (@Sendable (Value) throws -> J)? = nil
    ) -> Self {
        modified { $0.transform = JSONTransform(read, back: back) }
    }
    /// Reads through a closure, whose throw is `transformFailed` with its message. `back` is for export.
    public static func transform<J>(
        _ read: @escaping @Sendable (J) throws -> Value, back: (@Sendable (Value) throws -> J)? = nil
    ) -> Self {
        auto.transform(read, back: back)
    }
    /// The key on export.
    public func export(as key: String) -> Self { modified { $0.exportKey = key } }
    /// The key on export.
    public static func export(as key: String) -> Self { auto.export(as: key) }
    /// Read, not written.
    public var importOnly: Self { modified { $0.direction = .importOnly } }
    /// Read, not written.
    public static var importOnly: Self { auto.importOnly }
    /// Written, not read.
    public var exportOnly: Self { modified { $0.direction = .exportOnly } }
    /// Written, not read.
    public static var exportOnly: Self { auto.exportOnly }

    // MARK: - What other types of properties offer

    /// Not for this type of property.
    @available(*, unavailable, message: "'.id' makes a link: the property must be an optional Object")
    public static func id(_ path: JSONPath, missing: UnknownReference = .deferred) -> Self { auto }
    /// Not for this type of property.
    @available(*, unavailable, message: "'.ids' makes links: the property must be a List or MutableSet of Objects")
    public static func ids(_ path: JSONPath, missing: UnknownReference = .deferred) -> Self { auto }
    /// Not for this type of property.
    @available(*, unavailable, message: "'.date' is for Date properties")
    public static func date(_ formats: JSONDateFormat...) -> Self { auto }
}

// MARK: - Links

/// A to-one link.
public protocol _Link {}
extension Optional: _Link where Wrapped: Object {}

extension JSONRule where Value: _Link {
    /// The link from the key at this path.
    public static func id(_ path: JSONPath, missing: UnknownReference = .deferred) -> Self {
        Self(.paths([path])).modified {
            $0.isReference = true
            $0.unknownReference = missing
        }
    }
}

// MARK: - Collections

/// A collection.
public protocol _Links {}
extension List: _Links {}

extension JSONRule where Value: _Links {
    /// The links from the array of keys at this path.
    public static func ids(_ path: JSONPath, missing: UnknownReference = .deferred) -> Self {
        Self(.paths([path])).modified {
            $0.isReference = true
            $0.unknownReference = missing
        }
    }
    /// How the payload's list and the stored one go together. Orphans count only with `.replace`.
    public func list(_ policy: ListPolicy, orphans: Orphans = .keep) -> Self {
        modified {
            $0.listPolicy = policy
            $0.orphans = orphans
        }
    }
    /// How the payload's list and the stored one go together. Orphans count only with `.replace`.
    public static func list(_ policy: ListPolicy, orphans: Orphans = .keep) -> Self {
        auto.list(policy, orphans: orphans)
    }
    /// Bad elements are left out, each with a warning.
    public var lossy: Self { modified { $0.isLossy = true } }
    /// Bad elements are left out, each with a warning.
    public static var lossy: Self { auto.lossy }
}

// MARK: - Dates

/// A date.
public protocol _DateValue {}
extension Date: _DateValue {}
extension Optional: _DateValue where Wrapped == Date {}

extension JSONRule where Value: _DateValue {
    /// Dates in one of these formats, tried in order.
    public static func date(_ formats: JSONDateFormat...) -> Self { auto.modified { $0.dateFormats = formats } }
    /// Dates in one of these formats, tried in order.
    public func date(_ formats: JSONDateFormat...) -> Self { modified { $0.dateFormats = formats } }
}
