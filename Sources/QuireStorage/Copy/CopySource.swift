// What a copy reads from: one state of a file, page by page, each page once.

/// Reads through windows of its own, so that every page is checked anew, whatever this process has verified
/// before, and nothing stays in memory when the copy is done.
///
/// Whoever uses it sees to it that the state's pages stay as they are.
final class CopySource {
    /// Windows that stay in memory where reading copies.
    private static let windowLimit = 4

    let space: PageSpace
    let roots: FileRoots
    /// A bit for each page that was taken.
    private var taken: [UInt64]

    var file: PageFile { space.file }
    var pageSize: Int { space.pageSize }

    init(
        _ storage: any StorageFile, pageSize: Int, seed: ChecksumSeed, readsByCopying: Bool, roots: FileRoots,
        pageCount: Int
    ) throws(StorageError) {
        // No reference leads behind what the state covers.
        let file = try PageFile(
            storage: storage, pageSize: pageSize, seed: seed, byteCount: pageCount * pageSize,
            readsByCopying: readsByCopying)
        space = PageSpace(file: file)
        self.roots = roots
        taken = [UInt64](repeating: 0, count: (pageCount + 63) / 64)
    }

    /// Calls `body` with a copy of each leaf of a tree, in order. Between two leaves memory is given back.
    func forEachLeaf<Inner: InnerLayout>(
        of root: TreeRoot, _ id: TreeID, _ kind: NodeKind, below _: Inner.Type,
        _ body: (ZeroedBuffer, PageNumber) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard !root.reference.isNone else { return }
        var tree = BTree<Inner>(space: space, id: id, root: root, leafKind: kind)
        var next: Node? = try tree.descend { _, _ in 0 }
        while let node = next {
            let page = tree.leaf.page
            guard node.tree == id else { throw .damaged(page, "it is no leaf of tree \(id.rawValue)") }
            try take(page, node.pageCount)
            let byteCount = space.byteCount(of: node)
            let copy = ZeroedBuffer(byteCount: byteCount)
            copy.node.copy(from: node, at: 0, to: 0, byteCount: byteCount)
            try body(copy, page)
            giveBackMemory()
            next = try tree.neighbour(forward: true)
        }
    }

    /// Calls `body` with the parts of a long value. `byteCount` is what the owner believes its length to be.
    func forEachPart(
        of reference: NodeReference, byteCount: Int, _ body: (Int, ByteView) throws(StorageError) -> Void
    ) throws(StorageError) {
        let head = try file.node(reference)
        guard head.kind == .overflow, head.u64(OverflowRun.Offset.byteCount) == UInt64(byteCount) else {
            throw .damaged(reference.page, "a long value is not where its owner says, or has another length")
        }
        try take(reference.page, head.pageCount)
        try file.forEachOverflowPart(head, reference.page, byteCount, body)
    }

    /// A page that two places refer to would be copied twice, and a hostile file could ask for that without
    /// end.
    private func take(_ page: PageNumber, _ count: Int) throws(StorageError) {
        for page in Int(page.rawValue)..<Int(page.rawValue) + count {
            let mask: UInt64 = 1 << UInt64(page & 63)
            guard taken[page >> 6] & mask == 0 else {
                throw .damaged(PageNumber(UInt32(page)), "two places refer to it")
            }
            taken[page >> 6] |= mask
        }
    }

    private func giveBackMemory() {
        guard file.readsByCopying else { return }
        file.releaseWindows(above: Self.windowLimit)
        space.moveStamp()
    }
}
