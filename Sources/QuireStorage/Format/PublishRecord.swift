// The mark that a transaction was acknowledged (Spec/FileFormat.md, "Publish record").

/// Written after the sync of transaction T returned, into the block where T + 1 will have its slot. If it is in the
/// file, T was acknowledged and is durable; a relaxed one says that T was acknowledged without a sync.
package struct PublishRecord: Sendable, Equatable {
    package enum Offset {
        package static let transaction = 0
        package static let salt = 8
        package static let flags = 16
        package static let checksum = 24
    }

    /// Where it lies in its block.
    package static let offset = 3584
    package static let byteCount = 32

    package var transaction: TransactionID
    package var salt: UInt64
    package var isRelaxed = false
    /// A commit behind it failed and could not be undone: nobody may write until nobody has the file open.
    package var isPoisoned = false

    private var flags: UInt64 { (isRelaxed ? 1 : 0) | (isPoisoned ? 2 : 0) }

    /// The block that holds the record of `transaction`.
    static func block(_ transaction: TransactionID) -> Int { FileLayout.slotBlock(transaction.next) }

    /// Writes the record at `offset` of `node`.
    func encode(into node: Node, at offset: Int, seed: ChecksumSeed) {
        node.setU64(offset + Offset.transaction, transaction.rawValue)
        node.setU64(offset + Offset.salt, salt)
        node.setU64(offset + Offset.flags, flags)
        node.setU64(
            offset + Offset.checksum,
            Checksum.hash(
                node.bytes(at: offset, count: Offset.checksum), seed: seed.block(Self.block(transaction), part: 2)))
    }

    /// The record in a block, if a whole one is there.
    static func decode(_ block: Node, index: Int, seed: ChecksumSeed) -> PublishRecord? {
        let bytes = block.bytes(at: offset, count: Offset.checksum)
        let transaction = TransactionID(block.u64(offset + Offset.transaction))
        guard
            transaction.rawValue >= 1, transaction.rawValue < TransactionID.limit, Self.block(transaction) == index,
            block.u64(offset + Offset.flags) <= 3,
            block.u64(offset + Offset.checksum) == Checksum.hash(bytes, seed: seed.block(index, part: 2))
        else { return nil }
        return PublishRecord(
            transaction: transaction, salt: block.u64(offset + Offset.salt),
            isRelaxed: block.u64(offset + Offset.flags) & 1 != 0,
            isPoisoned: block.u64(offset + Offset.flags) & 2 != 0)
    }
}
