// How one import goes about its work.

/// How one import goes about its work.
public struct JSONImportOptions: Sendable {
    /// What an error amounts to.
    public enum OnIssue: Sendable {
        /// Nothing is stored; all issues are thrown together.
        case rollback
        /// The object with the error is left out, and links to it. What only the end of the payload shows, a reference
        /// that nothing resolves, leaves out a new object, and of one that was there the link.
        case skipObject
        /// The value with the error is left out, as if its key were absent; an error of the object as a whole, and a
        /// value that a new object needs, leave out the object.
        case skipValue
    }

    /// What is stored together.
    public enum Transaction: Sendable {
        /// The whole payload.
        case single
        /// So many top objects at a time; a later error leaves what earlier batches stored. Not inside a write.
        case batches(of: Int)
    }

    /// How keys find properties without a rule.
    public enum Keys: Sendable {
        /// By equal bytes.
        case exact
        /// Exactly, and where that finds nothing without regard to `_` and case.
        case snakeCase
    }

    /// The same key twice inside one JSON object.
    public enum DuplicateKeys: Sendable {
        /// The first wins, with a warning.
        case firstWins
        /// An issue.
        case error
    }

    /// How keys find properties without a rule.
    public var keys = Keys.snakeCase
    /// What an error amounts to.
    public var onIssue = OnIssue.rollback
    /// What is stored together.
    public var transaction = Transaction.single
    /// The same key twice inside one JSON object.
    public var duplicateKeys = DuplicateKeys.firstWins
    /// How many issues are kept; all are counted.
    public var issueLimit = 1_000
    /// How many JSON containers may stand inside one another.
    public var depthLimit = 512

    /// The defaults.
    public init() {}
}
