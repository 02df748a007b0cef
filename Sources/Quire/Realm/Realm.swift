// One view of one file.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import QuireStorage

/// One isolation's view of one file (or of one named memory store): a pinned snapshot, and at times the writer. Not
/// Sendable. Every `Realm(…)` is a view of its own.
nonisolated public final class Realm {
    let context: RealmContext

    /// The view of a context whose first Realm is gone.
    init(context: RealmContext) { self.context = context }

    /// How this Realm was opened.
    public var configuration: Configuration { context.configuration }
}
