// Writing a file anew in its own place, at opening.

/// What is asked of an opening that nobody shares: to replace the file by a compacting copy of it.
package struct Compaction: Sendable {
    /// Bytes of the file, and bytes of it that the newest state uses → whether to compact.
    package var decide: @Sendable (_ total: Int, _ used: Int) -> Bool
    /// A failure is the opening's; otherwise the file is opened as it is.
    package var isRequired: Bool

    package init(isRequired: Bool, decide: @escaping @Sendable (_ total: Int, _ used: Int) -> Bool) {
        self.decide = decide
        self.isRequired = isRequired
    }
}

extension Compaction {
    private static let suffix = ".compacting"

    /// What an interrupted compaction of the file at `path` has left goes. Nobody may be compacting it.
    static func removeRemains(at path: String, _ system: any FileSystem) {
        try? system.remove(path + suffix)
    }

    /// Compacts the file at `path`, which `storage` has announced as open, if the options ask for it and
    /// nobody else has it open. Gives the new file, announced and known as about to be opened; nil if the
    /// file stays as it is, with `storage` still open.
    ///
    /// The old file is locked against all others until the new one, locked too, has its name. So whoever
    /// waits to open the old one finds another file at the path then and opens that instead: nobody can write
    /// into the old one.
    static func perform(
        on storage: any StorageFile, at path: String, _ options: Database.Options, _ system: any FileSystem
    ) throws(StorageError) -> (any StorageFile)? {
        guard let compaction = options.compaction, !options.isReadOnly, !options.isImmutable,
            !options.opensPreviousCommit
        else { return nil }
        let place = PosixFileSystem.resolved(path)
        let new: any StorageFile
        do throws(StorageError) {
            // Never with patience: two who wait for each other's opening to end would wait for ever.
            try storage.lock(.presence, .exclusive, .fail)
            guard let made = try compaction.makeCopy(of: storage, named: path, at: place, options, system) else {
                try storage.lock(.presence, .shared, .fail)
                return nil
            }
            new = made
        } catch {
            do throws(StorageError) {
                if compaction.isRequired { throw error }
                options.onEvent?("\(path) was not compacted: \(error.message)")
                try storage.lock(.presence, .shared, .fail)
                return nil
            } catch {
                storage.close()
                throw error
            }
        }
        do throws(StorageError) {
            OpenDatabases.shared.reserve(.file(new.identity))
            try system.rename(place + suffix, to: place)
        } catch {
            OpenDatabases.shared.remove(.file(new.identity))
            new.close()
            removeRemains(at: place, system)
            storage.close()
            throw error
        }
        storage.close()
        do throws(StorageError) {
            if !options.flaws.contains(.nameNotSynced) { try system.syncDirectory(of: place) }
            try new.lock(.presence, .shared, .fail)
        } catch {
            // The old file may come back after a crash: nothing may be written into the new one yet.
            OpenDatabases.shared.remove(.file(new.identity))
            new.close()
            throw error
        }
        options.onEvent?("\(path) was compacted.")
        return new
    }

    /// A complete copy beside the file, synced and locked; nil if none is wanted.
    private func makeCopy(
        of storage: any StorageFile, named path: String, at place: String, _ options: Database.Options,
        _ system: any FileSystem
    ) throws(StorageError) -> (any StorageFile)? {
        let opening = try FileOpening(storage, options, bootID: system.bootID)
        let pageSize = opening.header.pageSize
        let usedPages = opening.slot.pageCount - Int(clamping: opening.slot.freeBitmap.count)
        guard decide(opening.byteCount, usedPages * pageSize) else { return nil }
        let source = try CopySource(
            storage, pageSize: pageSize, seed: opening.header.seed, readsByCopying: options.readsByCopying,
            roots: opening.slot.roots, pageCount: opening.slot.pageCount)
        Self.removeRemains(at: place, system)
        let new = try system.open(place + Self.suffix, .createReplacement(of: path))
        do throws(StorageError) {
            try new.lock(.presence, .exclusive, .fail)
            PosixFileSystem.copyPermissions(from: place, to: place + Self.suffix)
            try FileCopy.write(source, to: new, system: system)
            return new
        } catch {
            new.close()
            Self.removeRemains(at: place, system)
            throw error
        }
    }
}

extension Database {
    /// Compacts a file that nobody has open; its length before and after. Throws `.inUse` if somebody has,
    /// `.fileNotFound` if there is none, and leaves the file as it is on every error. O(data).
    package static func compact(
        _ location: Location, _ options: Options, system: any FileSystem = PosixFileSystem()
    ) throws(StorageError) -> (before: Int, after: Int) {
        guard case .file(let path) = location, try system.identity(path) != nil else {
            throw StorageError(.fileNotFound, "There is no file to compact: give the path of a database file.")
        }
        guard !options.isReadOnly else {
            throw StorageError(
                .filePermissionDenied,
                "\(path) is to be opened read-only, so it cannot be compacted: open it for writing.")
        }
        var options = options
        let before = Lock(0)
        options.compaction = Compaction(isRequired: true) { total, _ in
            before.withLock { $0 = total }
            return true
        }
        let database = try open(location, options, system: system)
        return (before.withLock { $0 }, database.fileByteCount)
    }
}
