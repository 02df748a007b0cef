// The first touch of a page: everything that must hold before anybody reads it unchecked.

extension PageFile {
    /// The slow way to a node. Nothing is read past the file or the window, whatever the bytes are.
    @inline(never)
    func verify(_ reference: NodeReference) throws(StorageError) -> Node {
        let page = reference.page
        try storage.requireUsable()
        guard !reference.isNone, !reference.isDirty else { throw .damaged(page, "a reference leads nowhere") }
        try requirePages(page, 1)
        let node = try memory(page)
        guard readsByCopying else {
            try check(node, reference)
            return node
        }
        try copying.withLock { _ throws(StorageError) in
            if !isVerified(page, reference.tag, isPart: false) { try check(node, reference) }
        }
        return node
    }

    private func check(_ node: Node, _ reference: NodeReference) throws(StorageError) {
        let page = reference.page
        try load(page, at: 0, byteCount: pageSize)
        let byteCount = try checkedByteCount(node, page)
        if byteCount > pageSize { try load(page, at: pageSize, byteCount: byteCount - pageSize) }
        let checksum = Self.checksum(node, byteCount: byteCount, seed.node(page))
        let isExpected =
            UInt32(truncatingIfNeeded: checksum) == reference.tag
            || !flaws.isDisjoint(with: [.tagNotCompared, .checksumNotCompared])
        guard isExpected, reference.tag != 0 else {
            throw .damaged(page, "it does not hold what the reference to it promises")
        }
        guard node.u64(NodeHeader.checksum) == checksum || flaws.contains(.checksumNotCompared) else {
            throw .damaged(page, "its checksum is wrong")
        }
        guard node.u32(NodeHeader.page) == page.rawValue else { throw .damaged(page, "it belongs to another place") }
        if !flaws.contains(.nodeNotChecked), let problem = NodeCheck.problem(node, byteCount: byteCount) {
            throw .damaged(page, problem)
        }
        try requireCleanReferences(node, page, byteCount)
        setVerified(page, reference.tag, isPart: false)
    }

    /// The bytes that the checksum of a node covers, once it is sure that they lie in the file and in one window.
    func checkedByteCount(_ node: Node, _ page: PageNumber) throws(StorageError) -> Int {
        let pagesInWindow = windowPages - Int(page.rawValue) & (windowPages - 1)
        if node.kind == .overflow {
            let count = node.count
            try requirePages(page, count)
            let length = node.u64(OverflowRun.Offset.byteCount)
            guard
                length <= UInt64(OverflowRun.largestByteCount),
                OverflowRun.pageCount(Int(length), pageSize: pageSize) == count
            else { throw .damaged(page, "the length of a long value does not fit its pages") }
            let headByteCount = OverflowRun.headByteCount(Int(length))
            guard headByteCount <= pagesInWindow * pageSize else { throw .damaged(page, "it crosses a window") }
            return headByteCount
        }
        let log2Pages = Int(node.u8(NodeHeader.log2Pages))
        guard log2Pages <= 16, 1 << log2Pages <= pagesInWindow else {
            throw .damaged(page, "its size is out of range")
        }
        try requirePages(page, 1 << log2Pages)
        return pageSize << log2Pages
    }

    /// The checksum of a node; its low half, the tag, is never zero.
    static func checksum(_ node: Node, byteCount: Int, _ seed: UInt64) -> UInt64 {
        let covered = NodeHeader.checksum + 8
        let hash = Checksum.hash(node.bytes(at: covered, count: byteCount - covered), seed: seed)
        return UInt32(truncatingIfNeeded: hash) == 0 ? hash | 1 : hash
    }

    /// The mark of a dirty node has no business in a file: it would be taken for a node of the running transaction.
    private func requireCleanReferences(_ node: Node, _ page: PageNumber, _ byteCount: Int) throws(StorageError) {
        try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: false) {
            offset throws(StorageError) in
            guard !NodeReference(rawValue: node.u64(offset)).isDirty else {
                throw .damaged(page, "it refers to a page number above the limit")
            }
        }
    }
}
