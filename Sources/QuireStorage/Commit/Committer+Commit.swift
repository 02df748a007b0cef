// The commit itself: pages, slot, one sync, publish record.

/// What a commit made.
struct Commit {
    let state: CommittedState
    /// Where the dirty nodes of the transaction went, by index; none for one that nothing refers to.
    let places: [NodeReference]
}

extension Committer {
    /// Makes the dirty nodes of `space` that can be reached from `roots` the newest state; nil if there is nothing
    /// to store. On an error everything is as it was before.
    func commit(
        _ space: PageSpace, _ roots: FileRoots, _ durability: Durability
    ) throws(StorageError) -> Commit? {
        try requireWritable()
        let base = states.newest
        let order = try space.commitOrder(from: [roots.directory.reference, roots.classes.reference])
        if order.nodes.isEmpty, order.placed.isEmpty, roots == base.roots { return nil }
        do throws(StorageError) {
            return try store(space, roots, order, durability)
        } catch {
            // If the outcome is unknown, the slot may be valid, and its pages must stay.
            if poison == nil { cutBackAfterFailure() }
            renewSalt()
            throw error
        }
    }

    /// The id of the next transaction: higher than any slot's, and not one whose slot would take the place of the
    /// anchor's or of the newest state's, or of the only record of it.
    var nextID: TransactionID {
        let last = file.flaws.contains(.noSalt) ? states.newestTransaction : max(states.newestTransaction, lastID)
        var next = last.next
        var kept: [Int] = []
        if !file.flaws.contains(.durableSlotOverwritten) {
            kept = [anchor, states.newestTransaction].map(FileLayout.slotBlock)
        }
        if needsRecord, anchor == states.newestTransaction, !file.flaws.contains(.recordOverwritten) {
            kept.append(PublishRecord.block(anchor))
        }
        while kept.contains(FileLayout.slotBlock(next)) { next = next.next }
        return next
    }

    /// Stores a transaction.
    func store(
        _ space: PageSpace, _ roots: FileRoots, _ order: CommitOrder, _ durability: Durability
    ) throws(StorageError) -> Commit {
        let base = states.newest
        let id = nextID
        guard id.rawValue < TransactionID.limit || file.flaws.contains(.transactionLimitIgnored) else {
            throw StorageError(
                .valueOutOfRange,
                "\(storage.path) has used up the numbers of transactions: compact it, which begins to count anew.")
        }
        if file.flaws.contains(.recordEarly) { publish(id) }
        let bitmap = try base.requireFreeBitmap(file)
        let placed = order.placed.map { step in
            PageRun(first: space.dirty[step.index].place.page, count: Int(space.dirty[step.index].pageCount))
        }
        let sizes = order.nodes.map { Int(space.dirty[$0.index].pageCount) }
        let writer: RunWriter
        let plan: CommitPlan
        var places: [NodeReference] = []
        let attempt = { (limit: Int) throws(StorageError) in
            var plan = try self.plan(sizes: sizes, freed: space.freed, placed: placed, base: bitmap, growthLimit: limit)
            if self.file.flaws.contains(.bitmapKept) { base.freeBitmap = plan.bitmap }
            try self.ensureLength(plan.bitmap.pageCount)
            if plan.takenPages > 0 { try self.requireReserve(plan.bitmap) }
            var writer = RunWriter(
                self.file, transaction: id, salt: self.salt, nodeCount: plan.pages.count, reusing: self.runBuffer)
            try self.write(space, order, &places, &plan, &writer)
            return (plan, writer)
        }
        let byteCountBefore = byteCount
        do throws(StorageError) {
            (plan, writer) = try attempt(.max)
        } catch {
            guard error.code == .diskFull else { throw error }
            // The file cannot grow: whatever is free in it will do, in any pieces, if the reserve allows.
            cutBack(to: byteCountBefore)
            do throws(StorageError) {
                (plan, writer) = try attempt(byteCountBefore / pageSize)
            } catch {
                guard error.code == .diskFull, maySpareOlder else { throw error }
                isSparingOlder = true
                defer { isSparingOlder = false }
                (plan, writer) = try attempt(byteCountBefore / pageSize)
            }
        }
        let state = CommittedState(
            transaction: id, roots: roots.placed(places), pageCount: plan.bitmap.pageCount,
            freeBitmapRoot: plan.bitmap.root, freeBitmap: plan.bitmap)
        let writtenByteCount = (writer.runs + placed).reduce(0) { $0 + $1.count } * pageSize
        if durability == .relaxed, staysRelaxed(after: writtenByteCount) {
            try storeSlot(state, writer.manifest, isRelaxed: true)
            if anchor == base.transaction { anchorBitmap = bitmap }
            isNewestRelaxed = true
            needsRecord = true
            relaxedByteCount += writtenByteCount
            publish(state.transaction, isRelaxed: true)
        } else {
            try makeDurable(state, writer, durability, isWrittenAhead: !order.placed.isEmpty)
            isNewestRelaxed = false
            needsRecord = false
            relaxedByteCount = 0
            anchorBitmap = nil
            publish(anchor)
        }
        lastID = id
        self.base = id
        // Until a sync moves the anchor, its pages stay.
        let kept = file.flaws.contains(.anchorReused) ? nil : anchorBitmap
        olderBitmaps = [bitmap] + (kept.map { [$0] } ?? [])
        maySpareOlder = anchor == id
        runBuffer = writer.spareBuffer
        cursor = (plan.pages.last ?? cursor - 1) + 1
        replenishSlack(plan.bitmap, writtenByteCount: writtenByteCount)
        return Commit(state: state, places: places)
    }

    /// Writes every node to its place, and tells the places by index. A node is sealed and written where it lies: the
    /// references in it are those of the file from then on.
    private func write(
        _ space: PageSpace, _ order: CommitOrder, _ places: inout [NodeReference], _ plan: inout CommitPlan,
        _ writer: inout RunWriter
    ) throws(StorageError) {
        if places.isEmpty {
            places = [NodeReference](repeating: .none, count: space.dirty.count)
        } else {
            // An earlier attempt came to nothing: its places are not those of the nodes.
            for step in order.nodes { space.refer(step, to: NodeReference(dirtyIndex: step.index)) }
        }
        for step in order.placed {
            places[step.index] = space.dirty[step.index].place
            space.refer(step, to: places[step.index])
        }
        for (step, page) in zip(order.nodes, plan.pages) {
            guard let node = space.dirty[step.index].start else { throw space.missingNode(step.index) }
            places[step.index] = try writer.add(node, at: page, pageCount: Int(space.dirty[step.index].pageCount))
            space.refer(step, to: places[step.index])
        }
        var position = order.nodes.count
        for (level, indices) in plan.bitmapNodes.enumerated() {
            for index in indices {
                let (page, remaining) = (plan.pages[position], plan.pages.count - position)
                let node = try writer.begin(page, pageCount: 1, remaining: remaining)
                plan.bitmap.encode(level: level, index: index, into: node)
                plan.bitmap.setPlace(level: level, index: index, writer.finish(node, at: page, pageCount: 1))
                position += 1
            }
        }
        plan.bitmap.setUnchanged()
        try writer.flush()
        file.reach(.pagesWritten)
    }

    // MARK: Durability

    private func makeDurable(
        _ state: CommittedState, _ writer: RunWriter, _ durability: Durability, isWrittenAhead: Bool
    ) throws(StorageError) {
        let manifest = manifest(of: writer)
        let isListed = !isWrittenAhead && durability != .twoSyncs && manifest.isEncodable
        if isNewestRelaxed || !isListed && (isWrittenAhead || !writer.runs.isEmpty) {
            // Nothing lists the pages, or not those of the states before: they must be there before the slot is.
            do throws(StorageError) { try sync(durability) } catch {
                throw isNewestRelaxed ? loseRelaxed(error) : commitFailed(error)
            }
            if isNewestRelaxed { anchor = states.newestTransaction }
        }
        try storeSlot(state, isListed ? manifest : nil, isRelaxed: false, durability)
        anchor = state.transaction
    }

    /// Writes the slot, and syncs it unless it is relaxed.
    private func storeSlot(
        _ state: CommittedState, _ manifest: Manifest?, isRelaxed: Bool, _ durability: Durability = .relaxed
    ) throws(StorageError) {
        let index = FileLayout.slotBlock(state.transaction)
        let manifest = manifest.flatMap { $0.isEncodable ? $0 : nil }
        let block = ZeroedBuffer(byteCount: manifest?.blockByteCount ?? FileLayout.sectorByteCount)
        let slot = Slot(
            transaction: state.transaction, pageCount: state.pageCount, salt: salt, bootID: bootID,
            isRelaxed: isRelaxed, anchor: anchor, roots: state.roots, freeBitmap: state.freeBitmapRoot,
            manifest: manifest?.encode(into: block.node, index: index, seed: file.seed), pins: pinsToList())
        slot.encode(into: block.node, seed: file.seed)
        keepRecord(in: block.node, index: index)
        do throws(StorageError) {
            if file.flaws.contains(.sharedHeaderField) { try writeFlawedPageCount(state.pageCount) }
            try storage.write(block.bytes(block.byteCount), at: FileLayout.slotOffset(block: index))
            file.reach(.slotWritten)
            if !isRelaxed { try sync(durability) }
            file.reach(.slotSynced)
        } catch {
            throw bury(index, error)
        }
        keepLength()
        isUnsynced = true
    }

    private func sync(_ durability: Durability) throws(StorageError) {
        let isLengthMeant = lengthChanged && !file.flaws.contains(.lengthNotSynced)
        // Order alone does not bring a length to the medium, without which no later sync of the data is worth anything.
        let kind = isLengthMeant ? SyncKind.full : durability == .ordered ? .barrier : .data
        do throws(StorageError) { try storage.sync(kind) } catch {
            guard file.flaws.contains(.syncRetried) else { throw error }
            try storage.sync(kind)
        }
        lengthChanged = false
        isUnsynced = false
    }

    /// The publish record of the anchor lies in one of the blocks; whoever writes that block keeps it.
    func keepRecord(in block: Node, index: Int) {
        guard anchor.rawValue > 0, PublishRecord.block(anchor) == index else { return }
        let record = PublishRecord(transaction: anchor, salt: salt)
        record.encode(into: block, at: PublishRecord.offset, seed: file.seed)
    }

    /// Marks a transaction as acknowledged. If that fails, the next slot or the close does it.
    func publish(_ transaction: TransactionID, isRelaxed: Bool = false) {
        let record = PublishRecord(
            transaction: transaction, salt: salt, isRelaxed: isRelaxed, isPoisoned: poison != nil)
        let bytes = ZeroedBuffer(byteCount: PublishRecord.byteCount)
        record.encode(into: bytes.node, at: 0, seed: file.seed)
        let offset = FileLayout.slotOffset(block: PublishRecord.block(transaction)) + PublishRecord.offset
        try? storage.write(bytes.bytes(PublishRecord.byteCount), at: offset)
        file.reach(.recordWritten)
    }

    /// After a failure that may have left a slot in the file: overwrites it and syncs that. The sync that failed is
    /// never repeated, because a second one may report success for bytes that the first one lost.
    private func bury(_ index: Int, _ cause: StorageError) -> StorageError {
        do throws(StorageError) {
            try bury([index])
            return cause.code == .diskFull ? cause : commitFailed(cause)
        } catch {
            let unknown = StorageError(
                .commitOutcomeUnknown,
                "The transaction may or may not be stored: \(cause.message) Undoing it failed too. "
                    + "Close \(storage.path) and open it again to see; nothing more is written until then.",
                systemError: cause.systemError)
            poison = unknown
            // Perhaps this much reaches the other processes, through the memory of the system.
            publish(anchor)
            return unknown
        }
    }

    /// Overwrites the beginnings of slots and syncs that. No more than the beginnings: zeros may be the very bytes that
    /// a torn slot lacks further on.
    func bury(_ blocks: [Int]) throws(StorageError) {
        let zeros = ZeroedBuffer(byteCount: FileLayout.tombstoneByteCount)
        for index in blocks {
            try storage.write(zeros.bytes(zeros.byteCount), at: FileLayout.slotOffset(block: index))
        }
        try storage.sync(.full)
    }

    private func commitFailed(_ cause: StorageError) -> StorageError {
        if cause.code == .diskFull { return cause }
        return StorageError(
            .commitFailed, "The transaction was not stored, and everything is as before it: \(cause.message)",
            systemError: cause.systemError)
    }
}

extension FileRoots {
    /// The roots as they are in the file.
    fileprivate func placed(_ places: [NodeReference]) -> FileRoots {
        var result = self
        if directory.reference.isDirty { result.directory.reference = places[directory.reference.dirtyIndex] }
        if classes.reference.isDirty { result.classes.reference = places[classes.reference.dirtyIndex] }
        return result
    }
}

extension PageSpace {
    fileprivate func missingNode(_ index: Int) -> StorageError {
        StorageError(
            .fail, "Node \(index) of the transaction has no bytes; nothing was stored. Please report this defect.")
    }
}
