// STUB until the storage work is merged.
extension PageSpace {
    package func writeOverflow(_ bytes: ByteView, tree: TreeID, owner: UInt64, ownerColumn: UInt16) throws(StorageError) -> NodeReference { fatalError("stub") }
    package func withOverflow<R>(_ reference: NodeReference, byteCount: Int, _ body: (ByteView) throws(StorageError) -> R) throws(StorageError) -> R { fatalError("stub") }
    package func freeOverflow(_ reference: NodeReference) throws(StorageError) { fatalError("stub") }
}
