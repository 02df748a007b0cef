// Transactions and scopes.

import QuireStorage

extension Realm {
    /// Waits for the writer, refreshes, runs, commits if still in a write. A throw rolls everything back and is
    /// rethrown; a doomed transaction throws its first error. Writes nothing if nothing changed.
    @discardableResult
    public func write<R>(_ body: () throws -> R) throws -> R {
        try context.runWrite(context.beginWrite(), body)
    }

    /// As `write`, suspending instead of blocking while it waits.
    @discardableResult
    public func asyncWrite<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () throws -> R
    ) async throws -> R {
        // The queue lets nobody in while this Realm writes, which would be for ever.
        context.requireWritable()
        await context.writerQueue.enter()
        defer { context.writerQueue.leave() }
        return try write(body)
    }

    /// A savepoint inside a write: a throw, or an error that dooms it, rolls back what it did and nothing else. Cost:
    /// pages changed since. Outside a write: misuse.
    @discardableResult
    public func nested<R>(_ body: () throws -> R) throws -> R {
        context.requireWrite("open a savepoint")
        if let doom = context.doom { throw doom }
        return try context.runNested(body)
    }

    /// A throwing scope for reading: damage met by calls that cannot throw is thrown at its end.
    @discardableResult
    public func read<R>(_ body: () throws -> R) throws -> R {
        try context.runRead(body)
    }

    /// Waits for the writer and refreshes. Inside a write: misuse. An error is thrown by `commitWrite`.
    public func beginWrite() {
        do { _ = try context.beginWrite() } catch {
            // The transaction exists and is doomed, so that the calls up to its end are harmless.
            _ = context.push(.write)
            context.doom(error)
        }
    }

    /// Makes the transaction durable, or throws with nothing stored.
    public func commitWrite() throws {
        guard context.isInWrite else {
            stopForMisuse("There is no write transaction to commit: begin one with beginWrite() or write { }.")
        }
        try context.commitWrite()
    }

    /// Drops the transaction: objects added in it become invalid, values read as before.
    public func cancelWrite() {
        guard context.isInWrite else {
            stopForMisuse("There is no write transaction to cancel: begin one with beginWrite() or write { }.")
        }
        context.rollBackWrite()
    }

    /// A write transaction is open.
    public var isInWriteTransaction: Bool { context.isInWrite }
}

extension RealmContext {
    /// Runs the body of a write that has begun, and ends it.
    func runWrite<R>(_ serial: UInt32, _ body: () throws -> R) throws -> R {
        let result: R
        do { result = try body() } catch {
            // What doomed the transaction came before what the body made of the placeholders.
            let first = isOpen(serial) ? doom : nil
            if isOpen(serial) {
                if Flaws.everywhere.contains(.errorsCommitted) { try commitWrite() } else { rollBackWrite() }
            }
            throw first ?? error
        }
        if isOpen(serial) { try commitWrite() }
        return result
    }

    /// Runs the body of a scope for reading, and ends it.
    func runRead<R>(_ body: () throws -> R) throws -> R {
        if let doom { throw doom }
        let serial = push(.read)
        let result = Result { try body() }
        if let error = close(serial)?.error { throw error }
        return try result.get()
    }

    /// Runs the body of a savepoint, and ends it.
    func runNested<R>(_ body: () throws -> R) throws -> R {
        let mark = try engine { () throws(StorageError) in try session.mark() }
        let serial = push(.nested)
        let result = Result { try body() }
        // The body may have ended the whole write.
        guard let scope = close(serial) else { return try result.get() }
        var isKept = scope.error == nil
        if case .failure = result { isKept = false }
        if isKept {
            session.release(mark)
            keepNewRows(of: scope)
        } else {
            noteRollback(from: scope)
            overlap.guarding { session.rollback(to: mark) }
        }
        if let error = scope.error { throw error }
        return try result.get()
    }

    /// The rows of a savepoint that is kept belong to the scope around it.
    private func keepNewRows(of scope: Scope) {
        guard let outer = scopes.lastIndex(where: { $0.kind != .read }) else { return }
        scopes[outer].firstNewRows.merge(scope.firstNewRows) { min($0, $1) }
    }
}
