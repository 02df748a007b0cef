// A file that writes down what is asked of it.

package import QuireStorage
import Synchronization

/// Passes everything on and keeps the changes that succeeded, with their bytes, in order.
package final class RecordingFile: ForwardingFile {
    package enum Operation: Equatable, Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(byteCount: Int)
        case sync(SyncKind)
        /// What was pending may be on the medium or not, and no later sync will bring it there.
        case failedSync
    }

    package let base: any StorageFile
    private let log = Mutex<[Operation]>([])

    package init(_ base: any StorageFile) { self.base = base }

    package var operations: [Operation] { log.withLock { $0 } }
    package var operationCount: Int { log.withLock { $0.count } }
    package func clear() { log.withLock { $0.removeAll() } }
    /// Forgets all operations but the first `count`.
    package func forget(from count: Int) { log.withLock { $0.removeSubrange(min(count, $0.count)...) } }
    private func note(_ operation: Operation) { log.withLock { $0.append(operation) } }

    package func write(_ bytes: ByteView, at offset: Int) throws(StorageError) {
        try base.write(bytes, at: offset)
        note(.write(offset: offset, bytes: bytes.array))
    }
    package func truncate(to byteCount: Int) throws(StorageError) {
        try base.truncate(to: byteCount)
        note(.truncate(byteCount: byteCount))
    }
    package func sync(_ kind: SyncKind) throws(StorageError) {
        do throws(StorageError) { try base.sync(kind) } catch {
            note(.failedSync)
            throw error
        }
        note(.sync(kind))
    }
}
