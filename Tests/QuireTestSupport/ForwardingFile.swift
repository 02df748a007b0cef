// What files that stand before another one have in common.

package import QuireStorage

/// Passes every call on to `base`; who conforms writes only the calls that it changes.
package protocol ForwardingFile: StorageFile {
    var base: any StorageFile { get }
}

extension ForwardingFile {
    package var path: String { base.path }
    package var identity: FileIdentity { base.identity }
    package var wantsSlack: Bool { base.wantsSlack }
    package var isShared: Bool { base.isShared }
    package func requireUsable() throws(StorageError) { try base.requireUsable() }
    package func byteCount() throws(StorageError) -> Int { try base.byteCount() }
    package func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int {
        try base.read(at: offset, into: node, byteCount: byteCount)
    }
    package func write(_ bytes: ByteView, at offset: Int) throws(StorageError) { try base.write(bytes, at: offset) }
    package func map(at offset: Int, byteCount: Int) throws(StorageError) -> MemoryRegion {
        try base.map(at: offset, byteCount: byteCount)
    }
    package func startWriting(at offset: Int, byteCount: Int) { base.startWriting(at: offset, byteCount: byteCount) }
    package func truncate(to byteCount: Int) throws(StorageError) { try base.truncate(to: byteCount) }
    package func sync(_ kind: SyncKind) throws(StorageError) { try base.sync(kind) }
    package func lock(_ byte: LockByte, _ kind: LockKind, _ wait: LockWait) throws(StorageError) {
        try base.lock(byte, kind, wait)
    }
    package func unlock(_ byte: LockByte) { base.unlock(byte) }
    package func foreignPin(in range: ClosedRange<UInt64>) throws(StorageError) -> TransactionID? {
        try base.foreignPin(in: range)
    }
    package func byteCountInPlace() throws(StorageError) -> Int? { try base.byteCountInPlace() }
    package func close() { base.close() }
}
