// A copy of an open file, made while others read and write.

extension Database {
    /// Writes what a pinned snapshot shows into a new file, in full leaves and without free pages. There is a
    /// file at `path` once it is complete and synced, and none if this throws: `.fileExists` if something is
    /// there already, the error of the first damaged page, `.diskFull`. O(data); readers and the writer go on
    /// meanwhile.
    package func writeCopy(
        of snapshot: Snapshot, to path: String, system: any FileSystem = PosixFileSystem()
    ) throws(StorageError) {
        guard try system.identity(path) == nil else {
            throw StorageError(.fileExists, "There is something at \(path) already: copy to another path.")
        }
        let source = try CopySource(
            file.storage, pageSize: pageSize, seed: file.seed, readsByCopying: file.readsByCopying,
            roots: snapshot.roots, pageCount: pageCount(of: snapshot.transaction))
        try FileCreation.create(path, system: system) { storage throws(StorageError) in
            try FileCopy.write(source, to: storage, system: system)
        }
    }
}

extension Session {
    /// Writes what this session shows, or showed when its write began, into a new file: see
    /// `Database.writeCopy`.
    package func writeCopy(to path: String) throws(StorageError) {
        try pin()
        guard let pinned else { preconditionFailure("a session has a snapshot once it is pinned") }
        try database.writeCopy(of: pinned, to: path)
    }
}
