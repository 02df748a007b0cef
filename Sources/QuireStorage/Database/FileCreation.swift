// Making a new file.

enum FileCreation {
    /// Writes an empty database into an empty file and syncs it.
    static func write(to storage: any StorageFile, pageSize: Int, system: any FileSystem) throws(StorageError) {
        guard FileLayout.isPageSize(pageSize) else {
            throw StorageError(
                .valueOutOfRange, "A page size of \(pageSize) is not a power of two from 512 to 65,536: choose one.")
        }
        let header = FileHeader(pageSize: pageSize, fileID: (high: system.random(), low: system.random()))
        let slot = Slot(
            transaction: TransactionID(1), pageCount: FileLayout.firstPage(pageSize: pageSize), salt: system.random(),
            bootID: system.bootID, anchor: TransactionID(0), roots: FileRoots(), freeBitmap: .empty, manifest: nil)
        let head = head(header, slot)
        try storage.write(head.bytes(head.byteCount), at: 0)
        if storage.wantsSlack {
            let slack = ZeroedBuffer(byteCount: Committer.roundedUp((256 << 10) + 64 * pageSize))
            try storage.write(slack.bytes(slack.byteCount), at: head.byteCount)
        }
        try storage.sync(.full)
    }

    /// The head of a file whose first state is the one that `slot` names, durable already.
    static func head(_ header: FileHeader, _ slot: Slot) -> ZeroedBuffer {
        let head = ZeroedBuffer(byteCount: FileLayout.headByteCount)
        header.encode(into: head.node)
        let index = FileLayout.slotBlock(slot.transaction)
        slot.encode(into: head.node.part(at: FileLayout.slotOffset(block: index)), seed: header.seed)
        let recordOffset = FileLayout.slotOffset(block: PublishRecord.block(slot.transaction)) + PublishRecord.offset
        PublishRecord(transaction: slot.transaction, salt: slot.salt)
            .encode(into: head.node, at: recordOffset, seed: header.seed)
        return head
    }

    /// Makes an empty database. `replacing` is for an empty file at the path, whose lock the caller holds.
    static func create(
        _ path: String, pageSize: Int, system: any FileSystem, replacing: Bool
    ) throws(StorageError) {
        do throws(StorageError) {
            try create(path, system: system, replacing: replacing) { storage throws(StorageError) in
                try write(to: storage, pageSize: pageSize, system: system)
            }
        } catch {
            // Somebody else was faster: their file is as good.
            if error.code != .fileExists { throw error }
        }
    }

    /// Makes a file under a temporary name, has `write` fill it and sync it, and moves it to its place when it is complete,
    /// so that no crash leaves half of one. On an error there is no new file.
    static func create(
        _ path: String, system: any FileSystem, replacing: Bool = false,
        _ write: (any StorageFile) throws(StorageError) -> Void
    ) throws(StorageError) {
        let isInPlace = Flaws.everywhere.contains(.createdInPlace) && !replacing
        let temporary = isInPlace ? path : path + ".new-" + String(system.random(), radix: 16)
        let storage: any StorageFile
        do throws(StorageError) { storage = try system.open(temporary, .create) } catch {
            throw error.naming(path, for: temporary)
        }
        do throws(StorageError) {
            defer { storage.close() }
            try write(storage)
            if replacing {
                try system.rename(temporary, to: path)
            } else if !isInPlace {
                try system.link(temporary, to: path)
            }
            if !Flaws.everywhere.contains(.nameNotSynced) { try system.syncDirectory(of: path) }
        } catch {
            try? system.remove(temporary)
            // The name may have been given already when something failed.
            if (try? system.identity(path)) == storage.identity { try? system.remove(path) }
            throw error.naming(path, for: temporary)
        }
    }
}
