// The choices that rules offer.

/// What becomes of a reference to a key that no object has.
public enum UnknownReference: Sendable {
    /// The key is kept, the link reads nil, and it is made the moment the object arrives.
    case deferred
    /// An issue.
    case error
    /// No link, and a warning.
    case skip
    /// A visible object with the declared defaults; `realm.isPlaceholder` knows it.
    case placeholder
}

/// A key that the payload does not have.
public enum AbsentKey: Sendable {
    /// The stored value, and the declared default on a new object.
    case keep
    /// The declared default.
    case useDefault
    /// An issue.
    case error
}

/// What null amounts to.
public enum NullValue: Sendable {
    /// nil, no link, an empty list; an issue for a required value.
    case clear
    /// The declared default.
    case useDefault
    /// The stored value.
    case keep
    /// An issue.
    case error
}

/// The payload's list and the stored one.
public enum ListPolicy: Sendable {
    /// The payload's instead of the stored one.
    case replace
    /// The payload's behind the stored one.
    case append
    /// The payload's behind the stored one, without what is in it already.
    case union
}

/// What becomes of objects that a replaced list no longer holds.
public enum Orphans: Sendable {
    /// They stay. (Objects without a key that nothing else refers to go all the same: nothing could find them again.)
    case keep
    /// They are deleted if nothing else links to them.
    case deleteIfUnreferenced
    /// They are deleted.
    case delete
}

/// How a date is written. Of several formats the first that fits is taken.
public enum JSONDateFormat: Sendable {
    /// ISO 8601 with or without fraction and with any offset.
    case iso8601
    /// A number of seconds since 1970.
    case unixSeconds
    /// A number of milliseconds since 1970.
    case unixMilliseconds
    /// A Unicode pattern (`yyyy-MM-dd`), read in UTC.
    case format(String)
}

/// What a key that no property reads amounts to.
public enum UnknownKeys: Sendable {
    /// A note in the report.
    case note
    /// Nothing.
    case ignore
    /// An issue.
    case error
}
