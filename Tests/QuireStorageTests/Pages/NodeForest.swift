// Small trees made by hand, to test pages and commits without the trees proper.

import QuireStorage
import QuireTestSupport

/// A root of level 2 over nodes of level 1, one for each value; a node holds its value as the count of its one entry.
final class NodeForest {
    static let tree = TreeID(20)

    let database: Database
    let space: PageSpace
    private(set) var roots: FileRoots

    init(_ database: Database) throws {
        self.database = database
        space = PageSpace(file: database.file)
        let snapshot = try database.pin()
        roots = snapshot.roots
        database.unpin(snapshot)
    }

    /// Writes one transaction; an error rolls it back and leaves everything as it was.
    func write(_ body: (NodeForest) throws -> Void) throws { try write(.durable, body) }

    func write(_ durability: Durability, _ body: (NodeForest) throws -> Void) throws {
        try database.beginWriting()
        space.beginWriting()
        let before = roots
        defer {
            space.endWriting()
            database.endWriting()
        }
        do {
            let snapshot = try database.pin()
            roots = snapshot.roots
            database.unpin(snapshot)
            try body(self)
            try database.commit(space, roots, durability)
            roots = database.newestRoots
        } catch {
            roots = before
            throw error
        }
    }

    // MARK: Inside a write

    private var byteCount: Int { database.pageSize }

    /// Makes the values 0…count−1, each 0.
    func plant(_ count: Int) throws {
        let root = space.allocate(.integerInner, level: 2, log2Pages: 0, tree: Self.tree)
        let entries = (0..<count).map { index in
            ChildEntry(key: IntegerKey(UInt64(index)), reference: makeLeaf(0), count: 1)
        }
        guard IntegerInner.replace(try space.node(root), 0..<0, with: entries, byteCount: byteCount) else {
            throw StorageError(.fail, "too many values for one root")
        }
        roots.directory = TreeRoot(reference: root, count: UInt64(count), height: 2)
    }

    private func makeLeaf(_ value: UInt64) -> NodeReference {
        let leaf = space.allocate(.integerInner, level: 1, log2Pages: 0, tree: Self.tree)
        let entry = ChildEntry(key: IntegerKey(0), reference: .none, count: value)
        if let node = try? space.node(leaf) {
            _ = IntegerInner.replace(node, 0..<0, with: [entry], byteCount: byteCount)
        }
        return leaf
    }

    func set(_ index: Int, _ value: UInt64) throws {
        roots.directory.reference = try space.writable(roots.directory.reference)
        let root = try space.node(roots.directory.reference)
        if try space.node(IntegerInner.reference(root, index, byteCount: byteCount)).kind == .overflow {
            return try setReference(index, makeLeaf(value))
        }
        let leaf = try space.writable(IntegerInner.reference(root, index, byteCount: byteCount))
        IntegerInner.setReference(root, index, leaf, byteCount: byteCount)
        IntegerInner.setCount(try space.node(leaf), 0, value, byteCount: byteCount)
    }

    /// Hangs a node, or a long value, under the root in the place of a leaf, which is freed.
    func setReference(_ index: Int, _ reference: NodeReference) throws {
        roots.directory.reference = try space.writable(roots.directory.reference)
        let root = try space.node(roots.directory.reference)
        try space.free(IntegerInner.reference(root, index, byteCount: byteCount))
        IntegerInner.setReference(root, index, reference, byteCount: byteCount)
    }

    /// Puts a long value of equal bytes in the place of a leaf; it reads as its length and its last byte.
    func setLong(_ index: Int, byteCount: Int, _ byte: UInt8) throws {
        let bytes = [UInt8](repeating: byte, count: byteCount)
        let reference = try bytes.withView { view throws(StorageError) in
            try space.writeOverflow(view, tree: Self.tree, owner: UInt64(index), ownerColumn: 3)
        }
        try setReference(index, reference)
    }

    func reference(_ index: Int) throws -> NodeReference {
        IntegerInner.reference(try space.node(roots.directory.reference), index, byteCount: byteCount)
    }

    func uproot() throws {
        let root = try space.node(roots.directory.reference)
        for index in 0..<root.count {
            try space.free(IntegerInner.reference(root, index, byteCount: byteCount))
        }
        try space.free(roots.directory.reference)
        roots.directory = .empty
    }

    func setRoot(_ reference: NodeReference) {
        roots.directory = TreeRoot(reference: reference, count: 1, height: 2)
    }

    /// After a rollback to a mark at the start of the write: what the database has.
    func resetRoots() throws {
        let snapshot = try database.pin()
        roots = snapshot.roots
        database.unpin(snapshot)
    }

    func restore(_ roots: FileRoots) { self.roots = roots }

    /// A change without nodes.
    func bumpNextTree() { roots.nextTree += 1 }

    // MARK: Reading

    /// The values of the state that the forest shows.
    func values() throws -> [UInt64] { try values(roots) }

    func values(_ roots: FileRoots) throws -> [UInt64] {
        guard !roots.directory.reference.isNone else { return [] }
        let root = try space.node(roots.directory.reference)
        return try (0..<root.count).map { index in
            let reference = IntegerInner.reference(root, index, byteCount: byteCount)
            let leaf = try space.node(reference)
            guard leaf.kind == .overflow else { return IntegerInner.count(leaf, 0, byteCount: byteCount) }
            let length = Int(leaf.u64(OverflowRun.Offset.byteCount))
            return try space.withOverflow(reference, length: length) { UInt64($0.count) << 32 | UInt64($0[length - 1]) }
        }
    }
}
