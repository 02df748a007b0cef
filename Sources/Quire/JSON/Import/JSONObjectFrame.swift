// The importer's stack: one entry for each JSON object that is being read. It stands in the place of recursion, so that
// nesting costs memory of the heap and not of the stack.

import QuireStorage

/// A list, or the children under an inverse, of which the elements are being read.
struct JSONListProgress {
    /// Where the next element is looked for.
    var cursor: Int
    var isFirst = true
    /// Of the element that comes next.
    var index = 0
    /// Where the list's rows begin among the importer's `links`.
    let linkBase: Int
    /// The elements stand under the keys of an object.
    let isDictionary: Bool
    /// The rows of an embedded list, which are written anew in place.
    let reusable: [RowID]
}

/// Holds numbers only, so that pushing and popping touches no reference counts.
struct JSONObjectFrame {
    /// The number of the plan.
    let plan: Int
    /// Of the opening brace.
    let offset: Int
    /// How many containers are around the object.
    let depth: Int
    /// Where its members begin among the importer's `members`, and its relations among `relations`.
    let memberBase: Int
    let relationBase: Int
    /// The key under which it stands, and its position in an array.
    var key: JSONText?
    var position: Int?
    /// Behind the closing brace.
    var end = 0
    /// nil if the object could not be identified.
    var row: RowID?
    /// It was not there, or is an embedded object that is written anew.
    var isFresh = false
    /// Its row was made for it: every column is zero or nil still.
    var isBlank = false
    var isChanged = false
    /// An error was found in it.
    var hasFailed = false
    /// An error about the object as a whole.
    var isRefused = false
    /// A new object for which an error about a value that it needs was reported: at the end it goes.
    var isIncomplete = false
    /// Its payload is older than what is stored.
    var isStale = false
    /// The relation that is being read, by its position in the plan's relations, and how far.
    var relation = -1
    var relationCursor: Int
    /// The relation is a list; its progress is the last of the importer's `lists`.
    var hasList = false
    /// An element of a list that leaves out bad elements.
    var isLossyElement = false
    /// Where to return to if the object is left out is the last of the importer's `restorePoints`.
    var hasRestorePoint = false
}

/// A state of the store and of the importer's books.
struct JSONRestorePoint {
    let mark: SessionMark
    let journalCount: Int
    let referenceCount: Int
    let validationCount: Int
    let orphanCount: Int
}

/// A row of one of the import's classes.
struct JSONRowKey: Hashable {
    let plan: Int
    let row: RowID
}

/// What a new object still needs from the payload.
struct JSONMissingValues {
    let offset: Int
    /// Those whose absence is not reported yet.
    var properties: [Int]
    /// What is missing was reported: nothing that comes later saves the object.
    let isRefused: Bool
    let isLossy: Bool
}

/// A reference to a key that no object had, by a rule that does not defer.
struct JSONStrictReference {
    let property: JSONPlanProperty
    let missing: UnknownReference
    let owner: JSONRowKey
    let target: JSONRowKey
    let key: Value
    let offset: Int
    let isLossy: Bool
}

/// An object that something no longer refers to.
struct JSONOrphan {
    let key: JSONRowKey
    /// Deleted even if other objects refer to it.
    let isForced: Bool
}

/// A change of the importer's books that a restore point undoes.
enum JSONJournalEntry {
    case state(JSONRowKey, JSONRowState)
    case waiting(JSONRowKey)
    case missing(JSONRowKey, JSONMissingValues?)
}

/// A relation in the order of the document.
struct JSONQueuedRelation {
    /// -1 where the payload does not have it.
    let offset: Int
    /// Its position in `JSONPlan.relations`.
    let index: Int
}

/// An object to validate once the payload has been read.
struct JSONPendingValidation {
    let key: JSONRowKey
    let offset: Int
}

/// What a member of the payload is for a property.
enum JSONReading {
    /// Not there.
    case absent
    case value(Value)
    /// A text as it stands in the document.
    case bytes(JSONText)
    case list([Value])
    /// The stored value stays.
    case keep
    case useDefault
    /// An issue was reported.
    case failed
}
