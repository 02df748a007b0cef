// One view of a file: what the object layer's Realm is made of.

/// A pinned snapshot, and at times the writer. Not Sendable; belongs to one isolation.
package final class Session {
    package let database: Database
    package let space: PageSpace
    /// What its commits promise.
    package var durability = Durability.durable
    /// States that may be in use when it begins to write, the newest one included.
    package var versionLimit = Int.max

    /// The state that is shown. In a write its roots are those that the transaction began with.
    @safe @exclusivity(unchecked) private(set) var pinned: Snapshot?
    @safe @exclusivity(unchecked) var directory: ColumnTree
    @safe @exclusivity(unchecked) var classes: ColumnTree
    var nextTree: UInt32 = 16
    /// By class id.
    package private(set) var tables: [Table] = []
    private var tablesByName: [String: Table] = [:]
    /// Moves when the descriptions of the tables change.
    package private(set) var schemaVersion: UInt64 = 0
    /// The roots of the classes tree that `tables` were made from.
    private var describedClasses = TreeRoot.empty

    /// Pins nothing yet; the first read, or `pin`, does.
    package init(database: Database) throws(StorageError) {
        self.database = database
        space = PageSpace(file: database.file)
        directory = ColumnTree(
            space: space, id: SystemLayout.directoryTree, root: .empty, layout: SystemLayout.directory)
        classes = ColumnTree(space: space, id: SystemLayout.classesTree, root: .empty, layout: SystemLayout.classes)
    }

    deinit {
        if space.isWriting { database.endWriting() }
        if let pinned { database.unpin(pinned) }
        directory.close()
        classes.close()
    }

    /// The transaction whose state this session shows; 0 without a snapshot.
    package var snapshot: TransactionID { pinned?.transaction ?? TransactionID(0) }
    package var isWriting: Bool { space.isWriting }
    /// True while it holds a snapshot.
    package var isPinned: Bool { pinned != nil }

    // MARK: Snapshots

    /// Pins the newest snapshot if none is pinned.
    package func pin() throws(StorageError) {
        guard pinned == nil else { return }
        try show(database.pin())
    }

    /// Lets go of the snapshot; rolls back an open write. Everything cached is stale afterwards.
    package func unpin() {
        if space.isWriting { rollback() }
        if let pinned { database.unpin(pinned) }
        pinned = nil
        space.forgetKept()
        forgetRoots()
    }

    /// Moves to the newest snapshot; true if there was a newer one. Inside a write nothing moves.
    package func refresh() throws(StorageError) -> Bool {
        guard !space.isWriting else { return false }
        guard let old = pinned else {
            try pin()
            return true
        }
        guard try database.hasNewer(than: old.transaction) else { return false }
        let new = try database.pin()
        pinned = nil
        do throws(StorageError) { try show(new) } catch {
            // The old snapshot is still whole: stay with it.
            try show(old)
            throw error
        }
        database.unpin(old)
        return true
    }

    /// Lets go of the snapshot if its classes cannot be read: a session that holds one knows them.
    private func show(_ snapshot: Snapshot) throws(StorageError) {
        pinned = snapshot
        space.forgetKept()
        restoreRoots(snapshot.roots)
        do throws(StorageError) { try describe() } catch {
            pinned = nil
            database.unpin(snapshot)
            throw error
        }
    }

    private func restoreRoots(_ roots: FileRoots) {
        directory.root = roots.directory
        classes.root = roots.classes
        nextTree = roots.nextTree
        forgetRoots()
    }

    private func forgetRoots() {
        space.generation += 1
        space.moveStamp()
        space.moveRemovalClock()
    }

    /// Brings `tables` to the state of the classes tree.
    func describe(force: Bool = false) throws(StorageError) {
        guard
            force || classes.root.reference != describedClasses.reference
                || classes.root.count != describedClasses.count
        else { return }
        let stored = try classes.storedClasses()
        var changed = false
        for record in stored {
            let index = Int(record.id.rawValue)
            if index < tables.count {
                if tables[index].stored != record {
                    tables[index].redefine(record)
                    changed = true
                }
            } else {
                let table = Table(session: self, stored: record)
                tables.append(table)
                tablesByName[record.name] = table
                changed = true
            }
        }
        if stored.count < tables.count {
            // A rollback took classes away again.
            for table in tables[stored.count...] { tablesByName[table.stored.name] = nil }
            tables.removeSubrange(stored.count...)
            changed = true
        }
        describedClasses = classes.root
        if changed {
            schemaVersion += 1
            connectTables()
        }
    }

    /// Tells each table which columns lead to it.
    private func connectTables() {
        for table in tables { table.incoming.removeAll() }
        for table in tables {
            for column in table.stored.columns.indices {
                let definition = table.stored.columns[column].definition
                guard let target = definition.target else {
                    table.targets[column] = nil
                    continue
                }
                let targetTable = tablesByName[target]
                table.targets[column] = targetTable.map { Table.Unowned(table: $0) }
                targetTable?.incoming.append(LinkSource(table: table, column: column))
            }
        }
    }

    /// The table of a class; the same instance as long as the session lives, also over refresh and rollback. nil for a
    /// class that the snapshot does not have.
    package func table(_ className: String) -> Table? { tablesByName[className] }

    // MARK: Writing

    /// Waits for the writer, then shows and changes the newest state.
    package func beginWrite() throws(StorageError) {
        precondition(!space.isWriting, "the session writes already")
        try database.beginWriting()
        do throws(StorageError) {
            _ = try refresh()
            try database.requireVersions(atMost: versionLimit)
        } catch {
            database.endWriting()
            throw error
        }
        database.committer.largestDelete = tables.lazy.map(\.largestDelete).max() ?? 0
        space.beginWriting()
    }

    /// Makes the transaction durable; on an error nothing of it is stored and the session shows the state before it. A
    /// transaction that changed nothing writes nothing.
    package func commit() throws(StorageError) {
        precondition(space.isWriting, "there is no transaction to commit")
        guard let base = pinned else { preconditionFailure("a writer has a snapshot") }
        do throws(StorageError) {
            for table in tables { try table.storeRoots() }
            guard newRoots != base.roots else {
                space.endWriting()
                database.endWriting()
                return
            }
            if try evacuate() { for table in tables { try table.storeRoots() } }
            let places = try database.commit(space, newRoots, durability)
            let generation = space.generation
            space.endWriting(writtenTo: places)
            pinned = try? database.pin()
            if let new = pinned {
                restoreRoots(new.roots)
                describedClasses = classes.root
                for table in tables { table.keepRoots(places, from: generation) }
            } else {
                // The transaction is stored; the next read pins it, or says why it cannot.
                forgetRoots()
            }
            database.unpin(base)
            database.endWriting()
        } catch {
            rollback()
            throw error
        }
    }

    private var newRoots: FileRoots {
        FileRoots(directory: directory.root, classes: classes.root, nextTree: nextTree)
    }

    /// Drops the transaction.
    package func rollback() {
        guard space.isWriting else { return }
        space.endWriting()
        database.endWriting()
        guard let pinned else { return }
        restoreRoots(pinned.roots)
        // The pages of the snapshot were readable when the transaction began; should one no longer be, the next read
        // says so.
        do throws(StorageError) { try describe() } catch { describedClasses = .empty }
    }

    // MARK: Savepoints

    /// A point in the write to which it can return.
    package func mark() throws(StorageError) -> SessionMark {
        for table in tables { try table.applyWaiting() }
        return SessionMark(
            mark: space.mark(), directory: directory.root, classes: classes.root, nextTree: nextTree,
            schemaVersion: schemaVersion, tables: tables.map { $0.roots() })
    }

    /// Forgets the newest mark and keeps what was done since.
    package func release(_ mark: SessionMark) { space.release(mark.mark) }

    /// Undoes what was done since the newest mark and forgets the mark.
    package func rollback(to mark: SessionMark) {
        space.rollback(to: mark.mark)
        directory.root = mark.directory
        classes.root = mark.classes
        nextTree = mark.nextTree
        if schemaVersion != mark.schemaVersion {
            do throws(StorageError) { try describe(force: true) } catch { describedClasses = .empty }
        }
        for (table, roots) in zip(tables, mark.tables) { table.restore(roots) }
        space.moveStamp()
        space.moveRemovalClock()
    }

    /// A tree id that no tree had before.
    func newTree() throws(StorageError) -> TreeID {
        guard nextTree >= 16, nextTree < .max else {
            throw StorageError(.damaged, "The next tree id of the file, \(nextTree), is impossible. Restore a copy.")
        }
        nextTree += 1
        return TreeID(nextTree - 1)
    }

    /// Called by operations that make many dirty nodes.
    @inline(__always)
    func spillIfNeeded() throws(StorageError) {
        if space.dirtyByteCount > database.spillByteCount { try database.spillIfNeeded(space) }
    }
}

/// A point in a write: see `Session.mark`.
package struct SessionMark {
    let mark: PageSpace.Mark
    let directory: TreeRoot
    let classes: TreeRoot
    let nextTree: UInt32
    let schemaVersion: UInt64
    /// nil for a table whose roots nobody had read.
    let tables: [Table.Roots?]
}
