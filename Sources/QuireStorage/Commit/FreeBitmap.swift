// Which pages of one committed state are free, in memory.

/// A bit for each page, 1 for a free one, cut into the stretches that the leaves of the bitmap tree hold. A value: each
/// state that is still needed keeps its own, and states share the stretches in which they do not differ.
package struct FreeBitmap: Sendable {
    let pageSize: Int
    let wordsPerLeaf: Int
    /// Pages that the state covers.
    package private(set) var pageCount: Int
    private(set) var leaves: [[UInt64]] = []
    private(set) var freeCounts: [Int] = []
    /// Leaves that differ from what the file holds.
    private(set) var changed = LeafSet()
    /// Where the nodes of the bitmap tree are, by level; the last level is the root alone. Nothing before the first
    /// write.
    var nodes: [[NodeReference]] = [[]]

    package init(pageSize: Int, pageCount: Int) {
        self.pageSize = pageSize
        wordsPerLeaf = BitmapLeaf.wordCount(pageSize: pageSize)
        self.pageCount = pageCount
        coverLeaves()
    }

    private mutating func coverLeaves() {
        let wanted = (pageCount + bitsPerLeaf - 1) / bitsPerLeaf
        while leaves.count < wanted {
            leaves.append([UInt64](repeating: 0, count: wordsPerLeaf))
            freeCounts.append(0)
            nodes[0].append(.none)
        }
    }

    package var bitsPerLeaf: Int { 64 * wordsPerLeaf }
    package var freeCount: Int { freeCounts.reduce(0, +) }

    package func isFree(_ page: Int) -> Bool {
        let (leaf, bit) = page.quotientAndRemainder(dividingBy: bitsPerLeaf)
        return page < pageCount && leaves[leaf][bit >> 6] & (1 << UInt64(bit & 63)) != 0
    }

    /// The bits of 64 pages. Pages that this state does not cover are free as far as it is concerned.
    @inline(__always)
    func word(_ index: Int) -> UInt64 { word(WordPlace(index, wordsPerLeaf: wordsPerLeaf)) }

    @inline(__always)
    func word(_ place: WordPlace) -> UInt64 {
        guard place.firstPage < pageCount else { return .max }
        let word = leaves[place.leaf][place.word]
        let covered = pageCount - place.firstPage
        return covered >= 64 ? word : word | (.max << UInt64(covered))
    }

    // MARK: Changing

    /// Covers more pages, which are free.
    package mutating func grow(to newCount: Int) {
        guard newCount > pageCount else { return }
        let first = pageCount
        pageCount = newCount
        coverLeaves()
        set(first..<newCount, isFree: true)
    }

    /// False, with nothing changed, if a page of the run was not used or lies outside.
    package mutating func free(_ run: PageRun) -> Bool { setRun(run, isFree: true) }

    /// False, with nothing changed, if a page of the run was not free or lies outside.
    package mutating func use(_ run: PageRun) -> Bool { setRun(run, isFree: false) }

    private mutating func setRun(_ run: PageRun, isFree: Bool) -> Bool {
        let pages = Int(run.first.rawValue)..<Int(run.first.rawValue) + run.count
        guard run.count > 0, pages.lowerBound >= FileLayout.firstPage(pageSize: pageSize), pages.upperBound <= pageCount
        else {
            return false
        }
        var page = pages.lowerBound
        while page < pages.upperBound {
            let part = part(from: page, before: pages.upperBound)
            guard leaves[part.leaf][part.word] & part.mask == (isFree ? 0 : part.mask) else { return false }
            page = part.end
        }
        set(pages, isFree: isFree)
        return true
    }

    private mutating func set(_ pages: Range<Int>, isFree: Bool) {
        var page = pages.lowerBound
        while page < pages.upperBound {
            let part = part(from: page, before: pages.upperBound)
            if isFree {
                leaves[part.leaf][part.word] |= part.mask
                freeCounts[part.leaf] += part.mask.nonzeroBitCount
            } else {
                leaves[part.leaf][part.word] &= ~part.mask
                freeCounts[part.leaf] -= part.mask.nonzeroBitCount
            }
            changed.insert(part.leaf)
            page = part.end
        }
    }

    /// Some pages whose bits lie in one word.
    private struct Part {
        var leaf: Int
        var word: Int
        var mask: UInt64
        /// Behind the last of them.
        var end: Int
    }

    /// As many pages from one on as share its word. A closure over the parts would hold the leaves while they change,
    /// and so have each change copy them.
    @inline(__always)
    private func part(from page: Int, before limit: Int) -> Part {
        let (leaf, word) = (page >> 6).quotientAndRemainder(dividingBy: wordsPerLeaf)
        let end = min((page | 63) + 1, limit)
        let mask = (UInt64.max >> UInt64(64 - (end - page))) << UInt64(page & 63)
        return Part(leaf: leaf, word: word, mask: mask, end: end)
    }

    /// Has this leaf written with the next state although it did not change.
    mutating func touchLeaf(_ leaf: Int) { changed.insert(leaf) }

    /// The file holds this state now.
    mutating func setUnchanged() { changed.removeAll() }

    // MARK: The tree above the leaves

    /// Children of an inner node.
    private var fanOut: Int { IntegerInner.capacity(pageSize) }

    /// How many nodes each level has.
    private var levelCounts: [Int] { levelCounts(leafCount: leaves.count) }

    private func levelCounts(leafCount: Int) -> [Int] {
        var counts = [leafCount]
        while let last = counts.last, last > 1 { counts.append((last + fanOut - 1) / fanOut) }
        return counts
    }

    /// The nodes that must be written anew when these leaves are: by level, ascending. Leaves that do not exist yet
    /// count as if the bitmap had grown to them, and with them the levels above.
    func nodesToWrite(for changed: LeafSet) -> [[Int]] {
        guard let last = changed.leaves.last else { return [] }
        var levels = [changed.leaves]
        for level in 1..<max(levelCounts(leafCount: max(leaves.count, last + 1)).count, 1) {
            var parents: [Int] = []
            for child in levels[level - 1] where parents.last != child / fanOut { parents.append(child / fanOut) }
            levels.append(parents)
        }
        return levels
    }

    /// Where a node of the tree stands in the file; none for a new one.
    func place(level: Int, index: Int) -> NodeReference {
        level < nodes.count && index < nodes[level].count ? nodes[level][index] : .none
    }

    mutating func setPlace(level: Int, index: Int, _ reference: NodeReference) {
        while nodes.count <= level { nodes.append([]) }
        while nodes[level].count <= index { nodes[level].append(.none) }
        nodes[level][index] = reference
    }

    /// What a slot says about the tree.
    var root: TreeRoot {
        let counts = levelCounts
        let reference = place(level: counts.count - 1, index: 0)
        return reference.isNone
            ? .empty : TreeRoot(reference: reference, count: UInt64(freeCount), height: counts.count)
    }

    /// Fills memory of one page with a node of the tree; its children, if any, must have their places.
    func encode(level: Int, index: Int, into node: Node) {
        guard level > 0 else {
            // The words reach from the header to the end.
            node.clear(at: 0, byteCount: NodeHeader.byteCount)
            let firstPage = index * bitsPerLeaf
            BitmapLeaf.encode(leaves[index], firstPage: firstPage, freeCount: freeCounts[index], into: node)
            return
        }
        node.clear(at: 0, byteCount: pageSize)
        node.initializeHeader(kind: .integerInner, level: level, log2Pages: 0, tree: BitmapLeaf.tree)
        let children = index * fanOut..<min((index + 1) * fanOut, levelCounts[level - 1])
        let leavesPerChild = (1..<level).reduce(1) { power, _ in power * fanOut }
        let entries = children.map { child in
            let below = child * leavesPerChild..<min((child + 1) * leavesPerChild, leaves.count)
            return ChildEntry(
                key: IntegerKey(UInt64(child * leavesPerChild * bitsPerLeaf)),
                reference: place(level: level - 1, index: child),
                count: UInt64(freeCounts[below].reduce(0, +)))
        }
        _ = IntegerInner.replace(node, 0..<0, with: entries, byteCount: pageSize)
    }
}

/// Where the bits of 64 pages are, in every bitmap of a file.
struct WordPlace {
    private(set) var firstPage: Int
    private(set) var leaf: Int
    private(set) var word: Int
    private let wordsPerLeaf: Int

    @inline(__always)
    init(_ index: Int, wordsPerLeaf: Int) {
        firstPage = index << 6
        (leaf, word) = index.quotientAndRemainder(dividingBy: wordsPerLeaf)
        self.wordsPerLeaf = wordsPerLeaf
    }

    /// Goes on to the next 64 pages.
    @inline(__always)
    mutating func advance() {
        firstPage += 64
        word += 1
        guard word == wordsPerLeaf else { return }
        word = 0
        leaf += 1
    }
}

/// Leaves of a bitmap, ascending. There are few, and mostly one.
struct LeafSet {
    private(set) var leaves: [Int] = []

    mutating func insert(_ leaf: Int) {
        if leaf == leaves.last { return }
        let place = leaves.firstIndex { $0 >= leaf } ?? leaves.count
        if place == leaves.count || leaves[place] != leaf { leaves.insert(leaf, at: place) }
    }

    mutating func formUnion(_ other: LeafSet) {
        for leaf in other.leaves { insert(leaf) }
    }

    mutating func removeAll(from limit: Int) {
        while let last = leaves.last, last >= limit { leaves.removeLast() }
    }

    mutating func removeAll() { leaves.removeAll() }
}

extension FreeBitmap {
    /// Reads the bitmap of a committed state.
    init(_ file: PageFile, root: TreeRoot, pageCount: Int) throws(StorageError) {
        try self.init(file, root.reference, freePageCount: root.count, pageCount: pageCount)
        let height = root.reference.isNone ? 0 : levelCounts.count
        guard root.height == height else {
            throw .damaged(root.reference.page, "the free bitmap has \(root.height) levels, not \(height)")
        }
    }

    /// Reads the bitmap of a state that somebody has pinned.
    init(_ file: PageFile, _ pin: Slot.Pin) throws(StorageError) {
        guard pin.pageCount <= file.pageCount else {
            throw .damaged(pin.freeBitmap.page, "the bitmap of a pinned state covers more pages than the file has")
        }
        try self.init(file, pin.freeBitmap, freePageCount: UInt64(pin.freePageCount), pageCount: pin.pageCount)
    }

    private init(
        _ file: PageFile, _ reference: NodeReference, freePageCount: UInt64, pageCount: Int
    ) throws(StorageError) {
        self.init(pageSize: file.pageSize, pageCount: pageCount)
        guard !reference.isNone else { return }
        // Every leaf comes from a page of its own, so a hostile page count cannot ask for more than the file holds.
        let counts = levelCounts
        nodes = counts.map { [NodeReference](repeating: .none, count: $0) }
        nodes[counts.count - 1][0] = reference
        for level in stride(from: counts.count - 1, through: 0, by: -1) {
            for index in 0..<counts[level] { try read(file, level: level, index: index) }
        }
        guard freeCount == Int(freePageCount) else {
            throw .damaged(reference.page, "the free bitmap does not have the number of free pages that it should")
        }
    }

    private mutating func read(_ file: PageFile, level: Int, index: Int) throws(StorageError) {
        let reference = nodes[level][index]
        let node = try file.node(reference)
        guard node.level == level, node.kind == (level == 0 ? .bitmapLeaf : .integerInner), node.log2Pages == 0 else {
            throw .damaged(reference.page, "it is not the node of the free bitmap that belongs here")
        }
        guard level > 0 else {
            guard node.owner == UInt64(index * bitsPerLeaf) else {
                throw .damaged(reference.page, "it covers another stretch of the file")
            }
            for word in 0..<wordsPerLeaf { leaves[index][word] = BitmapLeaf.word(node, word) }
            freeCounts[index] = node.count
            try requireNothingFreeOutside(index, reference)
            return
        }
        let first = index * fanOut
        guard node.count == min(fanOut, nodes[level - 1].count - first) else {
            throw .damaged(reference.page, "a node of the free bitmap has the wrong number of children")
        }
        for child in 0..<node.count {
            nodes[level - 1][first + child] = IntegerInner.reference(node, child, byteCount: pageSize)
        }
    }

    private func requireNothingFreeOutside(_ index: Int, _ reference: NodeReference) throws(StorageError) {
        let start = index * bitsPerLeaf
        let usable = max(start, FileLayout.firstPage(pageSize: pageSize))..<min(pageCount, start + bitsPerLeaf)
        var outside = 0
        for word in 0..<wordsPerLeaf where leaves[index][word] != 0 {
            let first = start + 64 * word
            if first >= usable.lowerBound, first + 64 <= usable.upperBound { continue }
            for bit in 0..<64 where leaves[index][word] & (1 << UInt64(bit)) != 0 {
                if !usable.contains(first + bit) { outside += 1 }
            }
        }
        guard outside == 0 else { throw .damaged(reference.page, "it calls pages free that are not there to use") }
    }
}
