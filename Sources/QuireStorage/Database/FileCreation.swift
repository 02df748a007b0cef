// Making a new file.

enum FileCreation {
    /// Writes an empty database into an empty file and syncs it.
    static func write(to storage: any StorageFile, pageSize: Int, system: any FileSystem) throws(StorageError) {
        guard FileLayout.isPageSize(pageSize) else {
            throw StorageError(
                .valueOutOfRange, "A page size of \(pageSize) is not a power of two from 512 to 65,536: choose one.")
        }
        let head = ZeroedBuffer(byteCount: FileLayout.headByteCount)
        let header = FileHeader(pageSize: pageSize, fileID: (high: system.random(), low: system.random()))
        header.encode(into: head.node)
        let first = TransactionID(1)
        let slot = Slot(
            transaction: first, pageCount: FileLayout.firstPage(pageSize: pageSize), salt: system.random(),
            bootID: system.bootID, anchor: TransactionID(0), roots: FileRoots(), freeBitmap: .empty, manifest: nil)
        let index = FileLayout.slotBlock(first)
        slot.encode(into: head.node.part(at: FileLayout.slotOffset(block: index)), seed: header.seed)
        let recordOffset = FileLayout.slotOffset(block: PublishRecord.block(first)) + PublishRecord.offset
        PublishRecord(transaction: first, salt: slot.salt).encode(into: head.node, at: recordOffset, seed: header.seed)
        try storage.write(head.bytes(head.byteCount), at: 0)
        if storage.wantsSlack {
            let slack = ZeroedBuffer(byteCount: Committer.roundedUp((256 << 10) + 64 * pageSize))
            try storage.write(slack.bytes(slack.byteCount), at: head.byteCount)
        }
        try storage.sync(.full)
    }

    /// Makes a file under a temporary name and moves it to its place when it is complete, so that no crash leaves
    /// half of one. `replacing` is for an empty file at the path, whose lock the caller holds.
    static func create(
        _ path: String, pageSize: Int, system: any FileSystem, replacing: Bool
    ) throws(StorageError) {
        let temporary = path + ".new-" + String(system.random(), radix: 16)
        let storage = try system.open(temporary, .create)
        do throws(StorageError) {
            defer { storage.close() }
            try write(to: storage, pageSize: pageSize, system: system)
            if replacing {
                try system.rename(temporary, to: path)
            } else {
                try system.link(temporary, to: path)
            }
            try system.syncDirectory(of: path)
        } catch {
            try? system.remove(temporary)
            // Somebody else was faster: their file is as good.
            if error.code == .fileExists { return }
            throw error
        }
    }
}
