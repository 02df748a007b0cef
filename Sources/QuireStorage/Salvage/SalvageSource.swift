// A damaged file, opened in spite of its damage.

/// What is known of a file whose head may be damaged: the seed of its checksums, the size of its pages, and a
/// state to look for.
struct SalvageSource {
    let space: PageSpace
    /// The state that is salvaged; nil if no slot can be read.
    let slot: Slot?
    /// The newest state that was acknowledged, if it is not the one above.
    let lostTransaction: TransactionID?
    /// Which pages the state has; nil if that cannot be read.
    let bitmap: FreeBitmap?
    let problems: [String]

    var pageSize: Int { space.pageSize }

    /// Reads the head of a file and nothing else; changes nothing. Throws if nothing in it tells a database,
    /// or if a newer version wrote it.
    init(_ storage: any StorageFile, bootID: BootID) throws(StorageError) {
        let byteCount = try storage.byteCount()
        let head = ZeroedBuffer(byteCount: FileLayout.headByteCount)
        _ = try storage.read(at: 0, into: head.node, byteCount: min(byteCount, FileLayout.headByteCount))
        var problems: [String] = []
        let header: FileHeader
        do throws(StorageError) {
            header = try FileHeader.decode(head.node, fileByteCount: byteCount, path: storage.path)
        } catch {
            guard error.code != .formatTooNew, let guess = try HeaderGuess.find(head, storage, byteCount) else {
                throw error
            }
            header = guess
            problems.append("The header is damaged.")
        }
        // Reading by system calls, because a medium that fails answers a map with a signal.
        let file = try PageFile(
            storage: storage, pageSize: header.pageSize, seed: header.seed, byteCount: byteCount, readsByCopying: true)
        space = PageSpace(file: file)
        var slots: [Slot] = []
        var published = TransactionID(0)
        for index in 0..<FileLayout.slotCount {
            let block = head.node.part(at: FileLayout.slotOffset(block: index))
            if let slot = try Slot.decode(block, index: index, seed: header.seed, path: storage.path) {
                slots.append(slot)
                published = max(published, slot.anchor)
            }
            let record = PublishRecord.decode(block, index: index, seed: header.seed)
            if let record, !record.isRelaxed { published = max(published, record.transaction) }
        }
        slot = Self.choose(slots, published, storage, bootID)
        if let slot {
            bitmap = try? FreeBitmap(file, root: slot.freeBitmap, pageCount: slot.pageCount)
            lostTransaction = slot.transaction < published ? published : nil
            if bitmap == nil { problems.append("The free bitmap is damaged.") }
        } else {
            bitmap = nil
            lostTransaction = nil
            problems.append("No slot can be read.")
        }
        self.problems = problems
    }

    /// The state that an opening would show; if it refuses the file, the newest durable one that has a slot.
    private static func choose(
        _ slots: [Slot], _ published: TransactionID, _ storage: any StorageFile, _ bootID: BootID
    ) -> Slot? {
        var options = Database.Options()
        options.isReadOnly = true
        options.readsByCopying = true
        if let opening = try? FileOpening(storage, options, bootID: bootID) { return opening.slot }
        let durable = slots.filter { !(published < $0.transaction) }
        return (durable.isEmpty ? slots : durable).max { $0.transaction < $1.transaction }
    }

    /// True if all pages of a node belong to the state; nil if that is not known.
    func isInUse(_ page: PageNumber, _ count: Int) -> Bool? {
        guard let bitmap else { return nil }
        let pages = Int(page.rawValue)..<Int(page.rawValue) + count
        return pages.upperBound <= bitmap.pageCount && pages.allSatisfy { !bitmap.isFree($0) }
    }
}

/// What a damaged header may have said.
private enum HeaderGuess {
    /// nil if nothing in the file confirms a guess.
    static func find(
        _ head: ZeroedBuffer, _ storage: any StorageFile, _ byteCount: Int
    ) throws(StorageError) -> FileHeader? {
        guard byteCount >= FileLayout.headByteCount else { return nil }
        let low = head.node.u64(FileHeader.Offset.fileID)
        let high = head.node.u64(FileHeader.Offset.fileID + 8)
        var id = (high: high, low: low)
        if !confirms(id, head) {
            // One wrong byte is found by trying all of them: the checksum of any slot tells.
            for byte in 0..<16 {
                for change in 1..<UInt64(256) {
                    let shifted = change << UInt64(byte % 8 * 8)
                    let changed = byte < 8 ? (high: high, low: low ^ shifted) : (high: high ^ shifted, low: low)
                    if confirms(changed, head) { id = changed }
                }
            }
        }
        return try pageSize(id, head, storage, byteCount).map { FileHeader(pageSize: $0, fileID: id) }
    }

    private static func confirms(_ id: (high: UInt64, low: UInt64), _ head: ZeroedBuffer) -> Bool {
        let seed = ChecksumSeed(fileID: id)
        return (0..<FileLayout.slotCount).contains { index in
            let block = head.node.part(at: FileLayout.slotOffset(block: index))
            // A slot of a newer version is one, too: reading it will say so.
            do throws(StorageError) {
                return try Slot.decode(block, index: index, seed: seed, path: "") != nil
            } catch { return true }
        }
    }

    /// The size with which most nodes are found; nil if none is.
    private static func pageSize(
        _ id: (high: UInt64, low: UInt64), _ head: ZeroedBuffer, _ storage: any StorageFile, _ byteCount: Int
    ) throws(StorageError) -> Int? {
        var best: (size: Int, nodes: Int) = (0, 0)
        let named = Int(head.node.u32(FileHeader.Offset.pageSize))
        var size = FileLayout.smallestPage
        while size <= FileLayout.largestPage {
            let file = try PageFile(
                storage: storage, pageSize: size, seed: ChecksumSeed(fileID: id), byteCount: byteCount,
                readsByCopying: true)
            let nodes = PageScan(PageSpace(file: file)).nodeCount
            if nodes > best.nodes || nodes == best.nodes && size == named { best = (size, nodes) }
            size *= 2
        }
        if best.nodes > 0 { return best.size }
        // A file without rows has no nodes, but its slot speaks for it.
        return confirms(id, head) && FileLayout.isPageSize(named) ? named : nil
    }
}
