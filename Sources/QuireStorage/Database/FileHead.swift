// The head of a file as it changes under the eyes of this process: what other processes have committed.

/// Reads slots and publish records again. Somebody else may be writing them at the moment: what is torn is not there
/// yet.
struct FileHead {
    let file: PageFile
    let path: String

    /// The newest transaction beyond `known` that a record speaks of.
    func newestRecord(after known: TransactionID) throws(StorageError) -> PublishRecord? {
        var newest: PublishRecord?
        for index in 0..<FileLayout.slotCount {
            let offset = FileLayout.slotOffset(block: index) + PublishRecord.offset
            let transaction = try word(at: offset + PublishRecord.Offset.transaction)
            guard transaction > (newest?.transaction ?? known).rawValue, transaction < TransactionID.limit
            else { continue }
            if let record = try record(index), (newest?.transaction ?? known) < record.transaction { newest = record }
        }
        return newest
    }

    /// The record of a block. Who writes the slot beside it writes it again, so it may look torn for a moment although it
    /// has been there all the time.
    private func record(_ index: Int) throws(StorageError) -> PublishRecord? {
        for _ in 0..<3 {
            let sector = try sector(index)
            let record = withExtendedLifetime(sector) {
                PublishRecord.decode(sector.node, index: index, seed: file.seed)
            }
            if let record { return record }
        }
        return nil
    }

    /// The slot of a transaction, if it is there and whole.
    func slot(of transaction: TransactionID) throws(StorageError) -> Slot? {
        let index = FileLayout.slotBlock(transaction)
        let sector = try sector(index)
        let slot = try withExtendedLifetime(sector) { () throws(StorageError) in
            try Slot.decode(sector.node, index: index, seed: file.seed, path: path)
        }
        return slot?.transaction == transaction ? slot : nil
    }

    /// True if a block may have a slot beyond `known`. Asked while nobody writes, it was left by somebody who died.
    func hasSlot(after known: TransactionID) throws(StorageError) -> Bool {
        for index in 0..<FileLayout.slotCount {
            let offset = FileLayout.slotOffset(block: index)
            let transaction = try word(at: offset + Slot.Offset.transaction)
            if transaction > known.rawValue, try word(at: offset + Slot.Offset.magic) == Slot.magic { return true }
        }
        return false
    }

    /// True if the newest record says that a commit failed and could not be undone.
    func isPoisoned() throws(StorageError) -> Bool {
        var mayBe = false
        for index in 0..<FileLayout.slotCount {
            let offset = FileLayout.slotOffset(block: index) + PublishRecord.offset + PublishRecord.Offset.flags
            if try word(at: offset) & 2 != 0 { mayBe = true }
        }
        guard mayBe else { return false }
        return try newestRecord(after: TransactionID(0))?.isPoisoned ?? false
    }

    // MARK: Bytes

    private func word(at offset: Int) throws(StorageError) -> UInt64 {
        if file.readsByCopying {
            let copy = try copy(at: offset, byteCount: 8)
            return withExtendedLifetime(copy) { copy.node.u64(0) }
        }
        return try file.memory(PageNumber(0)).loadAcquiring64(offset)
    }

    /// Slot and record of a block.
    private func sector(_ index: Int) throws(StorageError) -> ZeroedBuffer {
        try copy(at: FileLayout.slotOffset(block: index), byteCount: FileLayout.sectorByteCount)
    }

    private func copy(at offset: Int, byteCount: Int) throws(StorageError) -> ZeroedBuffer {
        let buffer = ZeroedBuffer(byteCount: byteCount)
        _ = try file.storage.read(at: offset, into: buffer.node, byteCount: byteCount)
        return buffer
    }
}
