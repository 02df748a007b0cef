// The pages of a file as memory, each checked at its first touch.

import Synchronization

/// Maps the file in windows of 64 MiB and remembers for each page the tag of the node that was verified there.
///
/// A reference carries the tag that the checksum of its node must have. A page is read without a check only if that
/// very tag was verified before; otherwise it is checked whole. One rule so finds rot, lost writes, what a dead
/// transaction left, and pages that were used again.
package final class PageFile: @unchecked Sendable {
    package let pageSize: Int
    package let storage: any StorageFile
    package let seed: ChecksumSeed
    /// Pages are copied into memory of this process instead of being mapped.
    let readsByCopying: Bool
    /// Defences to leave out; none but in tests.
    let flaws: Flaws
    /// Told of each step that others may see; nil but in tests.
    let onPoint: (@Sendable (ProtocolPoint) -> Void)?
    /// Writes values ahead of the commit; none for a file that is only read. Set before the file is shared.
    weak var committer: Committer?

    private let log2PageSize: Int
    private let log2WindowPages: Int
    private let firstPage: Int
    /// Pages that lie in the file, whatever they hold.
    private let pageLimit: Atomic<Int>

    /// Two words a window: where its pages begin, then where its tags begin; 0 while it is not mapped.
    private let table: Node
    private let tableRegion: MemoryRegion
    /// What keeps the windows alive.
    private let regions = Lock<[MemoryRegion]>([])
    /// Held while pages are copied into window memory and checked, so that nobody copies over bytes that another thread
    /// already reads.
    /// The value means nothing; the thread sanitizer takes an empty one for its neighbour in memory.
    let copying = Lock(false)

    init(
        storage: any StorageFile, pageSize: Int, seed: ChecksumSeed, byteCount: Int, readsByCopying: Bool,
        flaws: Flaws = [], onPoint: (@Sendable (ProtocolPoint) -> Void)? = nil
    ) throws(StorageError) {
        precondition(FileLayout.isPageSize(pageSize), "a page size is a power of two from 512 to 65,536")
        self.storage = storage
        self.pageSize = pageSize
        self.seed = seed
        self.readsByCopying = readsByCopying
        self.flaws = flaws
        self.onPoint = onPoint
        log2PageSize = pageSize.trailingZeroBitCount
        log2WindowPages = (FileLayout.windowByteCount / pageSize).trailingZeroBitCount
        firstPage = FileLayout.firstPage(pageSize: pageSize)
        pageLimit = Atomic(byteCount / pageSize)
        // Enough for every page number that 32 bits can hold, so that no reference leads past the table.
        tableRegion = try .zeros(byteCount: 16 << (32 - log2WindowPages))
        table = tableRegion.node
    }

    /// A file without pages: for transactions that never reach a file.
    package convenience init(pageSize: Int) {
        do throws(StorageError) {
            try self.init(
                storage: MemoryFile(name: "nothing"), pageSize: pageSize, seed: ChecksumSeed(fileID: (0, 0)),
                byteCount: 0, readsByCopying: false)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    // MARK: Reading

    /// The node that a reference leads to. Any 64-bit value is a fair question; the answer is a node that was checked
    /// whole, or an error.
    @inline(__always)
    package func node(_ reference: NodeReference) throws(StorageError) -> Node {
        let page = Int(UInt32(truncatingIfNeeded: reference.rawValue))
        let index = page & ((1 << log2WindowPages) - 1)
        let window = page >> log2WindowPages
        let tag = reference.tag
        let tags = table.loadAcquiring64(16 * window + 8)
        if tags != 0, tag != 0, Node(address: UInt(tags)).loadAcquiring32(4 * index) == tag {
            // The tags were stored after the pages, so a window with tags has pages.
            return Node(address: UInt(table.u64(16 * window)) &+ UInt(index << log2PageSize))
        }
        return try verify(reference)
    }

    /// Pages in the file, those of no committed state included.
    var pageCount: Int { pageLimit.load(ordering: .acquiring) }

    /// The file has become this long.
    func grow(toByteCount byteCount: Int) {
        let pages = byteCount / pageSize
        if pages > pageCount { pageLimit.store(pages, ordering: .releasing) }
    }

    /// The file was cut back to this length; nothing refers to the pages that went.
    func shrink(toByteCount byteCount: Int) { pageLimit.store(byteCount / pageSize, ordering: .releasing) }

    /// Pages were written anew: what was verified there says nothing any more.
    func forget(_ run: PageRun) {
        for page in Int(run.first.rawValue)..<Int(run.end) {
            let window = page >> log2WindowPages
            let tags = table.loadAcquiring64(16 * window + 8)
            guard tags != 0 else { continue }
            let index = page & (windowPages - 1)
            Node(address: UInt(tags)).storeReleasing32(4 * index, 0)
            Node(address: UInt(tags)).storeReleasing32(4 * (windowPages + index), 0)
        }
    }

    /// The node at a page was sealed and written by this process: it needs no check of its own if the map shows it,
    /// that is its checksum, which depends on every byte, on the page and on the transaction.
    func trust(_ page: PageNumber, pageCount: Int, checksum: UInt64) {
        forget(PageRun(first: page, count: pageCount))
        let window = Int(page.rawValue) >> log2WindowPages
        guard !readsByCopying, table.loadAcquiring64(16 * window + 8) != 0 else { return }
        let node = Node(address: UInt(table.u64(16 * window)))
            .part(at: (Int(page.rawValue) & (windowPages - 1)) << log2PageSize)
        guard node.u64(NodeHeader.checksum) == checksum else { return }
        setVerified(page, UInt32(truncatingIfNeeded: checksum), isPart: false)
    }

    // MARK: For verification

    /// Pages that share a window.
    var windowPages: Int { 1 << log2WindowPages }

    /// Throws unless `count` pages from `page` on lie in the part of the file that holds nodes.
    func requirePages(_ page: PageNumber, _ count: Int) throws(StorageError) {
        let first = Int(page.rawValue)
        let isInside = count <= pageCount - first || flaws.contains(.lengthIgnored)
        guard first >= firstPage, count >= 1, isInside else {
            throw .damaged(page, "the file has no such page (\(pageCount) pages, \(count) wanted)")
        }
    }

    /// Where a page is in memory; maps its window if need be. The page must lie in the file.
    func memory(_ page: PageNumber) throws(StorageError) -> Node {
        let window = Int(page.rawValue) >> log2WindowPages
        if table.loadAcquiring64(16 * window + 8) == 0 { try map(window) }
        let index = Int(page.rawValue) & (windowPages - 1)
        return Node(address: UInt(table.u64(16 * window)) &+ UInt(index << log2PageSize))
    }

    private func map(_ window: Int) throws(StorageError) {
        try regions.withLock { regions throws(StorageError) in
            guard table.loadAcquiring64(16 * window + 8) == 0 else { return }
            let byteCount = FileLayout.windowByteCount
            let pages =
                readsByCopying
                ? try MemoryRegion.zeros(byteCount: byteCount)
                : try storage.map(at: window * byteCount, byteCount: byteCount)
            // Behind the tags of nodes lie those of the parts of overflow runs.
            let tags = try MemoryRegion.zeros(byteCount: 8 * windowPages)
            table.setU64(16 * window, UInt64(pages.node.address))
            table.storeReleasing64(16 * window + 8, UInt64(tags.node.address))
            regions.append(pages)
            regions.append(tags)
        }
    }

    /// Gives back the memory of all windows if there are more than `limit`. Only for a file that one reader has for itself,
    /// and while nobody holds a node of it.
    func releaseWindows(above limit: Int) {
        regions.withLock { regions in
            guard regions.count / 2 > limit else { return }
            for window in 0..<tableRegion.byteCount / 16 where table.u64(16 * window + 8) != 0 {
                table.storeReleasing64(16 * window + 8, 0)
                table.setU64(16 * window, 0)
            }
            regions.removeAll()
        }
    }

    /// Brings bytes of mapped pages up to date with the file where reading copies; the range lies in one window.
    func load(_ page: PageNumber, at offset: Int, byteCount: Int) throws(StorageError) {
        guard readsByCopying else { return }
        let target = try memory(page).part(at: offset)
        let count = try storage.read(at: Int(page.rawValue) * pageSize + offset, into: target, byteCount: byteCount)
        guard count == byteCount else { throw .damaged(page, "the file ends inside it") }
    }

    /// Where the tag of the node at a page is kept: memory and offset. The page's window must be mapped.
    private func tagPlace(_ page: PageNumber, isPart: Bool) -> (Node, Int) {
        let window = Int(page.rawValue) >> log2WindowPages
        let index = Int(page.rawValue) & (windowPages - 1)
        let tags = Node(address: UInt(table.loadAcquiring64(16 * window + 8)))
        return (tags, 4 * (isPart ? windowPages + index : index))
    }

    /// True if this tag was verified for the node at the page, or the part of an overflow run that begins in it.
    func isVerified(_ page: PageNumber, _ tag: UInt32, isPart: Bool) -> Bool {
        let (tags, offset) = tagPlace(page, isPart: isPart)
        return tag != 0 && tags.loadAcquiring32(offset) == tag
    }

    func setVerified(_ page: PageNumber, _ tag: UInt32, isPart: Bool) {
        let (tags, offset) = tagPlace(page, isPart: isPart)
        tags.storeReleasing32(offset, tag)
    }
}
