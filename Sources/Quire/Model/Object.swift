// The base class of models: its state, and what subclasses override.

import QuireStorage

/// The base of model classes. Its subclasses declare their stored properties with `@Persisted`.
///
/// An instance is unmanaged until it is added to a Realm; from then on it shows a row of the Realm's file.
/// `nonisolated`, so that models also compile in targets whose default isolation is MainActor.
@safe
nonisolated open class Object: CustomStringConvertible {
    // The state of a managed object. A read compares two stamps and loads from the leaf; see `Persisted`.

    /// The leaf that holds the row, right to read while `readStamp` is current; nil while unmanaged.
    @exclusivity(unchecked) @usableFromInline final var leaf: UnsafeMutableRawPointer?
    /// The session's stamp, which moves whenever a cached address may have become wrong; nil while unmanaged.
    @exclusivity(unchecked) @usableFromInline final var stampCell: UnsafeMutablePointer<UInt64>?
    @exclusivity(unchecked) @usableFromInline final var readStamp: UInt64 = 0
    /// As `readStamp`, for writing in place.
    @exclusivity(unchecked) @usableFromInline final var writeStamp: UInt64 = 0
    /// The row's position in the leaf.
    @exclusivity(unchecked) @usableFromInline final var slot: UInt32 = 0
    /// The session's removal clock when the row was seen last; see `isSeen`.
    @exclusivity(unchecked) final var seenClock: UInt32 = 0
    /// What the slow paths know of the object.
    @exclusivity(unchecked) final var uncheckedState = ManagedState()
    /// Keeps the session, and with it the leaf's memory; nil while unmanaged.
    @exclusivity(unchecked) final var uncheckedContext: RealmContext?

    /// Unmanaged, with the declared defaults.
    public required init() {}

    /// The name of the primary key's property, for classes that do not mark it in the wrapper.
    open class func primaryKey() -> String? { nil }
    /// The names of properties to index, besides those marked in the wrapper.
    open class func indexedProperties() -> [String] { [] }
    /// The names of properties that are not stored.
    open class func ignoredProperties() -> [String] { [] }
    /// False keeps the class out of Realms whose configuration names no classes.
    open class func shouldIncludeInDefaultSchema() -> Bool { true }
    /// Rules of JSON for this class; they win over the wrapper's, property by property.
    open class func jsonMapping(_ map: JSONMap) {}

    /// `Class {` newline, tab `name = value;` … `}`, depth 5 at most; `[invalid object]` after deletion.
    open var description: String { ObjectDescription.text(of: self) }
}

@available(*, unavailable)
extension Object: Sendable {}

/// Lives in exactly one link or list of its owner and dies with it, or when replaced. Has no key and is never added or
/// queried by itself.
nonisolated open class EmbeddedObject: Object {}

// Classes pasted from Realm get a sentence instead of "cannot find type".

/// Not needed here.
@available(*, unavailable, message: "Quire needs no schema initialisers: delete this initialiser")
public typealias RLMSchema = Never
/// Not needed here.
@available(*, unavailable, message: "Quire needs no schema initialisers: delete this initialiser")
public typealias RLMObjectSchema = Never
/// Not needed here.
@available(*, unavailable, message: "Quire needs no schema initialisers: delete this initialiser")
public typealias RLMRealm = Never
