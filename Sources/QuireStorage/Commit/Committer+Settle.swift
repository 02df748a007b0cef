// What the first writer after an opening does: it settles a state that was complete but perhaps never durable.

extension Committer {
    /// Buries what did not arrive, reads the bitmaps of the older states, and stores the newest state again if nobody
    /// knows whether it is durable.
    func settle(_ opening: FileOpening, _ onEvent: (@Sendable (String) -> Void)?) throws(StorageError) {
        // A slot of which a part is missing would come true after all if a later transaction wrote that part: the
        // sectors of a node or of a slot behind its first one do not tell who wrote them.
        if !opening.deadBlocks.isEmpty, file.flaws.isDisjoint(with: [.deadSlotKept, .noSalt]) {
            try bury(opening.deadBlocks)
        }
        olderBitmaps = []
        maySpareOlder = false
        for slot in opening.olderSlots {
            let bitmap = try nothingFreeIfDamaged { () throws(StorageError) in
                try FreeBitmap(file, root: slot.freeBitmap, pageCount: slot.pageCount)
            }
            olderBitmaps.append(bitmap)
            if slot.transaction == anchor { anchorBitmap = bitmap }
        }
        guard opening.isUnpublished else { return }
        let slot = opening.slot
        let isFromMedium = slot.bootID != bootID && slot.bootID != .unknown && bootID != .unknown
        if isFromMedium || file.flaws.contains(.adoptedFromMemory) {
            // The machine started anew since, so what was read came from the medium.
            anchor = slot.transaction
            isUnsynced = true
            publish(anchor)
            onEvent?("Transaction \(slot.transaction.rawValue) of \(storage.path) was complete after a restart.")
            return
        }
        // The bytes may be in the memory of the system only, and another sync would not tell: copy them.
        let space = PageSpace(file: file)
        space.beginWriting()
        defer { space.endWriting() }
        let roots = try copyNodes(in: opening.unpublishedRuns, space, slot.roots)
        let order = try space.commitOrder(from: [roots.directory.reference, roots.classes.reference])
        // The new slot names the anchor as the newest durable state: until a later slot or the record says otherwise,
        // the next opening asks for it.
        let asked = olderBitmaps
        do throws(StorageError) {
            states.publish(try store(space, roots, order, .durable).state)
            olderBitmaps += asked
            maySpareOlder = false
        } catch {
            if poison == nil { cutBackAfterFailure() }
            renewSalt()
            throw error
        }
        onEvent?("Transaction \(slot.transaction.rawValue) of \(storage.path) was stored again after a crash.")
    }

    /// Copies every node that lies in `runs`; only such a node can have children there.
    private func copyNodes(
        in runs: [PageRun], _ space: PageSpace, _ roots: FileRoots
    ) throws(StorageError) -> FileRoots {
        let isListed = { (reference: NodeReference) in
            !reference.isNone
                && runs.contains { $0.first.rawValue <= reference.page.rawValue && reference.page.rawValue < $0.end }
        }
        var roots = roots
        var copies: [NodeReference] = []
        if isListed(roots.directory.reference) {
            roots.directory.reference = try space.writable(roots.directory.reference)
            copies.append(roots.directory.reference)
        }
        if isListed(roots.classes.reference) {
            roots.classes.reference = try space.writable(roots.classes.reference)
            copies.append(roots.classes.reference)
        }
        // A sound state refers to each node once; more copies than pages mean that somebody forged it.
        var copiesLeft = runs.reduce(0) { $0 + $1.count }
        while let reference = copies.popLast() {
            copiesLeft -= 1
            guard copiesLeft >= 0 else {
                throw .damaged(runs[0].first, "the newest state refers to some of its nodes twice")
            }
            let node = try space.node(reference)
            try NodeChildren.forEachReference(
                in: node, byteCount: space.nodeByteCount(reference.dirtyIndex), onlyDirty: false
            ) { offset throws(StorageError) in
                let child = NodeReference(rawValue: node.u64(offset))
                guard !child.isDirty, isListed(child) else { return }
                let copy = try space.writable(child)
                node.setU64(offset, copy.rawValue)
                copies.append(copy)
            }
        }
        var bitmap = try states.newest.requireFreeBitmap(file)
        for (leaf, reference) in (bitmap.nodes.first ?? []).enumerated() where isListed(reference) {
            bitmap.touchLeaf(leaf)
        }
        states.newest.freeBitmap = bitmap
        return roots
    }
}
