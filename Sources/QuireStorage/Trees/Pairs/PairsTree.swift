// A sorted multiset of number pairs: integer keys and indexes as (value, row), backlinks as (target, origin).

/// Pairs in order, each as often as it was inserted.
///
/// `insertLater` and `removeLater` collect changes and apply them in sorted order when somebody reads the tree, at a mark,
/// at the commit, or when there are many: merging sorted runs into leaves costs a fraction of single descents.
package struct PairsTree {
    /// A change that waits.
    private struct Change: PairKeyed {
        var key: IntegerKey
        var difference: Int
    }

    var tree: BTree<IntegerInner>
    private var waiting: [Change] = []
    /// The leaf that was read last outside of a write, right while the stamp is.
    private var finger: (leaf: Node, stamp: UInt64)?

    /// Changes of one tree that may wait in any case, and of all trees of a session together, about 6 MiB. The more of
    /// them are applied at once, the more go to each leaf.
    private static let ownLimit = 1 << 15
    private static let commonLimit = 1 << 18

    package init(space: PageSpace, id: TreeID, root: TreeRoot) {
        tree = BTree(space: space, id: id, root: root, leafKind: .pairsLeaf)
    }

    /// The root; changes that wait are not in it.
    package var root: TreeRoot {
        get { tree.root }
        set {
            tree.root = newValue
            forgetWaiting()
        }
    }

    package var id: TreeID { tree.id }

    // MARK: Reading

    package mutating func count() throws(StorageError) -> Int {
        try applyWaiting()
        return Int(tree.root.count)
    }

    /// How many pairs are below `key`. O(log n).
    package mutating func rank(of key: IntegerKey) throws(StorageError) -> UInt64 {
        try applyWaiting()
        guard !tree.isEmpty else { return 0 }
        var rank: UInt64 = 0
        let leaf = try tree.descend { node, byteCount in
            let index = IntegerInner.searchFirst(node, key, byteCount: byteCount)
            for left in 0..<index { rank &+= IntegerInner.count(node, left, byteCount: byteCount) }
            return index
        }
        return rank &+ UInt64(PairsLeaf.lowerBound(leaf, key))
    }

    /// The pair at a rank, which must be below `count`.
    package mutating func pair(at rank: UInt64) throws(StorageError) -> IntegerKey {
        try applyWaiting()
        var rest = rank
        let leaf = try tree.descend { node, byteCount in IntegerInner.search(node, rank: &rest, byteCount: byteCount) }
        guard rest < UInt64(leaf.count) else {
            throw .damaged(tree.leaf.page, "the counts above it promise more entries than it has")
        }
        return PairsLeaf.pair(leaf, Int(rest))
    }

    /// The first pair whose high part is `high` and whose low part is at least `low`; nil if there is none.
    package mutating func first(high: UInt64, low: UInt64 = 0) throws(StorageError) -> IntegerKey? {
        try applyWaiting()
        guard let (leaf, index) = try place(of: IntegerKey(high, low)) else { return nil }
        let pair = PairsLeaf.pair(leaf, index)
        return pair.high == high ? pair : nil
    }

    package mutating func contains(_ key: IntegerKey) throws(StorageError) -> Bool {
        try first(high: key.high, low: key.low) == key
    }

    /// The leaf and place of the first pair that is not below `key`; nil if all are.
    @inline(__always)
    private mutating func locateFirst(_ key: IntegerKey) throws(StorageError) -> (leaf: Node, index: Int)? {
        guard !tree.isEmpty else { return nil }
        let leaf = try tree.descend { node, byteCount in IntegerInner.searchFirst(node, key, byteCount: byteCount) }
        let index = PairsLeaf.lowerBound(leaf, key)
        if index < leaf.count { return (leaf, index) }
        guard let next = try tree.neighbour(forward: true), next.count > 0 else { return nil }
        return (next, 0)
    }

    /// As `locateFirst`, but nothing is said of the path. Who asks for one number often asks for it again, or for the
    /// next one.
    @inline(__always)
    private mutating func place(of key: IntegerKey) throws(StorageError) -> (leaf: Node, index: Int)? {
        if tree.space.isWriting { return try locateFirst(key) }
        if let (leaf, stamp) = finger, stamp == tree.space.stamp, PairsLeaf.pair(leaf, 0) < key,
            !(PairsLeaf.pair(leaf, leaf.count - 1) < key)
        {
            return (leaf, PairsLeaf.lowerBound(leaf, key))
        }
        let found = try locateFirst(key)
        finger = found.map { ($0.leaf, tree.space.stamp) }
        return found
    }

    /// Calls `body` for the pairs from `key` on, in order, until it answers false. The tree must not change meanwhile.
    package mutating func forEach(
        from key: IntegerKey, _ body: (IntegerKey) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try applyWaiting()
        guard var (leaf, index) = try locateFirst(key) else { return }
        while true {
            let count = leaf.count
            while index < count {
                guard try body(PairsLeaf.pair(leaf, index)) else { return }
                index += 1
            }
            guard let next = try tree.neighbour(forward: true) else { return }
            leaf = next
            index = 0
        }
    }

    /// How many pairs have this high part. O(log n).
    package mutating func count(high: UInt64) throws(StorageError) -> Int {
        try applyWaiting()
        guard let (leaf, start) = try place(of: IntegerKey(high, 0)) else { return 0 }
        // Within one leaf, the usual case, one descent is enough.
        var end = start
        let count = leaf.count
        while end < count, end - start < 64, PairsLeaf.pair(leaf, end).high == high { end += 1 }
        if end < count, end - start < 64 { return end - start }
        let first = try rank(of: IntegerKey(high, 0))
        let last = try high == .max ? tree.root.count : rank(of: IntegerKey(high + 1, 0))
        guard last >= first, let count = Int(exactly: last - first) else {
            throw .damaged(tree.leaf.page, "its pairs are counted in another order than they have")
        }
        return count
    }

    /// The pair at an index among those with this high part; nil outside. O(log n).
    package mutating func pair(high: UInt64, at index: Int) throws(StorageError) -> IntegerKey? {
        try applyWaiting()
        // Usually all of them stand in one leaf.
        guard let (leaf, start) = try place(of: IntegerKey(high, 0)) else { return nil }
        if index < leaf.count - start {
            let pair = PairsLeaf.pair(leaf, start + index)
            return pair.high == high ? pair : nil
        }
        let first = try rank(of: IntegerKey(high, 0))
        guard first < tree.root.count, UInt64(index) < tree.root.count - first else { return nil }
        let pair = try pair(at: first + UInt64(index))
        return pair.high == high ? pair : nil
    }

    @inline(__always)
    private mutating func descend(to key: IntegerKey) throws(StorageError) -> Node {
        try tree.descend { node, byteCount in IntegerInner.search(node, key, byteCount: byteCount) }
    }

    // MARK: Changing

    /// Adds a pair now.
    package mutating func insert(_ key: IntegerKey) throws(StorageError) {
        try applyWaiting()
        try insertNow(key)
    }

    /// Removes one occurrence of a pair now; false if there was none.
    package mutating func remove(_ key: IntegerKey) throws(StorageError) -> Bool {
        try applyWaiting()
        return try removeNow(key)
    }

    /// Adds a pair, at the latest when the tree is read.
    package mutating func insertLater(_ key: IntegerKey) throws(StorageError) {
        try wait(Change(key: key, difference: 1))
    }

    /// Removes one occurrence of a pair that is there, at the latest when the tree is read.
    package mutating func removeLater(_ key: IntegerKey) throws(StorageError) {
        try wait(Change(key: key, difference: -1))
    }

    /// Frees every node.
    package mutating func removeAll() throws(StorageError) {
        forgetWaiting()
        try tree.freeAll()
    }

    private mutating func insertNow(_ key: IntegerKey) throws(StorageError) {
        guard !tree.isEmpty else { return try plant([key]) }
        _ = try descend(to: key)
        let leaf = try tree.writableLeaf()
        let byteCount = tree.space.byteCount(of: leaf)
        if PairsLeaf.insert(leaf, key, at: PairsLeaf.lowerBound(leaf, key), byteCount: byteCount) {
            return try tree.leafChanged(countBy: 1)
        }
        try rewriteLeaf(leaf, [Change(key: key, difference: 1)][...])
    }

    private mutating func removeNow(_ key: IntegerKey) throws(StorageError) -> Bool {
        guard let (found, index) = try locateFirst(key), PairsLeaf.pair(found, index) == key else { return false }
        let leaf = try tree.writableLeaf()
        PairsLeaf.remove(leaf, at: index)
        try tree.leafChanged(countBy: -1)
        try joinIfUnderfull(leaf)
        return true
    }

    private mutating func plant(_ pairs: [IntegerKey]) throws(StorageError) {
        let reference = tree.space.allocate(.pairsLeaf, level: 0, log2Pages: 0, tree: tree.id)
        let node = try tree.space.node(reference)
        PairsLeaf.write(node, pairs[...], byteCount: tree.space.pageSize)
        tree.plantRoot(reference, count: UInt64(pairs.count))
    }

    // MARK: Changes that waited

    @inline(__always)
    private mutating func wait(_ change: Change) throws(StorageError) {
        waiting.append(change)
        tree.space.waitingCount &+= 1
        if waiting.count >= Self.ownLimit, tree.space.waitingCount >= Self.commonLimit { try applyWaiting() }
    }

    private mutating func forgetWaiting() {
        tree.space.waitingCount &-= waiting.count
        waiting.removeAll(keepingCapacity: waiting.capacity <= 2 * Self.ownLimit)
    }

    /// Applies what waits, in order, leaf by leaf.
    package mutating func applyWaiting() throws(StorageError) {
        guard !waiting.isEmpty else { return }
        // Taken, not copied: emptying a copied array with its capacity would allocate that much anew for each commit.
        var changes: [Change] = []
        swap(&changes, &waiting)
        tree.space.waitingCount &-= changes.count
        Self.sortAndCombine(&changes)
        var index = 0
        while index < changes.count {
            if tree.isEmpty {
                // The first pairs plant the tree; the rest follow as usual.
                while index < changes.count, changes[index].difference <= 0 { index += 1 }
                guard index < changes.count else { break }
                try plant([changes[index].key])
                changes[index].difference -= 1
            }
            let leaf = try descend(to: changes[index].key)
            let bound = try tree.upperBound()
            var end = index + 1
            while end < changes.count, bound.map({ changes[end].key < $0 }) ?? true { end += 1 }
            try apply(changes[index..<end], to: leaf)
            index = end
        }
    }

    /// Sorts, adds up the changes of equal pairs and drops those that cancel.
    private static func sortAndCombine(_ changes: inout [Change]) {
        var isSorted = true
        for index in 1..<max(changes.count, 1) where !(changes[index - 1].key < changes[index].key) {
            isSorted = false
            break
        }
        if isSorted { return }
        changes.sortByKey()
        var kept = 0
        for index in changes.indices {
            if kept > 0, changes[kept - 1].key == changes[index].key {
                changes[kept - 1].difference += changes[index].difference
                continue
            }
            if kept > 0, changes[kept - 1].difference == 0 { kept -= 1 }
            changes[kept] = changes[index]
            kept += 1
        }
        if kept > 0, changes[kept - 1].difference == 0 { kept -= 1 }
        changes.removeLast(changes.count - kept)
    }

    private mutating func apply(_ changes: ArraySlice<Change>, to leaf: Node) throws(StorageError) {
        if changes.count <= 4 {
            for change in changes {
                for _ in 0..<max(change.difference, 0) { try insertNow(change.key) }
                for _ in 0..<max(-change.difference, 0) { _ = try removeNow(change.key) }
            }
            return
        }
        if changes.contains(where: { $0.difference < 0 }) {
            // Removals of equal pairs may reach into a neighbouring leaf: one by one, but without the merge's cost for the rest.
            for change in changes where change.difference < 0 {
                for _ in 0..<(-change.difference) { _ = try removeNow(change.key) }
            }
            for change in changes where change.difference > 0 {
                for _ in 0..<change.difference { try insertNow(change.key) }
            }
            return
        }
        try rewriteLeaf(try tree.writableLeaf(), changes)
    }

    /// The leaf before the current one under the same parent, if it has room to spare: a run of insertions that goes over
    /// many leaves fills each of them while it passes.
    private func roomyLeftNeighbour() throws(StorageError) -> (reference: NodeReference, node: Node)? {
        guard let step = tree.path.last, step.index > 0 else { return nil }
        let parent = try tree.space.node(step.reference)
        let byteCount = tree.space.byteCount(of: parent)
        let reference = IntegerInner.reference(parent, step.index - 1, byteCount: byteCount)
        let node = try tree.node(reference, level: 0)
        let capacity = PairsLeaf.capacity(isWide: PairsLeaf.isWide(node), tree.space.byteCount(of: node))
        return node.count < capacity - capacity / 8 ? (reference, node) : nil
    }

    /// Merges insertions into the current leaf (already writable) and writes the outcome into as many leaves as it takes.
    private mutating func rewriteLeaf(_ leaf: Node, _ changes: ArraySlice<Change>) throws(StorageError) {
        let atRightEdge = try tree.isAtRightEdge()
        let neighbour = changes.count > 4 ? try roomyLeftNeighbour() : nil
        var merged: [IntegerKey] = []
        merged.reserveCapacity(leaf.count + changes.count)
        if let left = neighbour?.node {
            for place in 0..<left.count { merged.append(PairsLeaf.pair(left, place)) }
        }
        var index = 0
        let count = leaf.count
        for change in changes {
            while index < count, PairsLeaf.pair(leaf, index) < change.key {
                merged.append(PairsLeaf.pair(leaf, index))
                index += 1
            }
            for _ in 0..<change.difference { merged.append(change.key) }
        }
        let appendsOnly = index == count && atRightEdge
        while index < count {
            merged.append(PairsLeaf.pair(leaf, index))
            index += 1
        }
        if let left = neighbour?.node { try requireOrder(merged, at: left.count) }
        let byteCount = tree.space.byteCount(of: leaf)
        var entries: [ChildEntry<IntegerKey>] = []
        var start = 0
        while start < merged.count {
            let end = Self.pieceEnd(
                merged, from: start, byteCount: byteCount, toTheBrim: appendsOnly, inHalves: changes.count <= 4)
            let reference =
                start == 0 ? tree.leaf : tree.space.allocate(.pairsLeaf, level: 0, log2Pages: 0, tree: tree.id)
            let node = try tree.space.node(reference)
            PairsLeaf.write(node, merged[start..<end], byteCount: byteCount)
            entries.append(ChildEntry(key: merged[start], reference: reference, count: UInt64(end - start)))
            start = end
        }
        guard let neighbour else { return try tree.replaceLeaf(with: entries, atRightEdge: appendsOnly) }
        tree.path[tree.path.count - 1].index -= 1
        try tree.replaceLeaf(with: entries, following: 1, atRightEdge: appendsOnly)
        try tree.space.free(neighbour.reference)
    }

    /// Throws if the pairs of one leaf and those of the next, from `border` on, are not in order, as a damaged node
    /// above them may have it.
    private func requireOrder(_ pairs: [IntegerKey], at border: Int) throws(StorageError) {
        guard border == 0 || border == pairs.count || !(pairs[border] < pairs[border - 1]) else {
            throw .damaged(tree.leaf.page, "its pairs are out of order with those of the leaf beside it")
        }
    }

    /// Where the piece that begins at `start` ends: to the brim at the right edge, else leaving a sixteenth free, and never a
    /// tiny rest.
    private static func pieceEnd(
        _ pairs: [IntegerKey], from start: Int, byteCount: Int, toTheBrim: Bool, inHalves: Bool
    ) -> Int {
        let narrow = PairsLeaf.capacity(isWide: false, byteCount)
        let wide = PairsLeaf.capacity(isWide: true, byteCount)
        let rest = pairs.count - start
        func length(_ capacity: Int) -> Int {
            if rest <= capacity { return rest }
            if toTheBrim { return capacity }
            let filled = capacity - capacity / 16
            if inHalves { return rest / 2 }
            return rest - filled < capacity / 4 ? rest - capacity / 4 : filled
        }
        let wanted = length(narrow)
        if !PairsLeaf.form(pairs[start..<start + wanted]).isWide { return start + wanted }
        return start + length(wide)
    }

    /// Frees an empty leaf; joins a nearly empty one with a neighbour if both fit into one.
    private mutating func joinIfUnderfull(_ leaf: Node) throws(StorageError) {
        let byteCount = tree.space.byteCount(of: leaf)
        guard leaf.count < PairsLeaf.capacity(isWide: PairsLeaf.isWide(leaf), byteCount) / 3 else { return }
        if leaf.count == 0 {
            let reference = tree.leaf
            try tree.replaceLeaf(with: [])
            return try tree.space.free(reference)
        }
        guard let candidates = try tree.joinCandidates() else { return }
        let pairs = [candidates.leftNode, candidates.rightNode].flatMap { node in
            (0..<node.count).map { PairsLeaf.pair(node, $0) }
        }
        try requireOrder(pairs, at: candidates.leftNode.count)
        let capacity = PairsLeaf.capacity(isWide: PairsLeaf.form(pairs[...]).isWide, byteCount)
        guard pairs.count <= capacity - capacity / 8 else { return }
        let joined = try tree.space.writable(candidates.left)
        PairsLeaf.write(try tree.space.node(joined), pairs[...], byteCount: byteCount)
        let entry = ChildEntry(key: IntegerKey(0), reference: joined, count: UInt64(pairs.count))
        try tree.replaceLeaves(candidates, with: [entry])
        try tree.space.free(candidates.right)
    }
}
