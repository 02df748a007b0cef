// Throwing scopes and what errors do to them. A call that cannot throw leaves its error in the innermost scope, which
// is doomed from then on: later calls in it do nothing, and the scope throws the first error at its end.

import QuireStorage

/// What opened a scope.
enum ScopeKind { case write, nested, read }

/// A `write`, `nested` or `read` that is running, or a transaction begun by hand.
struct Scope {
    let kind: ScopeKind
    let serial: UInt32
    /// The first error.
    var error: Realm.Error?
    /// For each class the first row that was made in this scope.
    var firstNewRows: [ObjectIdentifier: RowID] = [:]
}

extension RealmContext {
    /// The error that dooms the innermost scope.
    var doom: Realm.Error? { scopes.first { $0.error != nil }?.error }

    /// For calls that cannot throw and only read: on an error the innermost throwing scope is doomed and the
    /// placeholder given; outside any scope the program stops. Nothing runs in a doomed scope.
    @inline(__always)
    func attempt<R>(
        _ placeholder: @autoclosure () -> R, at property: PropertyBinding? = nil,
        _ body: () throws(StorageError) -> R
    ) -> R {
        if isDoomed { return placeholder() }
        do throws(StorageError) { return try body() } catch {
            found(realmError(error, property))
            return placeholder()
        }
    }

    /// As `attempt`, for calls that change something: the write or savepoint is doomed too, also from within a `read`.
    @inline(__always)
    func change<R>(
        _ placeholder: @autoclosure () -> R, at property: PropertyBinding? = nil,
        _ body: () throws(StorageError) -> R
    ) -> R {
        if isDoomed { return placeholder() }
        changeCount &+= 1
        do throws(StorageError) { return try body() } catch {
            doom(realmError(error, property))
            return placeholder()
        }
    }

    /// The engine's error with file, class and property.
    func realmError(_ error: StorageError, _ property: PropertyBinding?) -> Realm.Error {
        Realm.Error(error, file: path, className: property?.owner.name, property: property?.name)
    }

    /// An error that a reading call met.
    func found(_ error: Realm.Error) {
        guard let last = scopes.indices.last else { stopOutsideScopes(error) }
        if scopes[last].error == nil { scopes[last].error = error }
        isDoomed = true
    }

    /// An error that a changing call met: dooms the innermost write or savepoint, and the reads inside it.
    func doom(_ error: Realm.Error) {
        guard !scopes.isEmpty else { stopOutsideScopes(error) }
        for index in scopes.indices.reversed() {
            if scopes[index].error == nil { scopes[index].error = error }
            if scopes[index].kind != .read { break }
        }
        isDoomed = true
    }

    private func stopOutsideScopes(_ error: Realm.Error) -> Never {
        configuration.onReadFailure?(error)
        stopForMisuse(
            error.message + (path.map { " File: \($0)." } ?? "")
                + " Wrap the access in realm.read { } to have this thrown instead.")
    }

    /// Stops the program unless a write is open.
    func requireWrite(_ action: @autoclosure () -> String) {
        if !isInWrite {
            stopForMisuse("Cannot \(action()) outside of a write transaction: wrap it in realm.write { }.")
        }
    }

    /// As above, for one property. "change" → "Cannot change Product.name …".
    func requireWrite(_ verb: @autoclosure () -> String, _ property: @autoclosure () -> PropertyBinding) {
        if !isInWrite {
            let property = property()
            stopForMisuse(
                "Cannot \(verb()) \(property.owner.name).\(property.name) outside of a write transaction: wrap it in "
                    + "realm.write { }.")
        }
    }

    // MARK: Opening and closing

    /// Opens a scope. `serial` tells it from those that replace it.
    func push(_ kind: ScopeKind) -> UInt32 {
        lastSerial &+= 1
        if lastSerial == 0 { lastSerial = 1 }
        scopes.append(Scope(kind: kind, serial: lastSerial))
        if kind == .write {
            isInWrite = true
            writerQueue.writeBegan()
        }
        return lastSerial
    }

    /// True while the scope with this number is open.
    func isOpen(_ serial: UInt32) -> Bool { scopes.contains { $0.serial == serial } }

    /// Closes the scope with this number, if it is open; a write that was begun by hand inside a `read` stays open.
    @discardableResult
    func close(_ serial: UInt32) -> Scope? {
        guard let index = scopes.lastIndex(where: { $0.serial == serial }) else { return nil }
        let scope = scopes.remove(at: index)
        scopesShrank()
        return scope
    }

    private func scopesShrank() {
        isDoomed = doom != nil
        if isInWrite, !scopes.contains(where: { $0.kind == .write }) {
            isInWrite = false
            writerQueue.writeEnded()
        }
    }

    /// Stops the program if a write cannot begin.
    func requireWritable() {
        if isInWrite {
            stopForMisuse("The Realm is already in a write transaction: use realm.nested { } for a part of it.")
        }
        if configuration.isReadOnly {
            stopForMisuse("The Realm was opened read-only and cannot be written: open it without readOnly.")
        }
    }

    /// Begins a transaction.
    func beginWrite() throws(Realm.Error) -> UInt32 {
        requireWritable()
        if let doom { throw doom }
        try engine { () throws(StorageError) in try beginSessionWrite() }
        return push(.write)
    }

    /// Commits and closes the write. A doomed one is rolled back and its error thrown.
    func commitWrite() throws(Realm.Error) {
        guard let scope = scopes.last, scope.kind == .write else {
            stopForMisuse("A write transaction can be committed only outside of nested { } and read { }.")
        }
        if let error = scope.error {
            rollBackWrite()
            throw error
        }
        do throws(Realm.Error) {
            try engine { () throws(StorageError) in try session.commit() }
        } catch {
            noteRollback(from: scope)
            close(scope.serial)
            throw error
        }
        close(scope.serial)
    }

    /// Rolls the whole write back and closes it, with all scopes inside.
    func rollBackWrite() {
        guard let index = scopes.firstIndex(where: { $0.kind == .write }) else { return }
        for scope in scopes[index...] { noteRollback(from: scope) }
        if session.isWriting { overlap.guarding { session.rollback() } }
        scopes.removeSubrange(index...)
        scopesShrank()
    }

    /// An engine call of a throwing method.
    func engine<R>(_ body: () throws(StorageError) -> R) throws(Realm.Error) -> R {
        do throws(StorageError) {
            return try overlap.guarding { () throws(StorageError) in try body() }
        } catch {
            throw Realm.Error(error, file: path)
        }
    }
}
