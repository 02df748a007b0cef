// Where the fixed parts of a file lie (Spec/FileFormat.md, "Layout of the file").

/// Offsets and sizes in bytes.
package enum FileLayout {
    /// The file header and the three slots each have a block of their own, larger than any sector or system page.
    package static let blockByteCount = 16_384
    /// Block 0: the header. Blocks 1 to 3: the slots.
    package static let slotCount = 3
    /// The four blocks; pages for nodes begin here.
    package static let headByteCount = 65_536
    /// The length of a file is a multiple of this.
    package static let lengthUnit = 65_536
    /// Files are mapped in windows of this size, and no node crosses the border between two.
    package static let windowByteCount = 64 << 20

    /// A leaf of rows is never longer, so that a hostile page cannot have a scan read a file again and again.
    static let largestLeafByteCount = 1 << 20

    package static let smallestPage = 512
    package static let largestPage = 65_536
    /// The version that this code writes, and the newest that it reads.
    package static let formatVersion: UInt32 = 1

    /// Where the block begins in which transaction T has its slot.
    package static func slotBlock(_ transaction: TransactionID) -> Int { Int(transaction.rawValue % UInt64(slotCount)) }
    package static func slotOffset(block: Int) -> Int { (block + 1) * blockByteCount }

    /// As much of a slot is overwritten with zeros when its transaction is dead: the smallest sector of a medium.
    static let tombstoneByteCount = 512

    /// What is written of a slot block at least: the slot, the manifest's first part and the publish record.
    static let sectorByteCount = 4096

    static func isPageSize(_ byteCount: Int) -> Bool {
        byteCount >= smallestPage && byteCount <= largestPage && byteCount.nonzeroBitCount == 1
    }

    /// The first page that may hold a node.
    package static func firstPage(pageSize: Int) -> Int { headByteCount / pageSize }
}
