// A directory in memory that writes down what is asked of it and of its files, to replay what a power failure leaves.

package import QuireStorage
import Synchronization

/// Files with names, locks and a log; every file by its inode. Random numbers come from a seed.
package final class RecordedDirectory: FileSystem {
    package enum Event: Equatable, Sendable {
        case file(inode: UInt64, RecordingFile.Operation)
        /// A name leads to an inode, or to nothing.
        case name(String, inode: UInt64?)
        case syncNames
    }

    private struct Content {
        var names: [String: UInt64] = [:]
        var inodes: [UInt64: MemoryFile] = [:]
        var events: [Event] = []
        /// The changing call that fails, counted from now on; nil fails none.
        var callsUntilFailure: Int?
    }

    private let content = Mutex(Content())
    private let chance: SimulatedSystem
    package var bootID: BootID { chance.bootID }

    package init(seed: UInt64, boot: UInt64 = 1) { chance = SimulatedSystem(seed: seed, boot: boot) }

    // MARK: For tests

    package var events: [Event] { content.withLock { $0.events } }
    package func clearEvents() { content.withLock { $0.events.removeAll() } }
    package var names: [String: UInt64] { content.withLock { $0.names } }

    /// What was asked of one file.
    package func operations(of inode: UInt64) -> [RecordingFile.Operation] {
        Self.operations(of: inode, in: events[...])
    }

    package static func operations(of inode: UInt64, in events: ArraySlice<Event>) -> [RecordingFile.Operation] {
        events.compactMap { event in if case .file(inode, let operation) = event { operation } else { nil } }
    }

    /// Has the changing call fail that comes after `count` others.
    package func failCall(after count: Int?) { content.withLock { $0.callsUntilFailure = count } }

    /// The call that was to fail has failed.
    package var hasFailed: Bool { content.withLock { ($0.callsUntilFailure ?? 0) < 0 } }

    /// The bytes of each file by inode.
    package var bytes: [UInt64: [UInt8]] {
        content.withLock { content in content.inodes.mapValues { $0.bytes } }
    }

    /// Puts a file there, as if it had always been.
    package func put(_ bytes: [UInt8], at path: String) throws(StorageError) {
        let file = MemoryFile(name: path, isShared: true)
        try bytes.withView { view throws(StorageError) in try file.write(view, at: 0) }
        content.withLock { content in
            content.inodes[file.identity.inode] = file
            content.names[path] = file.identity.inode
        }
    }

    /// Notes a changing call; throws if it is its turn to fail.
    fileprivate func note(_ event: Event) throws(StorageError) {
        let fails = content.withLock { content in
            if let left = content.callsUntilFailure {
                content.callsUntilFailure = left - 1
                if left == 0 { return true }
            }
            content.events.append(event)
            return false
        }
        if fails { throw StorageError(.fileAccess, "A call failed as planned: \(event.kind).", systemError: 5) }
    }

    // MARK: FileSystem

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
        var shownPath = path
        switch mode {
        case .read, .readAndWrite: break
        case .create, .createReplacement:
            if case .createReplacement(let place) = mode { shownPath = place }
            guard names[path] == nil else { throw StorageError(.fileExists, "\(path) exists.") }
            let file = MemoryFile(name: path, isShared: true)
            try note(.name(path, inode: file.identity.inode))
            content.withLock { content in
                content.inodes[file.identity.inode] = file
                content.names[path] = file.identity.inode
            }
        }
        let inode = content.withLock { content in content.names[path].flatMap { content.inodes[$0] } }
        guard let inode else { throw StorageError(.fileNotFound, "There is no file at \(path).") }
        return Opening(self, MemoryFile(opening: inode), shownPath)
    }

    package func identity(_ path: String) throws(StorageError) -> FileIdentity? {
        content.withLock { content in
            content.names[path].flatMap { content.inodes[$0]?.identity }
        }
    }

    package func link(_ path: String, to newPath: String) throws(StorageError) {
        guard names[newPath] == nil else { throw StorageError(.fileExists, "\(newPath) exists.") }
        try move(path, to: newPath)
    }

    package func rename(_ path: String, to newPath: String) throws(StorageError) { try move(path, to: newPath) }

    private func move(_ path: String, to newPath: String) throws(StorageError) {
        guard let inode = names[path] else { throw StorageError(.fileNotFound, "There is no file at \(path).") }
        try note(.name(newPath, inode: inode))
        content.withLock { content in
            content.names[newPath] = inode
            content.names[path] = nil
            content.events.append(.name(path, inode: nil))
        }
    }

    package func remove(_ path: String) throws(StorageError) {
        guard names[path] != nil else { throw StorageError(.fileNotFound, "There is no file at \(path).") }
        try note(.name(path, inode: nil))
        content.withLock { $0.names[path] = nil }
    }

    package func syncDirectory(of path: String) throws(StorageError) { try note(.syncNames) }
    package func random() -> UInt64 { chance.random() }

    fileprivate func hasName(_ inode: UInt64) -> Bool { names.values.contains(inode) }

    // MARK: Openings

    /// One opening of a file, with a lock of its own.
    private final class Opening: ForwardingFile {
        let path: String
        let base: any StorageFile
        private let directory: RecordedDirectory

        init(_ directory: RecordedDirectory, _ base: MemoryFile, _ path: String) {
            self.directory = directory
            self.base = base
            self.path = path
        }

        private func note(_ operation: RecordingFile.Operation) throws(StorageError) {
            try directory.note(.file(inode: identity.inode, operation))
        }

        var wantsSlack: Bool { false }
        func write(_ bytes: ByteView, at offset: Int) throws(StorageError) {
            try note(.write(offset: offset, bytes: bytes.array))
            try base.write(bytes, at: offset)
        }
        func truncate(to byteCount: Int) throws(StorageError) {
            try note(.truncate(byteCount: byteCount))
            try base.truncate(to: byteCount)
        }
        func sync(_ kind: SyncKind) throws(StorageError) { try note(.sync(kind)) }
        func startWriting(at offset: Int, byteCount: Int) {}
        func byteCountInPlace() throws(StorageError) -> Int? {
            directory.hasName(identity.inode) ? try base.byteCount() : nil
        }
    }
}

extension RecordedDirectory.Event {
    fileprivate var kind: String {
        switch self {
        case .file(_, .write): "write"
        case .file(_, .truncate): "truncate"
        case .file(_, .sync): "sync"
        case .file(_, .failedSync): "failed sync"
        case .name(let path, let inode): "\(inode == nil ? "remove" : "name") \(path)"
        case .syncNames: "sync of the directory"
        }
    }
}
