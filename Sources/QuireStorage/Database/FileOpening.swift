// Opening a file: which of its slots tells the truth.

/// What the head of a file says, and the state that it leads to. Opening writes nothing.
struct FileOpening {
    let header: FileHeader
    let file: PageFile
    let byteCount: Int
    /// The state that counts.
    let slot: Slot
    /// Older whole slots that must stay usable until a newer one is durable.
    let olderSlots: [Slot]
    /// Blocks with a slot that is no state of the file: not everything of it arrived, or not all of the slot itself.
    let deadBlocks: [Int]
    /// The newest transaction that is known to be durable.
    let published: TransactionID
    /// No slot of the file belongs to a later transaction.
    let highest: TransactionID
    /// The pages of a transaction that is whole but perhaps not durable yet.
    let unpublishedRuns: [PageRun]

    /// Transactions up to here are not looked for any more: beyond the state only if it was asked for as a previous
    /// one.
    let passedOver: TransactionID

    /// True if the state was acknowledged without a sync, by somebody who died in this run of the machine.
    var isRelaxed: Bool { published < slot.transaction && slot.isRelaxed }
    /// True if the next writer must store the state again first.
    var isUnpublished: Bool { published < slot.transaction && !slot.isRelaxed }

    /// Reads the head of a file that this process has not opened yet.
    init(_ storage: any StorageFile, _ options: Database.Options, bootID: BootID) throws(StorageError) {
        let byteCount = try storage.byteCount()
        let header = try Self.header(try Self.head(storage, byteCount), byteCount, storage.path)
        let file = try PageFile(
            storage: storage, pageSize: header.pageSize, seed: header.seed, byteCount: byteCount,
            readsByCopying: options.readsByCopying, flaws: options.flaws, onPoint: options.onPoint)
        var attemptsLeft = storage.isShared ? 5 : 1
        while true {
            attemptsLeft -= 1
            do throws(StorageError) {
                let head = try Self.head(storage, byteCount)
                var opening = try Self(file, header, head, byteCount: byteCount, options, bootID)
                if opening.isUnpublished || opening.isRelaxed { try opening.lookAgain(options, bootID) }
                self = opening
                return
            } catch {
                // Somebody may have been writing a slot while the head was read.
                guard error.code == .damaged, attemptsLeft > 0 else { throw error }
            }
        }
    }

    /// Looks at a file again that this process has open, while it holds the writer's lock.
    init(again file: PageFile, _ options: Database.Options, bootID: BootID) throws(StorageError) {
        var options = options
        options.opensPreviousCommit = false
        let byteCount = try file.storage.byteCount()
        let head = try Self.head(file.storage, byteCount)
        let header = try Self.header(head, byteCount, file.storage.path)
        file.grow(toByteCount: byteCount)
        try self.init(file, header, head, byteCount: byteCount, options, bootID)
    }

    /// A state beyond the published one belongs to a writer at work, who will publish it or not, or to one who died.
    /// Only in the second case it may be shown.
    private mutating func lookAgain(_ options: Database.Options, _ bootID: BootID) throws(StorageError) {
        let storage = file.storage
        guard storage.isShared else { return }
        do throws(StorageError) {
            try storage.lock(.writer, .shared, .fail)
        } catch {
            guard error.code == .inUse else { throw error }
            let head = try Self.head(storage, byteCount)
            self = try Self(file, header, head, byteCount: byteCount, options, bootID, .published)
            return
        }
        defer { storage.unlock(.writer) }
        self = try Self(file, header, try Self.head(storage, byteCount), byteCount: byteCount, options, bootID)
    }

    private static func head(_ storage: any StorageFile, _ byteCount: Int) throws(StorageError) -> ZeroedBuffer {
        let head = ZeroedBuffer(byteCount: FileLayout.headByteCount)
        _ = try storage.read(at: 0, into: head.node, byteCount: min(byteCount, FileLayout.headByteCount))
        return head
    }

    private static func header(
        _ head: ZeroedBuffer, _ byteCount: Int, _ path: String
    ) throws(StorageError) -> FileHeader {
        try withExtendedLifetime(head) { () throws(StorageError) in
            try FileHeader.decode(head.node, fileByteCount: byteCount, path: path)
        }
    }

    /// Which states may be chosen.
    private enum Choice { case newest, published }

    private init(
        _ file: PageFile, _ header: FileHeader, _ head: ZeroedBuffer, byteCount: Int, _ options: Database.Options,
        _ bootID: BootID, _ choice: Choice = .newest
    ) throws(StorageError) {
        self.file = file
        self.header = header
        self.byteCount = byteCount
        let flaws = options.flaws
        if flaws.contains(.sharedHeaderField) { try header.believeFlawedPageCount(head, byteCount, file.storage.path) }
        let whole = try Self.slots(head, header, file.storage.path, flaws)
        // A slot may have arrived while the length that it needs did not.
        let pageCount = byteCount / header.pageSize
        var slots = whole.filter { $0.pageCount <= pageCount || flaws.contains(.lengthIgnored) }
        if !options.isReadOnly, let slot = slots.first(where: { $0.writeFeatures != 0 }) {
            throw StorageError(
                .formatTooNew,
                "\(file.storage.path) uses features (\(slot.writeFeatures)) that this version must not write: "
                    + "open it read-only, or use a newer version.")
        }
        let newestRecord = Self.published(head, header, slots)
        highest = max(newestRecord, whole.first?.transaction ?? TransactionID(0))
        if choice == .published {
            let acknowledged = max(newestRecord, Self.acknowledged(head, header))
            slots.removeAll { acknowledged < $0.transaction }
        } else if options.isReadOnly, flaws.contains(.recordFollowed) {
            slots.removeAll { newestRecord < $0.transaction }
        }
        if options.opensPreviousCommit {
            slot = try Self.choosePrevious(slots, newestRecord, head, file, bootID)
            published = slot.transaction
            passedOver = highest
            unpublishedRuns = []
        } else {
            published = newestRecord
            (slot, unpublishedRuns) = try Self.choose(slots, published, head, file, bootID)
            passedOver = slot.transaction
        }
        let oldest = min(published, TransactionID(slot.transaction.rawValue - 1))
        let newest = slot.transaction
        // Asked for an older state, nobody looked whether the newer ones are whole.
        let looksForAll = choice == .newest && !options.opensPreviousCommit
        let dead = whole.filter { newest < $0.transaction }.map { FileLayout.slotBlock($0.transaction) }
        deadBlocks = looksForAll ? dead + Self.tornBlocks(head, whole) : []
        olderSlots = slots.filter { $0.transaction < newest && !($0.transaction < oldest) }
    }

    private static func block(_ head: ZeroedBuffer, _ index: Int) -> Node {
        head.node.part(at: FileLayout.slotOffset(block: index))
    }

    /// The slots that are whole, newest first.
    private static func slots(
        _ head: ZeroedBuffer, _ header: FileHeader, _ path: String, _ flaws: Flaws
    ) throws(StorageError) -> [Slot] {
        var slots: [Slot] = []
        for index in 0..<FileLayout.slotCount {
            let slot = try Slot.decode(block(head, index), index: index, seed: header.seed, path: path, flaws: flaws)
            if let slot, slot.pageCount >= FileLayout.firstPage(pageSize: header.pageSize) { slots.append(slot) }
        }
        return slots.sorted { $1.transaction < $0.transaction }
    }

    /// Blocks that begin like a slot and have none that is whole.
    private static func tornBlocks(_ head: ZeroedBuffer, _ whole: [Slot]) -> [Int] {
        let taken = whole.map { FileLayout.slotBlock($0.transaction) }
        return (0..<FileLayout.slotCount).filter { index in
            !taken.contains(index) && block(head, index).u64(Slot.Offset.magic) == Slot.magic
        }
    }

    private static func records(_ head: ZeroedBuffer, _ header: FileHeader) -> [PublishRecord] {
        (0..<FileLayout.slotCount).compactMap { index in
            PublishRecord.decode(block(head, index), index: index, seed: header.seed)
        }
    }

    /// The newest transaction of which a record, or a later slot, says that it was durable.
    private static func published(_ head: ZeroedBuffer, _ header: FileHeader, _ slots: [Slot]) -> TransactionID {
        let published = records(head, header).filter { !$0.isRelaxed }.map(\.transaction)
        return (published + slots.map(\.anchor)).max() ?? TransactionID(0)
    }

    /// The newest transaction that others may have seen, durable or not.
    private static func acknowledged(_ head: ZeroedBuffer, _ header: FileHeader) -> TransactionID {
        records(head, header).map(\.transaction).max() ?? TransactionID(0)
    }

    /// The newest slot, unless it was never published and is not whole.
    private static func choose(
        _ slots: [Slot], _ published: TransactionID, _ head: ZeroedBuffer, _ file: PageFile, _ bootID: BootID
    ) throws(StorageError) -> (Slot, [PageRun]) {
        for slot in slots {
            if slot.transaction == published { return (slot, []) }
            guard published < slot.transaction else { break }
            // What was never synced is whole as long as the machine runs, and may be anything afterwards.
            if slot.isRelaxed, slot.bootID != bootID || bootID == .unknown { continue }
            guard let summary = slot.manifest, !file.flaws.contains(.unverifiedSlot) else { return (slot, []) }
            let index = FileLayout.slotBlock(slot.transaction)
            if let manifest = Manifest.decode(block(head, index), summary, index: index, seed: file.seed),
                try file.holds(manifest, of: slot)
            {
                return (slot, slot.isRelaxed ? [] : manifest.runs)
            }
        }
        throw unreadable(file, published)
    }

    /// The durable state before the one that counts.
    private static func choosePrevious(
        _ slots: [Slot], _ published: TransactionID, _ head: ZeroedBuffer, _ file: PageFile, _ bootID: BootID
    ) throws(StorageError) -> Slot {
        var newest = published
        do throws(StorageError) {
            newest = try choose(slots, published, head, file, bootID).0.transaction
        } catch {
            guard error.code == .damaged else { throw error }
        }
        let previous = slots.first { $0.transaction < newest && !(published < $0.transaction) }
        guard let previous else {
            throw StorageError(
                .damaged,
                "\(file.storage.path) has no readable state before transaction \(newest.rawValue): open it without "
                    + "asking for the previous commit, restore a copy, or salvage what is left.")
        }
        return previous
    }

    private static func unreadable(_ file: PageFile, _ published: TransactionID) -> StorageError {
        guard published.rawValue > 0 else {
            return StorageError(
                .damaged, "\(file.storage.path) has no readable slot: restore a copy, or salvage what is left.")
        }
        return StorageError(
            .damaged,
            "The newest state of \(file.storage.path), transaction \(published.rawValue), was stored but cannot be "
                + "read: open it at its previous commit, restore a copy, or salvage what is left.")
    }
}

extension PageFile {
    /// True if every node that a manifest lists stands in the file as it was written.
    func holds(_ manifest: Manifest, of slot: Slot) throws(StorageError) -> Bool {
        do throws(StorageError) {
            var checksums = manifest.checksums.makeIterator()
            for run in manifest.runs {
                try requirePages(run.first, run.count)
                var page = run.first.rawValue
                while page < run.end {
                    guard let checksum = checksums.next() else { return false }
                    page += UInt32(try pagesOfNode(PageNumber(page), checksum, slot))
                }
                guard page == run.end else { return false }
            }
            return checksums.next() == nil
        } catch {
            // What cannot be read at all is an error of its own.
            if error.code == .damaged { return false }
            throw error
        }
    }

    /// How many pages the node takes that is expected to begin here; throws if it is not there whole.
    private func pagesOfNode(_ page: PageNumber, _ checksum: UInt64, _ slot: Slot) throws(StorageError) -> Int {
        let node = try memory(page)
        try load(page, at: 0, byteCount: pageSize)
        let byteCount = try checkedByteCount(node, page)
        if byteCount > pageSize { try load(page, at: pageSize, byteCount: byteCount - pageSize) }
        guard
            Self.checksum(node, byteCount: byteCount, seed.node(page)) == checksum,
            node.u64(NodeHeader.checksum) == checksum, node.u32(NodeHeader.page) == page.rawValue,
            node.u64(NodeHeader.transaction) == slot.transaction.rawValue,
            node.u32(NodeHeader.salt) == UInt32(truncatingIfNeeded: slot.salt)
        else { throw .damaged(page, "it is not what the manifest lists") }
        if node.kind == .overflow {
            let length = Int(node.u64(OverflowRun.Offset.byteCount))
            try withOverflowValue(node, page, length) { _ in }
        }
        return node.pageCount
    }
}
