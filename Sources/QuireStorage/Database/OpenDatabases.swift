// The databases that are open in this process: a second opening of a file gives the same instance.

/// What a database is known by, whatever path leads to it.
enum DatabaseKey: Hashable, Sendable {
    /// What was opened before a fork is not open in the child.
    case file(FileIdentity, fork: UInt32)
    case memory(String)

    static func file(_ identity: FileIdentity) -> Self { .file(identity, fork: ForkGuard.generation) }
}

/// An entry without a database is being opened or closed; whoever asks for it waits.
final class OpenDatabases: Sendable {
    static let shared = OpenDatabases()

    private final class Entry: @unchecked Sendable {
        weak var database: Database?
    }

    private enum Answer {
        case open(Database)
        case reserved
    }

    private let entries = Condition<[DatabaseKey: Entry]>([:])

    /// The open database, or nil: then the caller opens it and reports with `add` or `remove`.
    func findOrReserve(_ key: DatabaseKey) -> Database? {
        if Flaws.everywhere.contains(.openedTwice) { return nil }
        let answer: Answer = entries.wait { entries in
            if let entry = entries[key] {
                guard let database = entry.database else { return nil }
                return .open(database)
            }
            entries[key] = Entry()
            return .reserved
        }
        if case .open(let database) = answer { return database }
        return nil
    }

    /// Has whoever asks for a file that nobody knows yet wait for `add` or `remove`.
    func reserve(_ key: DatabaseKey) { entries.withLock { entries in entries[key] = Entry() } }

    func add(_ key: DatabaseKey, _ database: Database) {
        entries.withLock { entries in
            let entry = Entry()
            entry.database = database
            entries[key] = entry
        }
    }

    func remove(_ key: DatabaseKey) {
        entries.withLock { entries in _ = entries.removeValue(forKey: key) }
    }

    /// The open database, without waiting. The answer leaves the lock before anybody can drop the last reference.
    func find(_ key: DatabaseKey) -> Database? {
        entries.withLock { entries in entries[key]?.database }
    }
}
