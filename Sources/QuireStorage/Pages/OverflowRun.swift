// A value too large for its leaf (Spec/FileFormat.md, "Overflow run").

/// Header, then a checksum for each 64 KiB of the value, then, from a multiple of 64 on, the value itself. The header's
/// checksum covers header and table; the parts of the value are checked at their first touch.
package enum OverflowRun {
    package enum Offset {
        /// The length of the value.
        package static let byteCount = 56
        package static let table = 64
    }

    package static let partByteCount = 65_536
    /// 2 GiB.
    package static let largestByteCount = 1 << 31
    /// Values from here on are written at once, not at the commit.
    static let aheadByteCount = 1 << 20

    static func partCount(_ byteCount: Int) -> Int { (byteCount + partByteCount - 1) / partByteCount }

    /// Header and table.
    static func headByteCount(_ byteCount: Int) -> Int { Offset.table + 8 * partCount(byteCount) }

    /// Where the value begins.
    static func valueOffset(_ byteCount: Int) -> Int { (headByteCount(byteCount) + 63) / 64 * 64 }

    static func pageCount(_ byteCount: Int, pageSize: Int) -> Int {
        (valueOffset(byteCount) + byteCount + pageSize - 1) / pageSize
    }

    /// Pages that must lie in one window: those of header and table.
    static func headPageCount(_ byteCount: Int, pageSize: Int) -> Int {
        (headByteCount(byteCount) + pageSize - 1) / pageSize
    }

    /// The range of the value that a part covers.
    static func part(_ index: Int, of byteCount: Int) -> Range<Int> {
        index * partByteCount..<min(byteCount, (index + 1) * partByteCount)
    }

    /// The parts are hashed without the page in the seed: their place is known only at the commit, and the table that
    /// names them is bound to its page by the header's checksum.
    static func partChecksum(_ bytes: ByteView, _ index: Int, _ seed: ChecksumSeed) -> UInt64 {
        let hash = Checksum.hash(bytes, seed: seed.part(index))
        return UInt32(truncatingIfNeeded: hash) == 0 ? hash | 1 : hash
    }

    /// What contradicts itself in the header, or nil; the length was held against the pages before.
    static func problem(_ node: Node) -> String? {
        node.level == 0 && node.log2Pages == 0 ? nil : "a long value at level \(node.level)"
    }

    /// Fills header and table of a run whose memory is zero from the table on.
    static func writeHead(
        _ node: Node, _ bytes: ByteView, pageSize: Int, seed: ChecksumSeed, tree: TreeID, owner: UInt64,
        ownerColumn: UInt16
    ) {
        beginHead(
            node, byteCount: bytes.count, pageSize: pageSize, tree: tree, owner: owner, ownerColumn: ownerColumn)
        for index in 0..<partCount(bytes.count) {
            let part = part(index, of: bytes.count)
            setPart(index, bytes.slice(part.lowerBound, part.count), in: node, seed: seed)
        }
    }

    /// The header alone; the table is still to be filled in.
    static func beginHead(
        _ node: Node, byteCount: Int, pageSize: Int, tree: TreeID, owner: UInt64, ownerColumn: UInt16
    ) {
        node.initializeHeader(kind: .overflow, level: 0, log2Pages: 0, tree: tree)
        node.count = pageCount(byteCount, pageSize: pageSize)
        node.owner = owner
        node.ownerColumn = ownerColumn
        node.setU64(Offset.byteCount, UInt64(byteCount))
    }

    /// Enters a part of the value into the table.
    static func setPart(_ index: Int, _ bytes: ByteView, in node: Node, seed: ChecksumSeed) {
        node.setU64(Offset.table + 8 * index, partChecksum(bytes, index, seed))
    }
}

extension PageSpace {
    /// Stores a value in pages of its own. One of a mebibyte or more is written to its place at once.
    package func writeOverflow(
        _ bytes: ByteView, tree: TreeID, owner: UInt64, ownerColumn: UInt16
    ) throws(StorageError) -> NodeReference {
        guard bytes.count <= OverflowRun.largestByteCount else {
            throw StorageError(
                .valueOutOfRange, "A value of \(bytes.count) bytes is too large; 2 GiB is the most: split it.")
        }
        if bytes.count >= OverflowRun.aheadByteCount, let committer = file.committer {
            let place = try committer.writeAhead(bytes, tree: tree, owner: owner, ownerColumn: ownerColumn)
            return addPlaced(place, pageCount: OverflowRun.pageCount(bytes.count, pageSize: pageSize))
        }
        let pageCount = OverflowRun.pageCount(bytes.count, pageSize: pageSize)
        let reference = allocateBuffer(pageCount: pageCount)
        let node = try node(reference)
        let valueOffset = OverflowRun.valueOffset(bytes.count)
        node.clear(at: 0, byteCount: valueOffset)
        OverflowRun.writeHead(
            node, bytes, pageSize: pageSize, seed: file.seed, tree: tree, owner: owner, ownerColumn: ownerColumn)
        node.copy(from: bytes, to: valueOffset)
        let end = valueOffset + bytes.count
        node.clear(at: end, byteCount: pageCount * pageSize - end)
        return reference
    }

    /// Lends the bytes of a value: without a copy where it lies in one window, which holds for nearly all up to 64 MiB.
    /// The bytes are valid inside `body` only. `length` is what the owner believes its length to be.
    package func withOverflow<R>(
        _ reference: NodeReference, length: Int, _ body: (ByteView) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        let node = try node(reference)
        guard node.kind == .overflow, node.u64(OverflowRun.Offset.byteCount) == UInt64(truncatingIfNeeded: length)
        else {
            throw .damaged(reference.page, "a long value is not where its owner says, or has another length")
        }
        let valueOffset = OverflowRun.valueOffset(length)
        guard let place = placed(reference) else { return try body(node.bytes(at: valueOffset, count: length)) }
        return try file.withOverflowValue(node, place.page, length, body)
    }

    /// Gives up a value.
    package func freeOverflow(_ reference: NodeReference) throws(StorageError) { try free(reference) }
}
