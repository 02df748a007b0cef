// A file that writes down what is asked of it.

package import QuireStorage
import Synchronization

/// Passes everything on and keeps the changes that succeeded, with their bytes, in order.
package final class RecordingFile: StorageFile {
    package enum Operation: Equatable, Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(byteCount: Int)
        case sync(SyncKind)
        /// What was pending may be on the medium or not, and no later sync will bring it there.
        case failedSync
    }

    private let base: any StorageFile
    private let log = Mutex<[Operation]>([])

    package init(_ base: any StorageFile) { self.base = base }

    package var operations: [Operation] { log.withLock { $0 } }
    package var operationCount: Int { log.withLock { $0.count } }
    package func clear() { log.withLock { $0.removeAll() } }
    /// Forgets all operations but the first `count`.
    package func forget(from count: Int) { log.withLock { $0.removeSubrange(min(count, $0.count)...) } }
    private func note(_ operation: Operation) { log.withLock { $0.append(operation) } }

    package var path: String { base.path }
    package var identity: FileIdentity { base.identity }
    package var wantsSlack: Bool { base.wantsSlack }
    package func requireUsable() throws(StorageError) { try base.requireUsable() }
    package func byteCount() throws(StorageError) -> Int { try base.byteCount() }
    package func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int {
        try base.read(at: offset, into: node, byteCount: byteCount)
    }
    package func write(_ bytes: ByteView, at offset: Int) throws(StorageError) {
        try base.write(bytes, at: offset)
        note(.write(offset: offset, bytes: bytes.array))
    }
    package func map(at offset: Int, byteCount: Int) throws(StorageError) -> MemoryRegion {
        try base.map(at: offset, byteCount: byteCount)
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
    package func lock(_ byte: LockByte, _ kind: LockKind, _ wait: LockWait) throws(StorageError) {
        try base.lock(byte, kind, wait)
    }
    package func unlock(_ byte: LockByte) { base.unlock(byte) }
    package func foreignPin(in range: ClosedRange<UInt64>) throws(StorageError) -> TransactionID? {
        try base.foreignPin(in: range)
    }
    package func startWriting(at offset: Int, byteCount: Int) {
        base.startWriting(at: offset, byteCount: byteCount)
    }
    package var isShared: Bool { base.isShared }
    package func byteCountInPlace() throws(StorageError) -> Int? { try base.byteCountInPlace() }
    package func close() { base.close() }
}
