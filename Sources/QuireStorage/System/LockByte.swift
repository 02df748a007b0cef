// What processes tell each other by locks. They lie behind every byte that a file can have, so that no read or write
// meets them; the system drops those of a process that ends.

/// What a lock stands for.
package enum LockByte: Hashable, Sendable {
    /// The file is open. Shared by all that use it; exclusive for who replaces or removes it.
    case presence
    /// Somebody writes. Exclusive for the writer; shared for who wants to know that there is none.
    case writer
    /// Somebody reads the state that a transaction left. Shared.
    case pin(TransactionID)

    private static let base: UInt64 = 1 << 62
    private static let firstPin = base + 2

    /// Where it lies.
    package var offset: UInt64 {
        switch self {
        case .presence: Self.base
        case .writer: Self.base + 1
        case .pin(let transaction): Self.firstPin + transaction.rawValue
        }
    }

    /// The transaction whose pin lies at an offset.
    static func pinned(at offset: UInt64) -> TransactionID { TransactionID(offset - firstPin) }
}

/// How a lock is shared.
package enum LockKind: Sendable {
    case shared, exclusive
}

/// What to do while somebody else holds a file's lock.
package enum LockWait: Sendable {
    case fail
    case wait
    case waitUpTo(seconds: Double)
}
