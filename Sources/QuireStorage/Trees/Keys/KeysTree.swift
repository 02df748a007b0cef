// An ordered map from byte keys to 64-bit numbers: text, UUID and compound primary keys, and indexes over them.

/// A copy-on-write B+tree of unique byte keys, in the order of unsigned bytes.
///
/// Keys are at most `maximumKeyLength` bytes long; the caller encodes longer values so that they are shorter. All 64
/// bits of a value are the caller's. A view of a key that the tree hands out is valid until the next call.
///
/// After a rollback or a commit the owner assigns `root` anew.
package struct KeysTree {
    var tree: BTree<BytesInner>
    let scratch: KeysScratch
    /// Where the last insertion took place, if it was at the end.
    private var edge = KeysEdge()
    /// Where a key was found last by somebody who asks for keys in order.
    private var finger = KeysFinger()

    package init(space: PageSpace, id: TreeID, root: TreeRoot) {
        tree = BTree(space: space, id: id, root: root, leafKind: .keysLeaf)
        scratch = KeysScratch(pageSize: space.pageSize)
    }

    package var root: TreeRoot {
        get { tree.root }
        set {
            tree.root = newValue
            edge.forget()
            finger.forget()
        }
    }

    package var id: TreeID { tree.id }
    package var space: PageSpace { tree.space }
    package var count: UInt64 { tree.root.count }
    package var isEmpty: Bool { tree.isEmpty }

    /// Longer keys are refused with `.valueOutOfRange`.
    package static func maximumKeyLength(pageSize: Int) -> Int { KeysBlock.maximumKeyLength(pageSize) }

    // MARK: Finding

    /// The value of a key. Allocates nothing. O(log n). Mutating only so that a tree inside an optional inside a class is
    /// read where it is: a copy of it for each call cost more than the search in a small tree.
    package mutating func find(_ key: ByteView) throws(StorageError) -> UInt64? {
        guard !tree.isEmpty else { return nil }
        var reference = tree.root.reference
        var level = tree.root.height - 1
        let byteCount = tree.space.pageSize
        var node = try tree.node(reference, level: level)
        while level > 0 {
            let index = BytesInner.search(node, key: key, byteCount: byteCount)
            reference = BytesInner.reference(node, index, byteCount: byteCount)
            level -= 1
            node = try tree.node(reference, level: level)
        }
        return KeysLeaf(node, byteCount: byteCount).find(key)
    }

    /// As `find`, for keys that are asked for in ascending order: close to O(1) then.
    package mutating func findInOrder(_ key: ByteView) throws(StorageError) -> UInt64? {
        if let value = finger.advance(to: key, tree.space) { return value }
        guard !tree.isEmpty else { return nil }
        let leaf = try descend(key)
        let (index, isFound) = leaf.block.position(of: key)
        guard isFound else { return nil }
        finger.remember(leaf, index, tree.space)
        return leaf.value(index)
    }

    /// Goes to the leaf where the key is or belongs.
    private mutating func descend(_ key: ByteView) throws(StorageError) -> KeysLeaf {
        let node = try tree.descend { node, byteCount in BytesInner.search(node, key: key, byteCount: byteCount) }
        return KeysLeaf(node, byteCount: tree.space.pageSize)
    }

    // MARK: Changing

    /// Adds a key. False, with nothing changed, if it exists already. O(log n); in ascending order close to O(1).
    package mutating func insert(_ key: ByteView, _ value: UInt64) throws(StorageError) -> Bool {
        try insertIfAbsent(key, value) == nil
    }

    /// Adds a key; if it exists already, nothing changes and its value is the answer. O(log n); in ascending order
    /// close to O(1).
    package mutating func insertIfAbsent(_ key: ByteView, _ value: UInt64) throws(StorageError) -> UInt64? {
        try checkLength(key)
        if edge.append(key, value, tree.space) {
            tree.root.count &+= 1
            return nil
        }
        guard !tree.isEmpty else {
            try plant(key, value)
            return nil
        }
        if let value = finger.advance(to: key, tree.space) { return value }
        let leaf = try descend(key)
        let (index, isFound) = leaf.block.position(of: key)
        if isFound {
            finger.remember(leaf, index, tree.space)
            return leaf.value(index)
        }
        try insert(key, value, at: index)
        return nil
    }

    /// Adds a key or changes its value; gives the value before. O(log n).
    @discardableResult
    package mutating func set(_ key: ByteView, _ value: UInt64) throws(StorageError) -> UInt64? {
        try checkLength(key)
        guard !tree.isEmpty else {
            try plant(key, value)
            return nil
        }
        let leaf = try descend(key)
        let (index, isFound) = leaf.block.position(of: key)
        guard isFound else {
            try insert(key, value, at: index)
            return nil
        }
        let before = leaf.value(index)
        if before != value { try replaceValue(key, value, at: index) }
        return before
    }

    /// Changes the value of a key that exists; gives the value before, or nil, with nothing changed, if there is no
    /// such key. O(log n).
    @discardableResult
    package mutating func replace(_ key: ByteView, _ value: UInt64) throws(StorageError) -> UInt64? {
        guard !tree.isEmpty else { return nil }
        let leaf = try descend(key)
        let (index, isFound) = leaf.block.position(of: key)
        guard isFound else { return nil }
        let before = leaf.value(index)
        if before != value { try replaceValue(key, value, at: index) }
        return before
    }

    /// Removes a key; gives its value, or nil if there is no such key. O(log n).
    @discardableResult
    package mutating func remove(_ key: ByteView) throws(StorageError) -> UInt64? {
        guard !tree.isEmpty else { return nil }
        let found = try descend(key)
        let (index, isFound) = found.block.position(of: key)
        guard isFound else { return nil }
        try checkCount(found.count)
        let value = found.value(index)
        edge.forget()
        if found.count == 1 {
            let reference = tree.leaf
            try tree.replaceLeaf(with: [])
            try tree.space.free(reference)
            return value
        }
        let node = try tree.writableLeaf()
        KeysLeaf(node, byteCount: tree.space.pageSize).remove(at: index, buffer: scratch.key)
        try tree.leafChanged(countBy: -1)
        if KeysLeaf(node, byteCount: tree.space.pageSize).isUnderfull { try joinLeaf() }
        return value
    }

    /// Removes everything and frees all nodes. O(nodes).
    package mutating func removeAll() throws(StorageError) {
        edge.forget()
        try tree.freeAll()
    }

    /// Refuses a leaf of the last descent that holds more or less than the node above it says: differences of counts
    /// would go wrong further up.
    func checkCount(_ count: Int) throws(StorageError) {
        var counted = tree.root.count
        if let step = tree.path.last {
            let parent = try tree.space.node(step.reference)
            counted = BytesInner.count(parent, step.index, byteCount: tree.space.pageSize)
        }
        guard counted == UInt64(count) else {
            throw .damaged(tree.leaf.page, "it holds \(count) entries where \(counted) are counted")
        }
    }

    private func checkLength(_ key: ByteView) throws(StorageError) {
        let limit = Self.maximumKeyLength(pageSize: tree.space.pageSize)
        guard key.count <= limit else {
            throw StorageError(
                .valueOutOfRange, "A key of \(key.count) bytes is too long; at most \(limit) are allowed.")
        }
    }

    // MARK: In place

    private mutating func plant(_ key: ByteView, _ value: UInt64) throws(StorageError) {
        var run = KeysRun(byteCount: tree.space.pageSize)
        run.append(key, value)
        let reference = try newLeaf(run, 0..<1, old: nil)
        tree.plantRoot(reference, count: 1)
    }

    private mutating func insert(_ key: ByteView, _ value: UInt64, at index: Int) throws(StorageError) {
        let node = try tree.writableLeaf()
        let leaf = KeysLeaf(node, byteCount: tree.space.pageSize)
        let isLast = index == leaf.count ? try tree.isAtRightEdge() : false
        let isRun = scratch.lastLeaf == tree.leaf && scratch.lastIndex + 1 == index
        scratch.lastLeaf = tree.leaf
        scratch.lastIndex = index
        if leaf.insert(key, value, at: index) {
            try tree.leafChanged(countBy: 1)
            if isLast { try edge.remember(tree) }
        } else {
            edge.forget()
            try rewriteLeaf(node, replacing: index..<index, key, value, isLast: isLast, isRun: isRun)
        }
    }

    private mutating func replaceValue(_ key: ByteView, _ value: UInt64, at index: Int) throws(StorageError) {
        let node = try tree.writableLeaf()
        if KeysLeaf(node, byteCount: tree.space.pageSize).setValue(value, at: index) { return }
        edge.forget()
        try rewriteLeaf(node, replacing: index..<index + 1, key, value, isLast: false)
    }
}

/// What a tree needs to write leaves anew; made once, used by every change.
final class KeysScratch {
    /// A copy of the leaf that is written anew.
    let leaf: Node
    let key: KeyBuffer
    /// Where the last key was inserted: keys that arrive in ascending order between others are told by it.
    var lastLeaf = NodeReference.none
    var lastIndex = 0

    init(pageSize: Int) {
        leaf = .allocate(byteCount: pageSize)
        key = KeyBuffer(pageSize: pageSize)
    }

    deinit { leaf.deallocate() }
}
