// STUB of the interface that the object layer builds on; the bodies follow.

/// One view of a file: a pinned snapshot, and at times the writer. Not Sendable; belongs to one isolation.
package final class Session {
    package let database: Database
    package let space: PageSpace

    /// Pins nothing yet; the first read, or `pin`, does.
    package init(database: Database) throws(StorageError) { fatalError("stub") }

    /// The transaction whose state this session shows.
    package var snapshot: TransactionID { fatalError("stub") }
    package var isWriting: Bool { space.isWriting }
    /// True while it holds a snapshot.
    package var isPinned: Bool { fatalError("stub") }

    /// Pins the newest snapshot if none is pinned.
    package func pin() throws(StorageError) { fatalError("stub") }
    /// Lets go of the snapshot; rolls back an open write. Everything cached is stale afterwards.
    package func unpin() { fatalError("stub") }
    /// Moves to the newest snapshot; true if there was a newer one.
    package func refresh() throws(StorageError) -> Bool { fatalError("stub") }

    /// Waits for the writer, then shows and changes the newest state.
    package func beginWrite() throws(StorageError) { fatalError("stub") }
    /// Makes the transaction durable; on an error nothing of it is stored and the session shows the state before it. A
    /// transaction that changed nothing writes nothing.
    package func commit() throws(StorageError) { fatalError("stub") }
    package func rollback() { fatalError("stub") }

    /// A point in the write to which it can return.
    package func mark() -> SessionMark { fatalError("stub") }
    package func release(_ mark: SessionMark) { fatalError("stub") }
    package func rollback(to mark: SessionMark) { fatalError("stub") }

    /// Inside a write: takes over new classes, new optional or defaulted columns, changed indexes; throws `.schemaMismatch`
    /// listing every other difference, with nothing changed. Outside a write: true if `adopt` would change nothing.
    package func adopt(_ definitions: [ClassDefinition]) throws(StorageError) { fatalError("stub") }
    package func isAdopted(_ definitions: [ClassDefinition]) throws(StorageError) -> Bool { fatalError("stub") }

    /// The table of a class; the same instance as long as the session lives, also over refresh and rollback. nil for a
    /// class that the snapshot does not have.
    package func table(_ className: String) -> Table? { fatalError("stub") }
    package var tables: [Table] { fatalError("stub") }
}
package struct SessionMark {}
