// Transactions that are acknowledged before they are on the medium, and bringing them there.

extension Committer {
    /// Bytes that relaxed transactions may keep from being used again: beyond that one of them is made durable.
    private var relaxedLimit: Int { max(16 << 20, byteCount / 8) }

    /// False once enough has come together since the last sync.
    func staysRelaxed(after writtenByteCount: Int) -> Bool { relaxedByteCount + writtenByteCount <= relaxedLimit }

    /// A sync failed that was to bring relaxed transactions to the medium: what of them is there, nobody knows, and
    /// another sync would not tell. Removes their slots, so that the next opening begins from the anchor, and ends
    /// writing.
    func loseRelaxed(_ cause: StorageError) -> StorageError {
        let error = StorageError(
            .commitFailed,
            "What was written to \(storage.path) without a sync of its own, since transaction "
                + "\(anchor.rawValue), may be lost: \(cause.message) Close it and open it again to go on from that transaction.",
            systemError: cause.systemError)
        poison = error
        for index in 0..<FileLayout.slotCount where index != FileLayout.slotBlock(anchor) {
            let block = ZeroedBuffer(byteCount: FileLayout.sectorByteCount)
            keepRecord(in: block.node, index: index)
            try? storage.write(block.bytes(block.byteCount), at: FileLayout.slotOffset(block: index))
        }
        try? storage.sync(.full)
        return error
    }

    /// At the end: has everything on the medium, and the publish record too, so that the next opening need not look at
    /// a manifest.
    func close() {
        guard isUnsynced, poison == nil else { return }
        if isNewestRelaxed {
            do throws(StorageError) { try storage.sync(.full) } catch {
                _ = loseRelaxed(error)
                return
            }
            anchor = states.newestTransaction
        }
        publish(anchor)
        try? storage.sync(lengthChanged ? .full : .data)
    }
}
