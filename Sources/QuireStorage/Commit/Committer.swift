// The writing side of a file: what outlives one transaction. Used only by whoever holds the writer gate.

/// Gives pages to nodes, writes them, and makes transactions durable.
///
/// The order of a commit: pages (one run) → slot with manifest → one sync → publish record. Until the sync returns,
/// nothing that any committed state uses has been written to.
final class Committer {
    let file: PageFile
    let states: CommittedStates
    let bootID: BootID
    private let system: any FileSystem
    var storage: any StorageFile { file.storage }
    var pageSize: Int { file.pageSize }

    /// Drawn at opening, and again after a failure, so that what a dead transaction left is never taken for its
    /// successor's.
    private(set) var salt: UInt64
    /// The newest transaction that is known to be durable.
    var anchor: TransactionID
    /// The highest id that any slot of the file has: even one that does not count is never given out again.
    var lastID: TransactionID
    /// The newest state's slot says that it was never synced, so only a publish record, or a later slot, can tell that it
    /// was since.
    var needsRecord: Bool
    /// Everything up to this transaction is known here: the newest one when this process wrote last, or caught up.
    var base: TransactionID
    /// The newest state was acknowledged without a sync.
    var isNewestRelaxed: Bool
    /// Older states that other processes have pinned, oldest first; those whose bitmap nobody knows any more are nil.
    var foreignPins: [(transaction: TransactionID, pin: Slot.Pin?)] = []
    /// What is free in each of them, as far as it is known.
    var foreignBitmaps: [TransactionID: FreeBitmap] = [:]
    /// What is free at the anchor, once relaxed transactions follow it: its pages stay whole until a sync moves it.
    var anchorBitmap: FreeBitmap?
    /// Pages that deleting one object may rewrite, in the class where they are most.
    var largestDelete = 0
    /// Bytes of relaxed transactions since the last sync.
    var relaxedByteCount = 0
    /// Bitmaps of older states that must stay whole: of the one before the newest.
    var olderBitmaps: [FreeBitmap] = []
    /// `olderBitmaps` is the state before the newest one, which this process made durable after it: keeping it is
    /// caution beyond what safety asks for, and a full disk may end it.
    var maySpareOlder = false
    /// Memory of the last run, at most a mebibyte, for the next one: fresh memory costs a fault for each page.
    var runBuffer: ZeroedBuffer?
    /// A transaction on a full disk uses pages that only the state before the newest one still has.
    var isSparingOlder = false
    /// The length of the file as far as it may be relied on.
    private(set) var byteCount: Int
    /// The length changed since the last sync.
    var lengthChanged = false
    /// Something was written since the last sync.
    var isUnsynced = false
    /// Why nothing may be written any more, once a failed commit could not be undone.
    var poison: StorageError?
    /// Where the search for free pages goes on.
    var cursor = 0

    /// Stretches of 64 pages from which the running transaction moves nodes away.
    var emptiedWindows: Set<Int> = []
    /// Pages that make a free run worth keeping.
    static let longRun = 32

    /// The newest bitmap less what the running transaction has taken ahead of its commit.
    var working: FreeBitmap?
    /// The length that the file had when the transaction began to write ahead.
    private var byteCountBefore: Int?

    init(
        file: PageFile, states: CommittedStates, opening: FileOpening, system: any FileSystem
    ) {
        self.file = file
        self.states = states
        anchor = opening.published
        lastID = opening.highest
        needsRecord = opening.slot.isRelaxed
        base = opening.passedOver
        isNewestRelaxed = opening.isRelaxed
        byteCount = opening.byteCount
        self.system = system
        bootID = system.bootID
        salt = file.flaws.contains(.noSalt) ? 0 : system.random()
    }

    // MARK: One transaction

    /// Throws if nothing may be written.
    func requireWritable() throws(StorageError) {
        if let poison, !file.flaws.contains(.poisonIgnored) { throw poison }
        var inPlace = try storage.byteCountInPlace()
        if inPlace == nil, file.flaws.contains(.replacementIgnored) { inPlace = byteCount }
        guard let byteCount = inPlace else {
            throw StorageError(
                .fileReplaced,
                "\(storage.path) was deleted or replaced while it was open: close the database and open it again.")
        }
        if byteCount > self.byteCount, working == nil, byteCountBefore == nil { setByteCount(byteCount) }
    }

    /// Takes over what others have done since this process wrote last.
    func adopt(_ opening: FileOpening) {
        anchor = opening.published
        lastID = opening.highest
        needsRecord = opening.slot.isRelaxed
        base = opening.passedOver
        isNewestRelaxed = opening.isRelaxed
        anchorBitmap = nil
        relaxedByteCount = 0
        byteCount = opening.byteCount
    }

    /// The transaction is over. What it wrote ahead is not used by anything unless it was committed.
    func endTransaction() {
        if working != nil, poison == nil, let before = byteCountBefore { cutBack(to: before) }
        working = nil
        byteCountBefore = nil
        emptiedWindows.removeAll()
    }

    func keepLength() { byteCountBefore = nil }

    func renewSalt() { salt = file.flaws.contains(.noSalt) ? 0 : system.random() }

    // MARK: Room

    /// What the transaction may use.
    func freeSpace(_ bitmap: FreeBitmap, growthLimit: Int = .max) throws(StorageError) -> FreeSpace {
        var bitmaps = [bitmap] + (isSparingOlder ? [] : olderBitmaps)
        let pinned = file.flaws.contains(.pinIgnored) ? [] : states.pinnedOlder
        for state in pinned {
            bitmaps.append(try nothingFreeIfDamaged { () throws(StorageError) in try state.requireFreeBitmap(file) })
        }
        bitmaps.append(contentsOf: try foreignFreeBitmaps())
        return FreeSpace(bitmaps, windowPages: file.windowPages, growthLimit: growthLimit)
    }

    /// Pages in the file behind those that `pageCount` covers.
    func slackPages(_ pageCount: Int) -> Int { byteCount / pageSize - pageCount }

    /// Makes the file long enough for this many pages.
    func ensureLength(_ pageCount: Int) throws(StorageError) {
        let wanted = Self.roundedUp(pageCount * pageSize)
        guard wanted > byteCount else { return }
        if byteCountBefore == nil { byteCountBefore = byteCount }
        // After a failed commit the file may be longer than what counts as its length; it is never cut under a map.
        if try storage.byteCount() < wanted { try storage.truncate(to: wanted) }
        setByteCount(wanted)
    }

    /// Lengthens the file by zeros that really stand on the medium.
    func addSlack(_ count: Int) throws(StorageError) {
        let wanted = Self.roundedUp(byteCount + count)
        guard storage.wantsSlack else {
            try ensureLength(wanted / pageSize)
            return
        }
        try storage.writeZeros(byteCount..<wanted)
        if byteCountBefore == nil { byteCountBefore = byteCount }
        setByteCount(wanted)
    }

    private func setByteCount(_ count: Int) {
        byteCount = count
        lengthChanged = true
        file.grow(toByteCount: count)
    }

    static func roundedUp(_ byteCount: Int) -> Int {
        (byteCount + FileLayout.lengthUnit - 1) / FileLayout.lengthUnit * FileLayout.lengthUnit
    }

    /// A transaction that grew the file came to nothing: gives the room back. Nothing refers to the pages there.
    func cutBack(to before: Int) {
        guard byteCount > before else { return }
        let first = before / pageSize
        file.shrink(toByteCount: before)
        file.forget(PageRun(first: PageNumber(UInt32(first)), count: byteCount / pageSize - first))
        byteCount = before
        try? storage.truncate(to: before)
    }

    /// Undoes growth after a failure.
    func cutBackAfterFailure() {
        if let before = byteCountBefore { cutBack(to: before) }
        byteCountBefore = nil
    }

    // MARK: The reserve

    /// Bytes of zeros that a file has ahead of need, at least.
    private static let smallestSlack = 256 << 10

    /// Pages that only transactions which free as much as they take may use, so that deleting works on a full disk.
    /// What a delete frees can be used only two transactions later: hence room for two.
    static func reservePages(_ pageCount: Int, largestDelete: Int) -> Int {
        max(144, pageCount / 100, 2 * largestDelete + 16)
    }

    private func reservePages(_ pageCount: Int) -> Int {
        Self.reservePages(pageCount, largestDelete: largestDelete)
    }

    /// Before a transaction that makes the data larger: sees to it that the reserve is still there afterwards.
    func requireReserve(_ bitmap: FreeBitmap) throws(StorageError) {
        if file.flaws.contains(.noReserve) { return }
        let left = bitmap.freeCount + slackPages(bitmap.pageCount)
        let missing = reservePages(bitmap.pageCount) - left
        guard missing > 0 else { return }
        do throws(StorageError) {
            // With some more, so that the file is not lengthened once again behind this commit.
            try addSlack(missing * pageSize + Self.smallestSlack)
        } catch {
            guard error.code == .diskFull else { throw error }
            try addSlack(missing * pageSize)
        }
    }

    /// After a commit: writes zeros ahead of need, so that the next commits overwrite blocks that exist. Best effort.
    func replenishSlack(_ bitmap: FreeBitmap, writtenByteCount: Int) {
        guard storage.wantsSlack else { return }
        let smallest = Self.smallestSlack
        let slackPages = slackPages(bitmap.pageCount)
        let reserve = reservePages(bitmap.pageCount)
        // Well above the reserve, so that small transactions never have to restore it before they can start.
        let isShort = (slackPages + bitmap.freeCount - reserve) * pageSize < smallest / 2
        guard slackPages * pageSize < smallest || isShort else { return }
        let most = writtenByteCount > 1 << 20 ? 1 << 20 : 16 << 20
        let ahead = min(max(byteCount / 8, smallest), most)
        let wanted = max(ahead, isShort ? reserve * pageSize + smallest : 0)
        do throws(StorageError) {
            try addSlack(wanted)
            isUnsynced = true
        } catch {
            // The next transaction that needs the room reports it.
        }
        byteCountBefore = nil
    }
}
