// STUB of the interface that the object layer builds on; the bodies follow.

/// One file, open in this process: shared by all its sessions, safe to use from any thread.
package final class Database: @unchecked Sendable {
    package enum Location: Sendable, Hashable {
        case file(path: String)
        /// Lives as long as somebody has it open.
        case memory(name: String)
    }
    package enum WhenInUse: Sendable { case fail, wait, waitUpTo(seconds: Double) }
    package struct Options: Sendable {
        package var isReadOnly = false
        package var pageSize = 4096
        package var whenInUse = WhenInUse.fail
        package var readsByCopying = false
        package var verifiesOnOpen = false
        package var onEvent: (@Sendable (String) -> Void)?
        package init() {}
    }
    /// Opens or creates; gives the one instance of this process for a file that is open already.
    package static func open(_ location: Location, _ options: Options) throws(StorageError) -> Database { fatalError("stub") }
    package static func exists(_ location: Location) -> Bool { fatalError("stub") }
    /// Removes the file; false if there was none. Throws `.inUse` if it is open, here or elsewhere.
    package static func delete(_ location: Location) throws(StorageError) -> Bool { fatalError("stub") }
    package static func isOpen(_ location: Location) -> Bool { fatalError("stub") }
    package var path: String { fatalError("stub") }
    package var pageSize: Int { fatalError("stub") }
    package var fileByteCount: Int { fatalError("stub") }

    package var file: PageFile { fatalError("stub") }
    /// Pins the newest snapshot: its pages stay as they are until `unpin`. No system call.
    package func pin() -> Snapshot { fatalError("stub") }
    package func unpin(_ snapshot: Snapshot) { fatalError("stub") }
    /// The newest transaction, without pinning it; an atomic load.
    package var newestTransaction: TransactionID { fatalError("stub") }
    /// Waits until no one else writes.
    package func beginWriting() throws(StorageError) { fatalError("stub") }
    package func endWriting() { fatalError("stub") }
    /// Places the dirty nodes of `space` that are reachable from `roots`, writes them and a slot, syncs and publishes. The
    /// caller holds the writer and calls `space.endWriting()` afterwards. On an error the state before is what everyone sees.
    package func commit(_ space: PageSpace, _ roots: FileRoots) throws(StorageError) -> Snapshot { fatalError("stub") }
    /// Called now and then during a large transaction: writes leaves of `space` to their final place when more than 64 MiB are
    /// dirty, so that memory stays bounded.
    package func spillIfNeeded(_ space: PageSpace) throws(StorageError) { fatalError("stub") }
}
