// A file that lets a test act in the middle of what the engine does.

package import QuireStorage
import Synchronization

/// Passes everything on, and tells of calls on the thread that makes them: a test can have other threads and other
/// openings act at that very moment.
package final class WatchedFile: ForwardingFile {
    package enum Call: Equatable, Sendable {
        case willRead
        case didRead
        case willLock(LockByte)
    }

    package let base: any StorageFile
    private let callback = Mutex<(@Sendable (Call) -> Void)?>(nil)

    package init(_ base: any StorageFile) { self.base = base }

    /// Sets who is told of the calls from now on. Calls that the callback causes on its own thread are told too.
    package func onCall(_ callback: (@Sendable (Call) -> Void)?) { self.callback.withLock { $0 = callback } }

    private func tell(_ call: Call) {
        let callback = callback.withLock { $0 }
        callback?(call)
    }

    package func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int {
        tell(.willRead)
        let count = try base.read(at: offset, into: node, byteCount: byteCount)
        tell(.didRead)
        return count
    }

    package func lock(_ byte: LockByte, _ kind: LockKind, _ wait: LockWait) throws(StorageError) {
        tell(.willLock(byte))
        try base.lock(byte, kind, wait)
    }
}
