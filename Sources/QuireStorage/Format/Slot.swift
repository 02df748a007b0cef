// The slot of a transaction: the roots of one committed state (Spec/FileFormat.md, "Slot").

/// One of three; transaction T has its slot in block T mod 3. The meaning of the first 64 bytes never changes.
package struct Slot: Sendable {
    package enum Offset {
        package static let magic = 0
        package static let version = 8
        package static let readFeatures = 12
        package static let writeFeatures = 16
        package static let transaction = 24
        package static let byteCount = 32
        package static let checksum = 40
        package static let pageCount = 48

        package static let salt = 64
        package static let bootID = 72
        package static let durability = 88
        package static let anchor = 96
        package static let directory = 104
        package static let classes = 128
        package static let nextTree = 152
        package static let freeBitmap = 160
        package static let manifestRunCount = 184
        package static let manifestNodeCount = 188
        package static let manifestChecksum = 192
        package static let pinCount = 200
        package static let pins = 208
    }

    /// "QuireSlt".
    package static let magic: UInt64 = 0x746C_5365_7269_7551
    /// How long a slot of this version is.
    package static let byteCount = 1024
    /// Pinned states that a slot can name.
    package static let pinLimit = 32
    /// The shortest slot that a reader accepts: without pins.
    private static let leastByteCount = Offset.pins

    package var version = FileLayout.formatVersion
    package var readFeatures: UInt32 = 0
    package var writeFeatures: UInt32 = 0
    package var transaction: TransactionID
    /// Pages that the state covers, from the start of the file.
    package var pageCount: Int
    /// Drawn at each opening for writing: tells what this opening wrote from what a dead one left behind.
    package var salt: UInt64
    package var bootID: BootID
    /// The transaction was acknowledged without a sync.
    package var isRelaxed = false
    /// The newest transaction that was known to be durable when the slot was written.
    package var anchor: TransactionID
    package var roots: FileRoots
    package var freeBitmap: TreeRoot
    package var manifest: ManifestSummary?
    /// Older states that somebody had pinned when the slot was written, oldest first, so that every process knows what
    /// they need; at most `pinLimit`.
    package var pins: [Pin] = []

    /// A pinned state: what is free in it.
    package struct Pin: Sendable, Equatable {
        package enum Offset {
            package static let transaction = 0
            package static let freeBitmap = 8
            package static let pageCount = 16
            package static let freePageCount = 20
            package static let byteCount = 24
        }

        package var transaction: TransactionID
        package var pageCount: Int
        package var freeBitmap: NodeReference
        package var freePageCount: Int
    }

    /// What the slot says about its manifest.
    package struct ManifestSummary: Sendable {
        package var runCount: Int
        package var nodeCount: Int
        package var checksum: UInt64
    }

    // MARK: Writing

    func encode(into block: Node, seed: ChecksumSeed) {
        block.setU64(Offset.magic, Self.magic)
        block.setU32(Offset.version, version)
        block.setU32(Offset.readFeatures, readFeatures)
        block.setU32(Offset.writeFeatures, writeFeatures)
        block.setU64(Offset.transaction, transaction.rawValue)
        block.setU32(Offset.byteCount, UInt32(Self.byteCount))
        block.setU64(Offset.pageCount, UInt64(pageCount))
        block.setU64(Offset.salt, salt)
        block.setU64(Offset.bootID, bootID.low)
        block.setU64(Offset.bootID + 8, bootID.high)
        block.setU8(Offset.durability, isRelaxed ? 1 : 0)
        block.setU64(Offset.anchor, anchor.rawValue)
        Self.encode(roots.directory, at: Offset.directory, in: block)
        Self.encode(roots.classes, at: Offset.classes, in: block)
        block.setU32(Offset.nextTree, roots.nextTree)
        Self.encode(freeBitmap, at: Offset.freeBitmap, in: block)
        if let manifest {
            block.setU32(Offset.manifestRunCount, UInt32(manifest.runCount))
            block.setU32(Offset.manifestNodeCount, UInt32(manifest.nodeCount))
            block.setU64(Offset.manifestChecksum, manifest.checksum)
        }
        block.setU32(Offset.pinCount, UInt32(pins.count))
        for (index, pin) in pins.enumerated() {
            let offset = Offset.pins + Pin.Offset.byteCount * index
            block.setU64(offset + Pin.Offset.transaction, pin.transaction.rawValue)
            block.setU64(offset + Pin.Offset.freeBitmap, pin.freeBitmap.rawValue)
            block.setU32(offset + Pin.Offset.pageCount, UInt32(pin.pageCount))
            block.setU32(offset + Pin.Offset.freePageCount, UInt32(pin.freePageCount))
        }
        let index = FileLayout.slotBlock(transaction)
        block.setU64(Offset.checksum, Self.checksum(block, byteCount: Self.byteCount, block: index, seed: seed))
    }

    /// Over everything but the checksum itself.
    private static func checksum(_ node: Node, byteCount: Int, block: Int, seed: ChecksumSeed) -> UInt64 {
        let before = Checksum.hash(node.bytes(at: 0, count: Offset.checksum), seed: seed.block(block, part: 0))
        let rest = Offset.checksum + 8
        return Checksum.hash(node.bytes(at: rest, count: byteCount - rest), seed: before)
    }

    private static func encode(_ root: TreeRoot, at offset: Int, in block: Node) {
        block.setU64(offset, root.reference.rawValue)
        block.setU64(offset + 8, root.count)
        block.setU32(offset + 16, UInt32(root.height))
    }

    // MARK: Reading

    /// The slot in a block, or nil if there is none that is whole. Throws for a whole one that this version must not
    /// read.
    static func decode(
        _ block: Node, index: Int, seed: ChecksumSeed, path: String, flaws: Flaws = []
    ) throws(StorageError) -> Slot? {
        guard block.u64(Offset.magic) == magic else { return nil }
        let byteCount = Int(block.u32(Offset.byteCount))
        guard byteCount >= leastByteCount, byteCount <= PublishRecord.offset else { return nil }
        let isWhole = block.u64(Offset.checksum) == checksum(block, byteCount: byteCount, block: index, seed: seed)
        guard isWhole || flaws.contains(.tornSlotAccepted) else { return nil }
        let version = block.u32(Offset.version)
        let readFeatures = block.u32(Offset.readFeatures)
        guard version <= FileLayout.formatVersion, readFeatures == 0 else {
            if flaws.contains(.newerSlotSkipped) { return nil }
            throw StorageError(
                .formatTooNew,
                "\(path) has format version \(version) (features \(readFeatures)); this version reads up to "
                    + "\(FileLayout.formatVersion): use a newer version. The file was left untouched.")
        }
        return decodeBody(block, index: index, byteCount: byteCount)
    }

    private static func decodeBody(_ block: Node, index: Int, byteCount: Int) -> Slot? {
        let transaction = TransactionID(block.u64(Offset.transaction))
        let pageCount = block.u64(Offset.pageCount)
        guard
            transaction.rawValue >= 1, transaction.rawValue < TransactionID.limit,
            FileLayout.slotBlock(transaction) == index, block.u64(Offset.anchor) < transaction.rawValue,
            block.u8(Offset.durability) <= 1,
            pageCount <= UInt64(PageNumber.limit),
            let directory = decodeRoot(block, at: Offset.directory),
            let classes = decodeRoot(block, at: Offset.classes),
            let freeBitmap = decodeRoot(block, at: Offset.freeBitmap)
        else { return nil }
        let nodeCount = Int(block.u32(Offset.manifestNodeCount))
        let runCount = Int(block.u32(Offset.manifestRunCount))
        guard nodeCount + runCount <= Manifest.capacity else { return nil }
        guard let pins = decodePins(block, byteCount: byteCount) else { return nil }
        let manifest = ManifestSummary(
            runCount: runCount, nodeCount: nodeCount, checksum: block.u64(Offset.manifestChecksum))
        return Slot(
            version: block.u32(Offset.version), readFeatures: block.u32(Offset.readFeatures),
            writeFeatures: block.u32(Offset.writeFeatures), transaction: transaction, pageCount: Int(pageCount),
            salt: block.u64(Offset.salt),
            bootID: BootID(high: block.u64(Offset.bootID + 8), low: block.u64(Offset.bootID)),
            isRelaxed: block.u8(Offset.durability) == 1,
            anchor: TransactionID(block.u64(Offset.anchor)),
            roots: FileRoots(directory: directory, classes: classes, nextTree: block.u32(Offset.nextTree)),
            freeBitmap: freeBitmap, manifest: runCount > 0 ? manifest : nil,
            pins: pins)
    }

    private static func decodePins(_ block: Node, byteCount: Int) -> [Pin]? {
        let count = Int(block.u32(Offset.pinCount))
        guard count <= (byteCount - Offset.pins) / Pin.Offset.byteCount else { return nil }
        return (0..<count).map { index in
            let offset = Offset.pins + Pin.Offset.byteCount * index
            return Pin(
                transaction: TransactionID(block.u64(offset + Pin.Offset.transaction)),
                pageCount: Int(block.u32(offset + Pin.Offset.pageCount)),
                freeBitmap: NodeReference(rawValue: block.u64(offset + Pin.Offset.freeBitmap)),
                freePageCount: Int(block.u32(offset + Pin.Offset.freePageCount)))
        }
    }

    private static func decodeRoot(_ block: Node, at offset: Int) -> TreeRoot? {
        let root = TreeRoot(
            reference: NodeReference(rawValue: block.u64(offset)), count: block.u64(offset + 8),
            height: Int(block.u32(offset + 16)))
        guard root.height <= 32, root.count < TreeRoot.countLimit, !root.reference.isDirty else { return nil }
        return root.reference.isNone == (root.height == 0) ? root : nil
    }
}
