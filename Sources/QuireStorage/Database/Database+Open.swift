// Opening, creating and deleting by location.

extension Database {
    /// Opens or creates; gives the one instance of this process for a file that is open already.
    package static func open(_ location: Location, _ options: Options) throws(StorageError) -> Database {
        try open(location, options, system: PosixFileSystem())
    }

    package static func open(
        _ location: Location, _ options: Options, system: any FileSystem
    ) throws(StorageError) -> Database {
        switch location {
        case .file(let path): try openFile(path, options, system)
        case .memory(let name): try openMemory(name, options, system)
        }
    }

    /// Opens a file that nobody else knows: for tests that bring their own. Creates a database in an empty one.
    package static func open(
        storage: any StorageFile, _ options: Options, system: any FileSystem
    ) throws(StorageError) -> Database {
        try announce(storage, options)
        do throws(StorageError) {
            if try storage.byteCount() == 0 {
                guard !options.isReadOnly else { throw emptyFile(storage.path) }
                try FileCreation.write(to: storage, pageSize: options.pageSize, system: system)
            }
        } catch {
            storage.close()
            throw error
        }
        return try takeOver(storage, options, system)
    }

    /// Lets other processes know that the file is open; waits while one of them replaces it.
    private static func announce(_ storage: any StorageFile, _ options: Options) throws(StorageError) {
        guard !options.isImmutable else { return }
        // Whoever goes back to the previous commit must not do so behind the back of others.
        if options.opensPreviousCommit, !options.isReadOnly {
            try storage.lock(.presence, .exclusive, options.whenInUse)
        }
        try storage.lock(.presence, .shared, options.whenInUse)
    }

    /// From here on the database closes the file.
    private static func takeOver(
        _ storage: any StorageFile, _ options: Options, _ system: any FileSystem
    ) throws(StorageError) -> Database {
        let database: Database
        do throws(StorageError) {
            database = try Database(storage, options, system: system)
        } catch {
            storage.close()
            throw error
        }
        if options.verifiesOnOpen { try database.verify() }
        return database
    }

    private static func openMemory(
        _ name: String, _ options: Options, _ system: any FileSystem
    ) throws(StorageError) -> Database {
        let key = DatabaseKey.memory(name)
        if let database = OpenDatabases.shared.findOrReserve(key) { return database }
        return try registering(key) { () throws(StorageError) in
            var options = options
            options.isReadOnly = false
            return try open(storage: MemoryFile(name: name), options, system: system)
        }
    }

    /// Opens what was reserved, and lets the others know how it went.
    private static func registering(
        _ key: DatabaseKey, _ open: () throws(StorageError) -> Database
    ) throws(StorageError) -> Database {
        do throws(StorageError) {
            let database = try open()
            database.key = key
            OpenDatabases.shared.add(key, database)
            return database
        } catch {
            OpenDatabases.shared.remove(key)
            throw error
        }
    }

    private static func openFile(
        _ path: String, _ options: Options, _ system: any FileSystem
    ) throws(StorageError) -> Database {
        // Between looking and locking, somebody may create, replace or delete the file: look again then, not for ever.
        for _ in 0..<100 {
            guard let identity = try system.identity(path) else {
                guard !options.isReadOnly else {
                    throw StorageError(
                        .fileNotFound,
                        "There is no file at \(path): check the path, or open it for writing to create it.")
                }
                try FileCreation.create(path, pageSize: options.pageSize, system: system, replacing: false)
                continue
            }
            let key = DatabaseKey.file(identity)
            if let database = OpenDatabases.shared.findOrReserve(key) {
                guard !options.opensPreviousCommit else {
                    throw StorageError(
                        .inUse, "\(path) is open in this process: close it there to open its previous commit.")
                }
                if options.compaction?.isRequired == true { throw inUseHere(path, before: "compacting") }
                guard options.isReadOnly || !database.isReadOnly else {
                    throw StorageError(
                        .inUse, "\(path) is open read-only in this process: close it there to open it for writing.")
                }
                return database
            }
            var isSettled = false
            defer { if !isSettled { OpenDatabases.shared.remove(key) } }
            guard let storage = try openLocked(path, identity, options, system) else { continue }
            if let compacted = try Compaction.perform(on: storage, at: path, options, system) {
                let key = DatabaseKey.file(compacted.identity)
                return try registering(key) { () throws(StorageError) in try takeOver(compacted, options, system) }
            }
            isSettled = true
            return try registering(key) { () throws(StorageError) in try takeOver(storage, options, system) }
        }
        throw StorageError(.fileReplaced, "\(path) keeps being replaced by others: try again when that is over.")
    }

    /// The file, locked and not empty; nil if it is not the one any more that was looked at.
    private static func openLocked(
        _ path: String, _ identity: FileIdentity, _ options: Options, _ system: any FileSystem
    ) throws(StorageError) -> (any StorageFile)? {
        let storage: any StorageFile
        do throws(StorageError) {
            storage = try system.open(path, options.isReadOnly ? .read : .readAndWrite)
            // Another file than the one that was looked at may be open in this process, which then would wait for itself.
            if storage.identity != identity {
                storage.close()
                return nil
            }
        } catch {
            if error.code == .fileNotFound, try system.identity(path) == nil { return nil }
            throw error
        }
        do throws(StorageError) {
            try announce(storage, options)
            guard try system.identity(path) == identity else {
                storage.close()
                return nil
            }
            guard try storage.byteCount() == 0 else { return storage }
            guard !options.isReadOnly else { throw emptyFile(path) }
            try storage.lock(.presence, .exclusive, options.whenInUse)
            try FileCreation.create(path, pageSize: options.pageSize, system: system, replacing: true)
            storage.close()
            return nil
        } catch {
            storage.close()
            throw error
        }
    }

    private static func emptyFile(_ path: String) -> StorageError {
        StorageError(.notADatabase, "\(path) is empty: open it for writing to make a database of it.")
    }

    // MARK: Asking and deleting

    package static func exists(_ location: Location) -> Bool {
        switch location {
        case .file(let path):
            guard let identity = try? PosixFileSystem().identity(path) else { return false }
            return identity.inode != 0
        case .memory: return isOpen(location)
        }
    }

    /// Whether it is open in this process.
    package static func isOpen(_ location: Location) -> Bool {
        switch location {
        case .file(let path):
            guard let identity = try? PosixFileSystem().identity(path) else { return false }
            return OpenDatabases.shared.find(.file(identity)) != nil
        case .memory(let name):
            return OpenDatabases.shared.find(.memory(name)) != nil
        }
    }

    /// Removes the file; false if there was none. Throws `.inUse` if it is open, here or elsewhere, and `.notADatabase`
    /// for a file of another kind, which stays.
    package static func delete(_ location: Location) throws(StorageError) -> Bool {
        guard case .file(let path) = location else {
            guard !isOpen(location) else { throw inUseHere("The database in memory") }
            return false
        }
        let system = PosixFileSystem()
        guard try system.identity(path) != nil else { return false }
        guard !isOpen(location) else { throw inUseHere(path) }
        let storage = try system.open(path, .readAndWrite)
        defer { storage.close() }
        try storage.lock(.presence, .exclusive, .fail)
        let byteCount = try storage.byteCount()
        if byteCount > 0 {
            let head = ZeroedBuffer(byteCount: FileHeader.Offset.byteCount)
            _ = try storage.read(at: 0, into: head.node, byteCount: min(byteCount, head.byteCount))
            if head.node.u64(FileHeader.Offset.magic) != FileHeader.magic {
                throw StorageError(.notADatabase, "\(path) is not a Quire database, so it was not deleted.")
            }
        }
        try system.remove(path)
        Compaction.removeRemains(at: path, system)
        try system.syncDirectory(of: path)
        return true
    }

    private static func inUseHere(_ path: String, before action: String = "deleting") -> StorageError {
        StorageError(.inUse, "\(path) is open in this process: close it before \(action) it.")
    }
}
