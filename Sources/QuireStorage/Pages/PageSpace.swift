// The nodes that one session sees: the pages of its snapshot and, in a write, the nodes that it changed.

/// Gives trees their nodes, copies a node before its first change, and can go back to a mark.
///
/// A node that the transaction changed or made lives in a buffer and has an index in `dirty`; references to it have
/// bit 31 set. Nothing here writes to the file: a commit places the dirty nodes and writes them in one run.
@safe
package final class PageSpace {
    /// A node of the running transaction.
    struct DirtyNode {
        /// Its bytes; nil when it was spilled to `place`, or freed.
        var start: Node?
        var pageCount: UInt32
        /// The mark under which its content was last saved, or under which it was made.
        var mark: UInt32
        /// Where it was written ahead of the commit, if it was.
        var place: NodeReference
    }

    /// The bytes of a node as they are in the file.
    private struct KeptNode {
        /// All of a small commit.
        static let mostBytes = 128 << 10

        let place: NodeReference
        let start: Node
        let pageCount: Int
    }

    /// What undoes one change since a mark.
    enum Undo {
        /// The bytes that a dirty node had, and the mark that it had them under.
        case restore(index: Int, bytes: Node, previousMark: UInt32)
        /// A dirty node that was freed but must come back.
        case unfree(index: Int)
        /// A spilled node that was read back for a change.
        case unread(index: Int, place: NodeReference, previousMark: UInt32)
    }

    /// A point in the transaction to which it can return.
    package struct Mark {
        let id: UInt32
        let undoCount: Int
        let dirtyCount: Int
        let freedCount: Int
    }

    package let pageSize: Int
    package let file: PageFile
    /// Moves whenever an address that somebody may have cached is no longer right to read or to write. Behind it lies
    /// the removal clock.
    @safe package let stampCell: UnsafeMutablePointer<UInt64>
    @safe @exclusivity(unchecked) package private(set) var isWriting = false
    /// How often a node was asked for: what budgets of operations are held against.
    @safe @exclusivity(unchecked) package var touchCount = 0
    /// Moves when the roots of trees must be read anew: another snapshot, a rollback.
    @safe @exclusivity(unchecked) package var generation: UInt64 = 1

    /// Changes of pairs that wait in all trees.
    @safe @exclusivity(unchecked) var waitingCount = 0

    @safe @exclusivity(unchecked) var dirty: [DirtyNode] = []
    /// Pages of older transactions that this one no longer uses.
    @safe @exclusivity(unchecked) package private(set) var freed: [PageRun] = []
    /// The bytes of all dirty nodes in memory.
    @safe @exclusivity(unchecked) package private(set) var dirtyByteCount = 0
    @safe @exclusivity(unchecked) private var undo: [Undo] = []
    @safe @exclusivity(unchecked) private var marks: [Mark] = []
    private var nextMark: UInt32 = 1
    @safe @exclusivity(unchecked) private var topMark: UInt32 = 0
    @safe @exclusivity(unchecked) private var pool: BufferPool
    /// Nodes of the newest state that this space wrote: what changes one of them again needs no copy of its page.
    @safe @exclusivity(unchecked) private var kept: [KeptNode] = []

    package init(file: PageFile) {
        self.file = file
        pageSize = file.pageSize
        pool = BufferPool(pageSize: file.pageSize)
        stampCell = .allocate(capacity: 2)
        unsafe stampCell.initialize(repeating: 1, count: 2)
    }

    deinit {
        discardAll(keeping: [])
        forgetKept()
        unsafe stampCell.deallocate()
    }

    package var stamp: UInt64 { stampCell.pointee }

    /// Makes every cached address stale.
    package func moveStamp() { stampCell.pointee &+= 1 }

    /// Moves whenever a row may have gone: by a removal, a rollback, or another snapshot. While it stands still, a row
    /// that was there is there.
    package var removalClock: UInt64 { stampCell[1] }
    func moveRemovalClock() { stampCell[1] &+= 1 }

    // MARK: Reading

    /// The node's bytes. A page is checked at its first touch in this process.
    @inline(__always)
    package func node(_ reference: NodeReference) throws(StorageError) -> Node {
        touchCount &+= 1
        if reference.isDirty { return try dirtyNode(reference) }
        return try file.node(reference)
    }

    private func buffer(of reference: NodeReference) -> Node {
        guard let start = dirty[reference.dirtyIndex].start else { preconditionFailure("a new node has a buffer") }
        return start
    }

    private func dirtyNode(_ reference: NodeReference) throws(StorageError) -> Node {
        guard reference.dirtyIndex < dirty.count else { throw .damaged(reference.page, "a reference leads nowhere") }
        let entry = dirty[reference.dirtyIndex]
        if let node = entry.start { return node }
        return try file.node(entry.place)
    }

    /// Where in the file the node stands: nil for one that is in memory only.
    func placed(_ reference: NodeReference) -> NodeReference? {
        guard reference.isDirty else { return reference }
        let entry = dirty[reference.dirtyIndex]
        return entry.start == nil ? entry.place : nil
    }

    /// No tree has more nodes than this.
    var nodeLimit: Int { file.pageCount + dirty.count }

    /// How many bytes the node takes.
    @inline(__always)
    package func byteCount(of node: Node) -> Int { pageSize << node.log2Pages }

    // MARK: Writing

    package func beginWriting() {
        precondition(!isWriting, "a session writes one transaction at a time")
        isWriting = true
        moveStamp()
    }

    /// A new node of zeros with a header.
    package func allocate(_ kind: NodeKind, level: Int, log2Pages: Int, tree: TreeID) -> NodeReference {
        let reference = allocateBuffer(pageCount: 1 << log2Pages)
        let node = buffer(of: reference)
        if !file.flaws.contains(.memoryNotCleared) { node.clear(at: 0, byteCount: pageSize << log2Pages) }
        node.initializeHeader(kind: kind, level: level, log2Pages: log2Pages, tree: tree)
        return reference
    }

    /// A new dirty node whose bytes are still undefined.
    func allocateBuffer(pageCount: Int) -> NodeReference {
        precondition(isWriting, "only a write makes nodes")
        return add(pool.take(pageCount: pageCount), pageCount: pageCount)
    }

    private func add(_ start: Node, pageCount: Int) -> NodeReference {
        dirtyByteCount += pageCount * pageSize
        dirty.append(DirtyNode(start: start, pageCount: UInt32(pageCount), mark: topMark, place: .none))
        return NodeReference(dirtyIndex: dirty.count - 1)
    }

    /// A new node that was written to its place already.
    func addPlaced(_ place: NodeReference, pageCount: Int) -> NodeReference {
        precondition(isWriting, "only a write makes nodes")
        dirty.append(DirtyNode(start: nil, pageCount: UInt32(pageCount), mark: topMark, place: place))
        return NodeReference(dirtyIndex: dirty.count - 1)
    }

    /// A dirty node was written to its place ahead of the commit: its buffer is not needed any more.
    func setPlaced(_ index: Int, at place: NodeReference) {
        guard let start = dirty[index].start else { return }
        pool.give(start, pageCount: Int(dirty[index].pageCount))
        dirtyByteCount -= Int(dirty[index].pageCount) * pageSize
        dirty[index].start = nil
        dirty[index].place = place
    }

    /// The reference under which the node may be changed: the same for a dirty one, a copy's for a page.
    ///
    /// The caller stores the answer in the parent. Cached addresses of the page become stale.
    package func writable(_ reference: NodeReference) throws(StorageError) -> NodeReference {
        precondition(isWriting, "only a write changes nodes")
        if reference.isDirty {
            let entry = dirty[reference.dirtyIndex]
            if entry.mark < topMark || entry.start == nil { try saveOrReload(reference.dirtyIndex) }
            return reference
        }
        if let index = kept.firstIndex(where: { $0.place == reference }) {
            let node = kept.remove(at: index)
            freed.append(PageRun(first: reference.page, count: node.pageCount))
            moveStamp()
            return add(node.start, pageCount: node.pageCount)
        }
        let source = try file.node(reference)
        let pageCount = source.pageCount
        let copy = allocateBuffer(pageCount: pageCount)
        do throws(StorageError) {
            try copyPages(source, at: reference.page, to: buffer(of: copy), pageCount: pageCount)
        } catch {
            release(copy.dirtyIndex)
            throw error
        }
        freed.append(PageRun(first: reference.page, count: pageCount))
        moveStamp()
        return copy
    }

    private func copyPages(
        _ source: Node, at page: PageNumber, to copy: Node, pageCount: Int
    ) throws(StorageError) {
        guard source.kind == .overflow else {
            copy.copy(from: source, at: 0, to: 0, byteCount: pageCount * pageSize)
            return
        }
        // Its pages need not lie in one window, and its value is checked part by part.
        let length = Int(source.u64(OverflowRun.Offset.byteCount))
        let valueOffset = OverflowRun.valueOffset(length)
        copy.clear(at: 0, byteCount: valueOffset)
        copy.copy(from: source, at: 0, to: 0, byteCount: OverflowRun.headByteCount(length))
        try file.withOverflowValue(source, page, length) { copy.copy(from: $0, to: valueOffset) }
        copy.clear(at: valueOffset + length, byteCount: pageCount * pageSize - valueOffset - length)
    }

    /// True if the node may be changed in place right now, without `writable`.
    package func isWritable(_ reference: NodeReference) -> Bool {
        guard isWriting, reference.isDirty else { return false }
        let entry = dirty[reference.dirtyIndex]
        return entry.mark >= topMark && entry.start != nil
    }

    private func saveOrReload(_ index: Int) throws(StorageError) {
        let entry = dirty[index]
        let byteCount = Int(entry.pageCount) * pageSize
        let copy = pool.take(pageCount: Int(entry.pageCount))
        if let start = entry.start {
            copy.copy(from: start, at: 0, to: 0, byteCount: byteCount)
            undo.append(.restore(index: index, bytes: copy, previousMark: entry.mark))
        } else {
            do throws(StorageError) {
                let source = try file.node(entry.place)
                try copyPages(source, at: entry.place.page, to: copy, pageCount: Int(entry.pageCount))
            } catch {
                pool.give(copy, pageCount: Int(entry.pageCount))
                throw error
            }
            dirty[index].start = copy
            dirty[index].place = .none
            dirtyByteCount += byteCount
            if topMark > 0 {
                undo.append(.unread(index: index, place: entry.place, previousMark: entry.mark))
            } else {
                freed.append(PageRun(first: entry.place.page, count: Int(entry.pageCount)))
            }
        }
        dirty[index].mark = topMark
        moveStamp()
    }

    /// Gives up a node that nothing refers to any more.
    package func free(_ reference: NodeReference) throws(StorageError) {
        moveStamp()
        guard reference.isDirty else {
            let pageCount = try file.node(reference).pageCount
            freed.append(PageRun(first: reference.page, count: pageCount))
            return
        }
        let index = reference.dirtyIndex
        if let mark = marks.last, index < mark.dirtyCount {
            undo.append(.unfree(index: index))
        } else {
            release(index)
        }
    }

    private func release(_ index: Int) {
        let entry = dirty[index]
        if let start = entry.start {
            pool.give(start, pageCount: Int(entry.pageCount))
            dirtyByteCount -= Int(entry.pageCount) * pageSize
        } else if !entry.place.isNone {
            freed.append(PageRun(first: entry.place.page, count: Int(entry.pageCount)))
        }
        dirty[index].start = nil
        dirty[index].place = .none
    }

    // MARK: Marks

    /// Marks this point of the transaction.
    package func mark() -> Mark {
        let mark = Mark(id: nextMark, undoCount: undo.count, dirtyCount: dirty.count, freedCount: freed.count)
        nextMark += 1
        topMark = mark.id
        marks.append(mark)
        moveStamp()
        return mark
    }

    /// Forgets the newest mark and keeps what was done since. Of what it saved only that stays which the mark around it
    /// would need: a scope with a mark for each of its steps keeps a node once, not once for each step.
    package func release(_ mark: Mark) {
        popMark(mark)
        let outer = marks.last
        var keptCount = mark.undoCount
        for position in mark.undoCount..<max(mark.undoCount, undo.count) {
            let action = undo[position]
            if let outer, isNeeded(action, by: outer) {
                undo[keptCount] = action
                keptCount += 1
            } else {
                forget(action)
            }
        }
        undo.removeSubrange(keptCount...)
    }

    /// Of how many nodes the open marks keep the bytes.
    package var savedNodeCount: Int {
        undo.count { action in
            if case .restore = action { true } else { false }
        }
    }

    /// A node that was saved or made under the mark itself goes back without what was saved of it later.
    private func isNeeded(_ action: Undo, by mark: Mark) -> Bool {
        switch action {
        case .restore(_, _, let previousMark): previousMark < mark.id
        case .unfree(let index): index < mark.dirtyCount
        // It holds no bytes, and its page is free only once nothing goes back to it.
        case .unread: true
        }
    }

    private func forget(_ action: Undo) {
        switch action {
        case .restore(let index, let bytes, _): pool.give(bytes, pageCount: Int(dirty[index].pageCount))
        case .unfree(let index): release(index)
        case .unread(let index, let place, _):
            freed.append(PageRun(first: place.page, count: Int(dirty[index].pageCount)))
        }
    }

    /// Undoes everything since the newest mark and forgets the mark. Cost: the nodes changed since.
    package func rollback(to mark: Mark) {
        popMark(mark)
        while undo.count > mark.undoCount {
            guard let action = undo.popLast() else { break }
            switch action {
            case .restore(let index, let bytes, let previousMark):
                let pageCount = Int(dirty[index].pageCount)
                if let start = dirty[index].start {
                    start.copy(from: bytes, at: 0, to: 0, byteCount: pageCount * pageSize)
                    pool.give(bytes, pageCount: pageCount)
                } else {
                    // Spilled since: its saved bytes become its buffer again.
                    dirty[index].start = bytes
                    dirty[index].place = .none
                    dirtyByteCount += pageCount * pageSize
                }
                dirty[index].mark = previousMark
            case .unfree: break
            case .unread(let index, let place, let previousMark):
                if let start = dirty[index].start {
                    pool.give(start, pageCount: Int(dirty[index].pageCount))
                    dirtyByteCount -= Int(dirty[index].pageCount) * pageSize
                }
                dirty[index].start = nil
                dirty[index].place = place
                dirty[index].mark = previousMark
            }
        }
        // First the pages of older transactions, which come back; then the spilled ones, which do not.
        freed.removeSubrange(mark.freedCount...)
        for index in mark.dirtyCount..<max(mark.dirtyCount, dirty.count) { release(index) }
        dirty.removeSubrange(mark.dirtyCount...)
        moveStamp()
    }

    private func popMark(_ mark: Mark) {
        precondition(marks.last?.id == mark.id, "marks end in the reverse order of their making")
        marks.removeLast()
        topMark = marks.last?.id ?? 0
    }

    // MARK: The end of a transaction

    /// Drops all dirty nodes, after a rollback or once a commit has written them to `places`.
    package func endWriting(writtenTo places: [NodeReference] = []) {
        discardAll(keeping: places)
        isWriting = false
        moveStamp()
    }

    /// The state that is shown is no longer the one that this space wrote last.
    func forgetKept() {
        for node in kept { pool.give(node.start, pageCount: node.pageCount) }
        kept.removeAll(keepingCapacity: true)
    }

    private func discardAll(keeping places: [NodeReference]) {
        for action in undo {
            if case .restore(let index, let bytes, _) = action {
                pool.give(bytes, pageCount: Int(dirty[index].pageCount))
            }
        }
        undo.removeAll()
        if !places.isEmpty { forgetKept() }
        var room = places.isEmpty ? 0 : KeptNode.mostBytes
        for index in dirty.indices {
            guard let start = dirty[index].start else { continue }
            let pageCount = Int(dirty[index].pageCount)
            let byteCount = pageCount * pageSize
            if byteCount <= room, !places[index].isNone, start.kind != .overflow {
                room -= byteCount
                kept.append(KeptNode(place: places[index], start: start, pageCount: pageCount))
            } else {
                pool.give(start, pageCount: pageCount)
            }
        }
        dirty.removeAll(keepingCapacity: dirty.count < 4096)
        freed.removeAll(keepingCapacity: freed.count < 4096)
        marks.removeAll()
        topMark = 0
        dirtyByteCount = 0
    }
}
